import { allMatch, type Statement } from "../parts/statement.ts";

const replyName = /^node\d+\.reply$/;

/** A reply that the first matching path of an Event node takes to this one: null for a reply that matches none. Undefined when none is found. */
export function replyForPath(
  paths: readonly { statements: readonly Statement[] }[],
  path: number | null,
): string | undefined {
  const wanted = path === null ? paths : paths.slice(path, path + 1);
  const values = wanted
    .flatMap(({ statements }) => statements)
    .flatMap(({ value }) => (typeof value === "string" ? [value, ...value.split(",")] : [...value]));
  const candidates = [
    ...(path === null ? [] : values.map((value) => value.trim()).filter(Boolean)),
    "ok",
    "Something else",
    "1",
  ];
  return candidates.find((text) => pathOf(paths, text) === path);
}

function pathOf(paths: readonly { statements: readonly Statement[] }[], text: string): number | null {
  const read = (name: string): string | undefined => (replyName.test(name) ? text : undefined);
  const index = paths.findIndex(({ statements }) => allMatch(statements, read));
  return index < 0 ? null : index;
}
