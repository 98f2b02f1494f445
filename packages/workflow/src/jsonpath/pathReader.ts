import { JsonPathError } from "./jsonPathError.ts";

const blank = /[ \t\n\r]*/y;
const memberName =
  /[A-Za-z_\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}][\w\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}]*/uy;
const functionName = /[a-z][a-z_0-9]*(?=\()/y;
const integer = /-?[0-9]+/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /(?:true|false|null)(?![A-Za-z0-9_])/y;
const fourHex = /[0-9A-Fa-f]{4}/y;

const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "/": "/",
  "\\": "\\",
};

/** Reads a path from left to right: blanks, names, numbers and texts as in RFC 9535. */
export class PathReader {
  at = 0;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  fail(problem: string, at = this.at): never {
    throw new JsonPathError(problem, at + 1);
  }

  /** The next character, for messages. */
  found(): string {
    const character = this.source.codePointAt(this.at);
    return character === undefined ? "the end of the path" : `"${String.fromCodePoint(character)}"`;
  }

  get atEnd(): boolean {
    return this.at >= this.source.length;
  }

  sees(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Consumes `text` if it is next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`expected "${text}", found ${this.found()}`);
  }

  skipBlank(): void {
    this.match(blank);
  }

  private match(form: RegExp): string | undefined {
    form.lastIndex = this.at;
    const found = form.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  memberName(): string | undefined {
    return this.match(memberName);
  }

  functionName(): string | undefined {
    return this.match(functionName);
  }

  /** An integer in the range that every JSON parser represents exactly, or undefined if none starts here. */
  integer(): number | undefined {
    const at = this.at;
    const digits = this.match(integer);
    if (digits === undefined) return undefined;
    if (digits === "-0" || /^-?0[0-9]/.test(digits))
      this.fail(`${digits} is not a whole number as JSONPath writes it`, at);
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : this.fail(`${digits} is too large`, at);
  }

  /** A number, text, `true`, `false` or `null`, or undefined if none starts here. */
  literal(): { value: string | number | boolean | null } | undefined {
    if (this.sees("'") || this.sees('"')) return { value: this.text() };
    const keyword = this.match(word);
    if (keyword !== undefined) return { value: keyword === "null" ? null : keyword === "true" };
    const at = this.at;
    const digits = this.match(number);
    if (digits === undefined) return undefined;
    if (/[0-9.eE]/.test(this.source[this.at] ?? "")) this.fail("this is not a number as JSON writes it", at);
    return { value: Number(digits) };
  }

  /** A text in single or double quotes. */
  text(): string {
    const opened = this.at;
    const quote = this.source[this.at++];
    let text = "";
    for (;;) {
      const character = this.source[this.at];
      if (character === undefined) return this.fail("the text is not closed", opened);
      if (character < " ") return this.fail("a control character must be escaped");
      this.at++;
      if (character === quote) return text;
      text += character === "\\" ? this.escaped(quote) : character;
    }
  }

  private escaped(quote: string | undefined): string {
    const at = this.at - 1;
    const character = this.source[this.at++] ?? "";
    if (character === quote) return character;
    if (Object.hasOwn(escapes, character)) return escapes[character] ?? "";
    if (character !== "u") return this.fail(`\\${character} is not an escape that JSONPath knows`, at);
    const first = this.codeUnit(at);
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
    // a character beyond the first plane needs two escapes, high half first
    if (first > 0xdbff || !this.take("\\u")) return this.fail("half of a surrogate pair is missing", at);
    const second = this.codeUnit(at);
    if (second < 0xdc00 || second > 0xdfff) return this.fail("half of a surrogate pair is missing", at);
    return String.fromCharCode(first, second);
  }

  private codeUnit(at: number): number {
    const digits = this.match(fourHex) ?? this.fail("\\u needs four hexadecimal digits", at);
    return Number.parseInt(digits, 16);
  }
}
