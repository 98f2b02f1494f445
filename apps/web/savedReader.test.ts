import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inboundKinds } from "@trunkline/workflow/inbound/kinds.ts";
import { savedInbound } from "@trunkline/workflow/inbound/saved.ts";
import { kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { readNotes } from "@trunkline/workflow/outbound/notes.ts";
import { savedWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";
import { savedPath } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { build, type Rollup } from "vite";
import { beforeAll, expect, it } from "vitest";
import { plainReading } from "./plainReading.ts";

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: { path: PropertyKey[] }[] } };
}
type Schemas = Readonly<Record<string, Schema>>;

const workflow = fileURLToPath(new URL("../../packages/workflow/src/", import.meta.url));
const kindFolder = join(workflow, "outbound/kinds");
const kindNames = readdirSync(kindFolder, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

/** What the pages read by, as the build makes it. */
const entry = `
${kindNames.map((name) => `import { wire as ${name} } from ${JSON.stringify(join(kindFolder, name, "saved.ts"))};`).join("\n")}
export const outbound = { ${kindNames.join(", ")} };
export { inboundKinds } from ${JSON.stringify(join(workflow, "inbound/kinds.ts"))};
export { savedInbound } from ${JSON.stringify(join(workflow, "inbound/saved.ts"))};
export { readNotes } from ${JSON.stringify(join(workflow, "outbound/notes.ts"))};
export { savedWorkflow } from ${JSON.stringify(join(workflow, "outbound/savedWorkflow.ts"))};
export { savedPath } from ${JSON.stringify(join(workflow, "parts/conditionalPaths.ts"))};
`;

interface Built {
  outbound: Record<string, { own: Schema }>;
  inboundKinds: Record<string, { form: Schema }>;
  savedInbound: Schema;
  savedWorkflow: Schema;
  savedPath: Schema;
  readNotes: typeof readNotes;
}
let built: Built;

beforeAll(async () => {
  const made = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, rolldownOptions: { input: "entry", preserveEntrySignatures: "strict" } },
    plugins: [
      plainReading,
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? "\0entry" : null),
        load: (id) => (id === "\0entry" ? entry : null),
      },
    ],
  });
  const [chunk] = (made as Rollup.RollupOutput).output;
  expect(chunk.code).not.toContain("ZodError");
  built = await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(chunk.code).toString("base64")}`);
});

const odd: readonly unknown[] = [
  ...[null, true, "", "x", " 12 ", 0, 1, -1, 1.5, 2 ** 60, "wait", "EQUALS", "all"],
  ...[[], ["a"], ["a", "a"], [1], [null], [{}], [[]], {}, { a: 1 }, { email: "a@b.example" }, { constructor: 1 }],
  JSON.parse('{"__proto__": {"x": 1}, "unknown": [1, {"y": null}]}'),
];

/** A value with each of its parts, at any depth, missing or replaced by each odd value. */
function* variants(value: unknown): Generator<unknown> {
  yield value;
  yield* odd;
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) for (const other of variants(one)) yield value.with(index, other);
  else if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield others;
      yield { ...others, [key]: undefined };
      for (const other of variants(one)) yield { ...value, [key]: other };
    }
}

/** Order counts, because it is saved; of a problem the place that is shown. */
const resultOf = (schema: Schema, value: unknown): string => {
  const { success, data, error } = schema.safeParse(value);
  return success ? JSON.stringify(entriesOf(data)) : `not at ${JSON.stringify(error?.issues[0]?.path)}`;
};

/** With keys that are undefined, which JSON leaves out. */
const entriesOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(entriesOf)
    : typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, one]) => [key, one === undefined ? "undefined" : entriesOf(one)])
      : value;

function expectSame(schemas: Schemas, others: Schemas, examples: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const [name, schema] of Object.entries(schemas))
    for (const value of variants(examples[name])) {
      const other = others[name] as Schema;
      count++;
      if (resultOf(other, value) !== resultOf(schema, value))
        expect({ name, value, read: resultOf(other, value) }).toEqual({ name, value, read: resultOf(schema, value) });
    }
  return count;
}

/** An example with each key that the schema has. */
const withAllKeys = (schema: unknown, example: object): object => {
  const keys = Object.keys((schema as { shape?: object }).shape ?? {});
  return { ...Object.fromEntries(keys.map((key) => [key, "x"])), ...example };
};

it("reads the nodes of outbound workflows as zod does", () => {
  expect(kindNames.sort()).toEqual(Object.keys(kinds).sort());
  const all = Object.entries(kinds);
  const examples = all.map(([name, { own, example }]) => [name, withAllKeys(own, example)]);
  const count = expectSame(
    Object.fromEntries(all.map(([name, { own }]) => [name, own])),
    Object.fromEntries(kindNames.map((name) => [name, built.outbound[name]?.own as Schema])),
    Object.fromEntries(examples),
  );
  expect(count).toBeGreaterThan(4_000);
});

it("reads the forms of inbound workflows as zod does", () => {
  const all = Object.entries(inboundKinds);
  const count = expectSame(
    Object.fromEntries(all.map(([name, { form }]) => [name, form])),
    Object.fromEntries(all.map(([name]) => [name, built.inboundKinds[name]?.form as Schema])),
    Object.fromEntries(all.map(([name, { form, defaults }]) => [name, withAllKeys(form, defaults)])),
  );
  expect(count).toBeGreaterThan(2_000);
});

it("reads whole workflows, paths and notes as zod does", () => {
  const node = { id: 1, type: "start", x: 250, y: 25, children: [2], inSection: "main", name: "Start" };
  const statement = { variable: "a", operation: "EQUALS", value: ["b", "c"], negated: true, audienceId: "d" };
  const position = { x: 1, y: 2 };
  const data = { label: "a", type: "sms", destType: "b", category: "c", formData: { d: [1] }, routeDest: "e" };
  expectSame({ savedWorkflow, savedPath, savedInbound }, built as unknown as Schemas, {
    savedWorkflow: { schemaVersion: 1, startNode: 1, nodes: [node, node], sections: { main: 1, other: 2 }, more: 1 },
    savedPath: { targetNode: 3, statements: [statement, statement] },
    savedInbound: {
      nodes: [{ id: "start", type: "start", position, data }],
      edges: [{ id: "a", source: "start", target: "b", condition: "AND" }],
    },
  });
  const note = { id: 1, text: "Call first", x: 1, y: 2, width: 200, height: 100, color: "yellow", inSection: "other" };
  for (const notes of variants([note, { ...note, id: 2 }]))
    expect(built.readNotes({ notes, other: 1 })).toEqual(readNotes({ notes, other: 1 }));
});
