import { jsonSizeProblem } from "./jsonSize.ts";

/** What was parsed, or where and why the text is no JSON. */
export type Json = { ok: true; value: unknown } | { ok: false; line: number; column: number; message: string };

/** Parses JSON and, where it is none, says at which line and column, which engines tell in different ways or not at all. */
export function parseJson(text: string): Json {
  const size = jsonSizeProblem(text);
  if (size !== undefined) return { ok: false, line: 1, column: 1, message: `line 1, column 1: ${size}` };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const { at, expected } = findMistake(text);
    const before = text.slice(0, at).split("\n");
    const line = before.length;
    const column = (before.at(-1) ?? "").length + 1;
    const found = at >= text.length ? "the text ends" : `there is ${JSON.stringify(text[at])}`;
    return {
      ok: false,
      line,
      column,
      message: `line ${line}, column ${column}: ${expected} is expected, but ${found}`,
    };
  }
}

/** The line on which a value of a JSON text stands; of the innermost thing around it that is there, when it is not. */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  let at = skipSpace(text, 0);
  for (const part of path) {
    const inner = placeOf(text, at, part);
    if (inner === undefined) break;
    at = inner;
  }
  return text.slice(0, at).split("\n").length;
}

/** Where the member or item of this name stands in the object or list that begins here. */
function placeOf(text: string, start: number, part: PropertyKey): number | undefined {
  const isObject = text[start] === "{";
  if (!isObject && text[start] !== "[") return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index++) {
    let name: unknown = index;
    if (isObject) {
      const end = endOfString(text, at) ?? text.length;
      name = JSON.parse(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (String(name) === String(part)) return at;
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return undefined;
}

/** The place behind the value that begins here. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = (endOfString(text, at) ?? text.length) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (depth === 0 && character === ",") return at;
    if (depth < 0) return at;
    if (depth === 0 && (character === "}" || character === "]" || character === '"')) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

const space = /[ \t\r\n]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|true(?!\w)|false(?!\w)|null(?!\w)/y;

type Expected =
  | "a value"
  | "a name in quotes"
  | "a name in quotes or }"
  | "a value or ]"
  | ":"
  | ", or }"
  | ", or ]"
  | "the end";

/** Reads token by token with a stack of its own, so that no depth of nesting overflows anything. */
function findMistake(text: string): { at: number; expected: Expected } {
  const open: ("{" | "[")[] = [];
  let at = 0;
  let expected: Expected = "a value";
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const matchString = (): boolean => {
    const end = endOfString(text, at);
    at = end ?? at;
    return end !== undefined;
  };
  const afterValue = (): Expected => (open.length === 0 ? "the end" : open.at(-1) === "{" ? ", or }" : ", or ]");
  for (;;) {
    match(space);
    const next = step(text[at], expected, open, { string: matchString, scalar: () => match(scalar) }, afterValue);
    if (next === undefined) return { at, expected };
    if (next.skip) at++;
    expected = next.expected;
  }
}

const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The place behind the string that begins here; undefined when none does, or when it is broken. */
function endOfString(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text.charCodeAt(at) < 32) return undefined;
    if (text[at] !== "\\") continue;
    escaped.lastIndex = at;
    if (!escaped.test(text)) return undefined;
    at = escaped.lastIndex - 1;
  }
  return undefined;
}

/** One token: what may follow it, or undefined when it is not what was expected. */
function step(
  character: string | undefined,
  expected: Expected,
  open: ("{" | "[")[],
  match: { string: () => boolean; scalar: () => boolean },
  afterValue: () => Expected,
): { expected: Expected; skip: boolean } | undefined {
  const closes = (bracket: "}" | "]"): boolean => character === bracket && expected.endsWith(bracket);
  if (closes("}") || closes("]")) {
    open.pop();
    return { expected: afterValue(), skip: true };
  }
  switch (expected) {
    case "a value":
    case "a value or ]":
      if (character === "{" || character === "[") {
        open.push(character);
        return { expected: character === "{" ? "a name in quotes or }" : "a value or ]", skip: true };
      }
      return match.string() || match.scalar() ? { expected: afterValue(), skip: false } : undefined;
    case "a name in quotes":
    case "a name in quotes or }":
      return match.string() ? { expected: ":", skip: false } : undefined;
    case ":":
      return character === ":" ? { expected: "a value", skip: true } : undefined;
    case ", or }":
      return character === "," ? { expected: "a name in quotes", skip: true } : undefined;
    case ", or ]":
      return character === "," ? { expected: "a value", skip: true } : undefined;
    case "the end":
      return undefined;
  }
}
