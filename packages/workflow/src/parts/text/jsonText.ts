import { jsonSizeProblem } from "./jsonSize.ts";

/** The parsed value, or where and why the text is invalid. */
export type Json = { ok: true; value: unknown } | { ok: false; line: number; column: number; message: string };

/** Parses JSON. Errors have line and column, which engines report differently or not at all. */
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

/** The line of a value in a JSON text. If it is missing, the line of the innermost value around it. */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  let at = skipSpace(text, 0);
  for (const part of path) {
    const inner = placeOf(text, at, part);
    if (inner === undefined) break;
    at = inner;
  }
  return text.slice(0, at).split("\n").length;
}

/** The position of a member or item in the object or list that starts here. */
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

/** The position after the value that starts here. */
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

/** Reads token by token with its own stack, so that deep nesting cannot overflow the call stack. */
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

/** The position after the string that starts here, or undefined if there is none or it is broken. */
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

/** One token: what may follow it, or undefined when it is unexpected. */
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
