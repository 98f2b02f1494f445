import { placeOf, TemplateError } from "./templateError.ts";

export type Token =
  | { kind: "name"; text: string; at: number; end: number }
  | { kind: "number"; text: string; at: number; end: number }
  | { kind: "string"; text: string; raw: boolean; at: number; end: number }
  | { kind: "operator"; text: string; at: number; end: number };

/** The end of the expression: the brace of `${…}`, the bracket of a tag, or the end of the text. */
export type Terminator = "}" | ">" | "";

// longest first
const operators = [
  "..<",
  "..!",
  "..*",
  "..",
  "->",
  "??",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  ".",
  ",",
  ";",
  ":",
  "?",
  "!",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "+",
  "-",
  "*",
  "/",
  "%",
  "<",
  ">",
  "=",
  "&",
  "|",
];

const nameForm = /(?:[A-Za-z_$@\u00aa-\uffff]|\\[-.:#])(?:[\w$@\u00aa-\uffff]|\\[-.:#])*/y;
const numberForm = /\d+(?:\.\d+)?/y;
const blank = /\s+/y;

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);

/**
 * The tokens of an expression, up to its terminator. At the top level of a tag, every `>` ends it as in FreeMarker;
 * comparisons use `gt` or parentheses.
 */
export function readTokens(source: string, from: number, terminator: Terminator): { tokens: Token[]; end: number } {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = from; at < source.length; ) {
    at = skipBlank(source, at);
    if (at >= source.length) break;
    if (depth === 0 && terminator !== "" && endsAt(source, at, terminator)) return { tokens, end: at };
    const token = readToken(source, at);
    tokens.push(token);
    at = token.end;
    if (token.kind !== "operator") continue;
    if (opening.has(token.text)) depth++;
    if (closing.has(token.text)) depth--;
  }
  if (terminator === "") return { tokens, end: source.length };
  // the brace is the character before the opening position
  if (terminator === "}") throw new TemplateError("${ is never closed", placeOf(source, from - 2));
  throw new TemplateError("the tag is never closed", placeOf(source, from));
}

const endsAt = (source: string, at: number, terminator: Terminator): boolean =>
  source[at] === terminator || (terminator === ">" && source.startsWith("/>", at));

function skipBlank(source: string, from: number): number {
  let at = from;
  for (;;) {
    blank.lastIndex = at;
    if (blank.test(source)) at = blank.lastIndex;
    else if (source.startsWith("<#--", at)) at = commentEnd(source, at);
    else return at;
  }
}

/** The position after the comment that starts here. */
export function commentEnd(source: string, from: number): number {
  const end = source.indexOf("-->", from + 4);
  if (end < 0) throw new TemplateError("the comment is never closed", placeOf(source, from));
  return end + 3;
}

function readToken(source: string, at: number): Token {
  const character = source[at] ?? "";
  if (character === '"' || character === "'") return readString(source, at, at, false);
  if (character === "r" && (source[at + 1] === '"' || source[at + 1] === "'"))
    return readString(source, at, at + 1, true);
  numberForm.lastIndex = at;
  if (numberForm.test(source))
    return { kind: "number", text: source.slice(at, numberForm.lastIndex), at, end: numberForm.lastIndex };
  nameForm.lastIndex = at;
  if (nameForm.test(source)) {
    const end = nameForm.lastIndex;
    return { kind: "name", text: source.slice(at, end).replace(/\\(.)/g, "$1"), at, end };
  }
  const operator = operators.find((text) => source.startsWith(text, at));
  if (operator !== undefined) return { kind: "operator", text: operator, at, end: at + operator.length };
  throw new TemplateError(`"${character}" is not expected here`, placeOf(source, at));
}

const escapes: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  l: "<",
  g: ">",
  a: "&",
  "\\": "\\",
  '"': '"',
  "'": "'",
  "{": "{",
  "=": "=",
};

function readString(source: string, at: number, quoteAt: number, raw: boolean): Token {
  const quote = source[quoteAt];
  let text = "";
  for (let index = quoteAt + 1; index < source.length; index++) {
    const character = source[index] ?? "";
    if (character === quote) return { kind: "string", text, raw: raw || !text.includes("${"), at, end: index + 1 };
    if (raw || character !== "\\") {
      text += character;
      continue;
    }
    const escaped = readEscape(source, ++index);
    text += escaped.text;
    index += escaped.length - 1;
  }
  throw new TemplateError("the text is never closed", placeOf(source, at));
}

/** Represents an escaped interpolation, `\${` or `$\{`, so that it is not evaluated. */
export const escapedBrace = "\u0001";

function readEscape(source: string, at: number): { text: string; length: number } {
  const character = source[at] ?? "";
  if (character === "x") {
    const digits = /^[0-9a-fA-F]{1,4}/.exec(source.slice(at + 1, at + 5))?.[0];
    if (digits !== undefined)
      return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 1 + digits.length };
  }
  if (character === "{") return { text: escapedBrace, length: 1 };
  const text = Object.hasOwn(escapes, character) ? escapes[character] : undefined;
  if (text === undefined) throw new TemplateError(`\\${character} is not a valid escape`, placeOf(source, at));
  return { text, length: 1 };
}
