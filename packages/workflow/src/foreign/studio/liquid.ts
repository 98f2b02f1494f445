import { replyMark } from "../foreignFlow.ts";
import { literal, variableNameOf } from "../readParts.ts";

/** A text with its variables in our notation, and what could not be translated. */
export interface Translated {
  text: string;
  unknown: string[];
}

/** How variables of a Studio flow are named here. Undefined where there is no such value. */
export type NameOf = (path: string) => string | undefined;

const filters: Readonly<Record<string, string>> = {
  upcase: "?upper_case",
  downcase: "?lower_case",
  capitalize: "?cap_first",
  strip: "?trim",
};

/** Translates the Liquid of a text: variables with simple filters. The rest stays as it is written. */
export function translateLiquid(text: string, nameOf: NameOf): Translated {
  const unknown: string[] = [];
  const parts = text.split(/(\{\{.*?\}\}|\{%.*?%\})/s);
  const translated = parts.map((part, index) => {
    if (index % 2 === 0) return literal(part);
    const found = part.startsWith("{{") ? translateOne(part.slice(2, -2), nameOf) : undefined;
    if (found === undefined) unknown.push(part);
    return found ?? literal(part);
  });
  return { text: translated.join(""), unknown };
}

function translateOne(inner: string, nameOf: NameOf): string | undefined {
  const [path = "", ...applied] = inner.split("|").map((one) => one.trim());
  const name = nameOf(path);
  if (name === undefined) return undefined;
  let expression = name;
  let fallback = "''";
  for (const filter of applied) {
    const [, word = "", argument = ""] = /^(\w+)\s*(?::\s*["'](.*)["'])?$/s.exec(filter) ?? [];
    // inside a quoted text these would start a variable too
    if (/[$#]\{/.test(argument)) return undefined;
    if (word === "default") fallback = `'${argument.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
    else if (Object.hasOwn(filters, word)) expression = `(${expression}!'')${filters[word]}`;
    else return undefined;
  }
  // alone, a variable without a value is reported on the step and prints nothing
  if (applied.length === 0) return `\${${name === replyMark ? replyMark : name}}`;
  return name === replyMark ? undefined : `\${${expression}!${fallback}}`;
}

/** The one variable that a text consists of, or undefined. */
export function soleVariable(text: string, nameOf: NameOf): string | undefined {
  const [, path] = /^\s*\{\{\s*([^{}|]+?)\s*\}\}\s*$/.exec(text) ?? [];
  return path === undefined ? undefined : nameOf(path);
}

/** Names the variables of a flow (their paths are in its documentation). `replyOf`: the variable of a widget's answer. */
export function namesOf({ replies, custom }: { replies: ReadonlySet<string>; custom: Set<string> }): NameOf {
  return (path) => {
    const parts = path.split(".").map((part) => part.trim());
    const [root, second, third, ...rest] = parts;
    if (/^(contact\.channel\.address|contact\.address|trigger\.message\.From|trigger\.call\.From)$/.test(path))
      return "phone";
    if (root === "flow" && second === "variables" && third !== undefined && rest.length === 0)
      return variableNameOf(third);
    if (root === "flow" && second === "data" && third !== undefined && rest.length === 0) {
      const field = variableNameOf(third).toLowerCase();
      custom.add(field);
      return field;
    }
    if (root !== "widgets" || second === undefined) return undefined;
    if (third === "inbound" && rest.join(".") === "Body" && replies.has(second)) return answerOf(second);
    if (third === "parsed" && rest.length > 0) return parsedOf(second, rest);
    if (third === "body" && rest.length === 0) return parsedOf(second, []);
    return undefined;
  };
}

/** The variable of a widget's answer. */
export const answerOf = (widget: string): string => `${variableNameOf(widget)}_answer`;
/** The variable of a value in the response of a widget's request. */
export const parsedOf = (widget: string, path: readonly string[]): string =>
  variableNameOf([widget, ...path].join("_")).toLowerCase();
