import { RE2JS } from "re2js";
import { ownValue } from "../parts/ownValue.ts";
import { limits } from "./budget.ts";
import type { BuiltIn, BuiltInContext, BuiltIns } from "./builtIn.ts";
import type { TextBuiltInName } from "./builtInNames.ts";
import { decimalOf } from "./decimal.ts";
import { readNumber } from "./formatNumber.ts";
import { parseJson } from "./parseJson.ts";
import type { Value } from "./values.ts";

type TextFunction = (text: string, given: readonly Value[], context: BuiltInContext) => Value;

const onText =
  (change: TextFunction): BuiltIn =>
  (target, given, context) =>
    change(context.text(target), given, context);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const firstLetter = (text: string, change: (letter: string) => string): string =>
  text.replace(/^(\s*)(\S)/, (_, blank: string, letter: string) => blank + change(letter));

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ownValue(entities, character) ?? "");

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\f": "\\f", "\b": "\\b", "\t": "\\t" };

/** As FreeMarker does: escapes quotes, control characters, and what could end a script element or comment. */
function escapeScript(text: string, isJson: boolean): string {
  const coded = (character: string): string => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return !isJson && code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
  };
  return text.replace(/[\p{Cc}"'\\/<>\u2028\u2029]/gu, (character, at: number) => {
    switch (character) {
      case '"':
      case "\\":
        return `\\${character}`;
      case "'":
        return isJson ? character : "\\'";
      case "/":
        return at === 0 || text[at - 1] === "<" ? "\\/" : character;
      case ">":
        return /^$|^[\]-]$|(\]\]|--)$/.test(text.slice(0, at)) ? (isJson ? coded(character) : "\\>") : character;
      case "<":
        return /^<($|[!?])/.test(text.slice(at)) ? coded(character) : character;
      default:
        return ownValue(short, character) ?? coded(character);
    }
  });
}

/** Encodes everything except letters, digits and `-_.~!'()*`, including the slash. */
const escapeUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Compiles a regular expression with flags. RE2, so that no user pattern can hang the engine. */
function compile(pattern: string, flags: string, context: BuiltInContext): RE2JS {
  const bits =
    (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes("m") ? RE2JS.MULTILINE : 0) |
    (flags.includes("s") ? RE2JS.DOTALL : 0);
  if (pattern.length > 256) context.fail("the regular expression is too long");
  try {
    return RE2JS.compile(flags.includes("r") || flags.includes("x") ? pattern : RE2JS.quote(pattern), bits);
  } catch {
    return context.fail(`"${pattern}" is not a regular expression that can be used here`);
  }
}

const flagsOf = (given: readonly Value[], index: number, context: BuiltInContext): string =>
  given[index] === undefined ? "" : context.text(given[index]);

/** Refuses a result before it exhausts memory. */
function bounded(length: number, context: BuiltInContext): void {
  if (length > limits.characters) context.fail("the text is too long");
}

/** Upper bound of a replacement's growth. Each `$1` can be as long as the match. */
function growthOf(pattern: RE2JS, text: string, replacement: string): number {
  const references = replacement.split("$").length - 1;
  let growth = 0;
  for (const matcher = pattern.matcher(text); matcher.find() && growth <= limits.characters; ) {
    growth += replacement.length + references * (matcher.end() - matcher.start());
  }
  return growth;
}

/** Replaces a text: all occurrences or, with the flag f, the first. */
const replace: TextFunction = (text, given, context) => {
  const flags = flagsOf(given, 2, context);
  const [pattern, replacement] = [context.text(given[0]), context.text(given[1])];
  if (pattern === "") context.fail("?replace needs something to replace");
  if (flags === "") {
    bounded((text.split(pattern).length - 1) * replacement.length, context);
    return text.replaceAll(pattern, () => replacement);
  }
  const matcher = compile(pattern, flags, context).matcher(text);
  bounded(growthOf(compile(pattern, flags, context), text, replacement), context);
  const substitute = flags.includes("r") ? replacement : RE2JS.quoteReplacement(replacement);
  return flags.includes("f") ? matcher.replaceFirst(substitute) : matcher.replaceAll(substitute);
};

const split: TextFunction = (text, given, context) => {
  const flags = flagsOf(given, 1, context);
  const separator = context.text(given[0]);
  if (separator === "") context.fail("?split needs something to split at");
  return flags === "" ? text.split(separator) : compile(separator, flags, context).split(text);
};

/** The part before or after the first or last occurrence of a text. */
function keep(side: "before" | "after", last: boolean): TextFunction {
  return (text, given, context) => {
    const mark = context.text(given[0]);
    const at = last ? text.lastIndexOf(mark) : text.indexOf(mark);
    if (at < 0) return side === "before" ? text : "";
    return side === "before" ? text.slice(0, at) : text.slice(at + mark.length);
  };
}

