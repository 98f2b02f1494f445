import { relative } from "node:path";
import type { Node } from "typescript/unstable/ast";
import { isElementAccessExpression, isStringLiteral } from "typescript/unstable/ast/is";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// A plain object answers for "constructor" and every other name of Object.prototype: where a key is a text that is only
// known at run time, as a user's name for a field, a record is read by `ownValue`, or after `Object.hasOwn`. A write to
// "__proto__" is lost, so that a record is written by `setOwnValue`.

const api = new API({ cwd: import.meta.dirname });
afterAll(() => api.close());

const isSource = (file: string): boolean =>
  /^(packages\/\w+|apps\/(server|web))\/src\//.test(file) && !/\.(test|prove)\.tsx?$|\/ownValue\.ts$/.test(file);

/** Whether the read is behind `Object.hasOwn` of the same record and key, in a loop over the record, or is written to. */
function isGuarded(access: Node, record: string, key: string): boolean {
  for (let node = access.parent; node?.parent !== undefined; node = node.parent) {
    const text = node.getText();
    if (text.includes(`hasOwn(${record}, ${key})`) || text.startsWith(`for (const ${key} in ${record})`)) return true;
    if (/^(export |async )*function\b|^(public|private|static|async) \w+\(/.test(text)) return false;
  }
  return false;
}

function isWritten(access: Node): boolean {
  const rest = access.getSourceFile().text.slice(access.end);
  return /^\s*(=(?![=>])|\?\?=|\|\|=|&&=|[+-]=)/.test(rest) || access.parent.getText().startsWith("delete ");
}

/** The reads and writes of a project that go by a text into a record. */
function accessesByText(config: string): { reads: string[]; writes: string[] } {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error(`${config} is no project`);
  const { program, checker } = project;
  const accesses = program.getSourceFileNames().flatMap((name) => {
    const file = relative(import.meta.dirname, name);
    const source = isSource(file) ? program.getSourceFile(name) : undefined;
    const found: { file: string; access: Node; record: Node; key: Node }[] = [];
    const visit = (node: Node): void => {
      if (isElementAccessExpression(node) && !isStringLiteral(node.argumentExpression))
        found.push({ file, access: node, record: node.expression, key: node.argumentExpression });
      node.forEachChild(visit);
    };
    if (source) visit(source);
    return found;
  });
  const keys = checker.getTypeAtLocation(accesses.map(({ key }) => key));
  const byText = accesses.filter((_, at) => ((keys[at]?.flags ?? 0) & TypeFlags.String) !== 0);
  const records = checker.getTypeAtLocation(byText.map(({ record }) => record));
  const open = byText.filter((_, at) => hasTextIndex(checker, records[at]));
  const named = (list: typeof open) => list.map(({ file, access }) => `${file}: ${access.getText()}`);
  const written = open.filter(({ access }) => isWritten(access) && !access.parent.getText().startsWith("delete "));
  return {
    reads: named(
      open.filter(
        ({ access, record, key }) => !isWritten(access) && !isGuarded(access, record.getText(), key.getText()),
      ),
    ),
    writes: named(written),
  };
}

function hasTextIndex(checker: Checker, type: Type | undefined): boolean {
  const record = type && checker.getNonNullableType(type);
  return (
    record !== undefined &&
    checker.getIndexInfosOfType(record).some(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0)
  );
}

describe.each(["tsconfig.json", "apps/web/tsconfig.json"])("the records of %s", (config) => {
  let accesses = { reads: [] as string[], writes: [] as string[] };
  beforeAll(() => {
    accesses = accessesByText(config);
  });

  it("are not read by a text that may be inherited", () => {
    expect(accesses.reads).toEqual([]);
  });

  it("are not written by a text that may be __proto__", () => {
    expect(accesses.writes).toEqual([]);
  });
});