function pad(side: "left" | "right"): TextFunction {
  return (text, given, context) => {
    const width = context.count(given[0]);
    const filling = given[1] === undefined ? " " : context.text(given[1]);
    if (filling === "") context.fail("the padding is empty");
    bounded(width, context);
    return side === "left" ? text.padStart(width, filling) : text.padEnd(width, filling);
  };
}

const substring: TextFunction = (text, given, context) => {
  const from = context.count(given[0]);
  const to = given[1] === undefined ? text.length : context.count(given[1]);
  if (from > to || to > text.length) context.fail(`?substring(${from}, ${to}) is out of bounds`);
  return text.slice(from, to);
};

const index =
  (last: boolean): TextFunction =>
  (text, given, context) => {
    const mark = context.text(given[0]);
    const from = given[1] === undefined ? undefined : context.count(given[1]);
    return decimalOf(last ? text.lastIndexOf(mark, from) : text.indexOf(mark, from));
  };

const truncate: TextFunction = (text, given, context) => {
  const width = context.count(given[0]);
  const end = given[1] === undefined ? "[...]" : context.text(given[1]);
  return text.length <= width ? text : text.slice(0, Math.max(0, width - end.length)).trimEnd() + end;
};

/** Built-ins of texts (telecom §11.1). Number targets are formatted first. */
export const textBuiltIns: BuiltIns = {
  upper_case: onText((text) => text.toUpperCase()),
  lower_case: onText((text) => text.toLowerCase()),
  cap_first: onText((text) => firstLetter(text, (letter) => letter.toUpperCase())),
  uncap_first: onText((text) => firstLetter(text, (letter) => letter.toLowerCase())),
  capitalize: onText((text) => text.replace(/\S+/g, capitalized)),
  trim: onText((text) => text.trim()),
  length: onText((text) => decimalOf(text.length)),
  contains: onText((text, given, context) => text.includes(context.text(given[0]))),
  starts_with: onText((text, given, context) => text.startsWith(context.text(given[0]))),
  ends_with: onText((text, given, context) => text.endsWith(context.text(given[0]))),
  ensure_starts_with: onText((text, given, context) => {
    const start = context.text(given[0]);
    return text.startsWith(start) ? text : start + text;
  }),
  ensure_ends_with: onText((text, given, context) => {
    const end = context.text(given[0]);
    return text.endsWith(end) ? text : text + end;
  }),
  remove_beginning: onText((text, given, context) => {
    const start = context.text(given[0]);
    return text.startsWith(start) ? text.slice(start.length) : text;
  }),
  remove_ending: onText((text, given, context) => {
    const end = context.text(given[0]);
    return end !== "" && text.endsWith(end) ? text.slice(0, -end.length) : text;
  }),
  replace: onText(replace),
  split: onText(split),
  matches: onText((text, given, context) =>
    compile(context.text(given[0]), `r${flagsOf(given, 1, context)}`, context).matches(text),
  ),
  substring: onText(substring),
  keep_before: onText(keep("before", false)),
  keep_before_last: onText(keep("before", true)),
  keep_after: onText(keep("after", false)),
  keep_after_last: onText(keep("after", true)),
  index_of: onText(index(false)),
  last_index_of: onText(index(true)),
  left_pad: onText(pad("left")),
  right_pad: onText(pad("right")),
  truncate: onText(truncate),
  word_list: onText((text) => text.split(/\s+/).filter((word) => word !== "")),
  url: onText((text) => escapeUrl(text)),
  html: onText((text) => escapeMarkup(text)),
  xhtml: onText((text) => escapeMarkup(text)),
  chop_linebreak: onText((text) => text.replace(/\r?\n$|\r$/, "")),
  xml: onText((text) => escapeMarkup(text).replaceAll("&#39;", "&apos;")),
  json_string: onText((text) => escapeScript(text, true)),
  js_string: onText((text) => escapeScript(text, false)),
  number: (target, _, context) =>
    typeof target === "string"
      ? (readNumber(target.trim() === target ? target : "") ?? context.fail(`"${target.slice(0, 40)}" is not a number`))
      : context.number(target),
  boolean: onText((text, _, context) =>
    text === "true" || text === "false" ? text === "true" : context.fail(`"${text.slice(0, 40)}" is not a boolean`),
  ),
  eval_json: onText((text, _, context) => parseJson(text, (problem) => context.fail(problem))),
} satisfies Record<TextBuiltInName, BuiltIn>;
