import { replyMark } from "../foreignFlow.ts";
import { literal, variableNameOf } from "../readParts.ts";
import type { Translated } from "../studio/liquid.ts";

const roots =
  "contact|fields|results|locals|input|urns|globals|run|child|parent|trigger|webhook|node|resume|ticket|legacy_extra";
const expression = new RegExp(`(@@|@\\((?:[^()]|\\([^()]*\\))*\\)|@(?:${roots})(?:\\.\\w+)*)`);

const plain: Readonly<Record<string, string>> = {
  "contact.first_name": "${firstName}",
  "contact.name": "${firstName!''} ${lastName!''}",
  contact: "${firstName!''} ${lastName!''}",
  "contact.tel": "${phone}",
  "contact.urn": "${phone}",
  "urns.tel": "${phone}",
  input: `\${${replyMark}}`,
  "input.text": `\${${replyMark}}`,
};

/** The variable that an expression names, or undefined where there is no such value or more is calculated. */
export function variableOf(written: string, custom: Set<string>): string | undefined {
  const path = written.trim().replace(/^@\(?\s*|\s*\)$/g, "");
  if (!/^[a-z_]\w*(\.\w+)*$/i.test(path)) return undefined;
  if (path === "input" || path === "input.text") return replyMark;
  if (/^(contact\.(tel|urn)|urns\.tel)$/.test(path)) return "phone";
  if (path === "contact.first_name" || path === "contact.name" || path === "contact") return "firstName";
  if (path === "contact.language") return field("language", custom);
  const [, fieldName] = /^(?:contact\.)?fields\.(\w+)$/.exec(path) ?? [];
  if (fieldName !== undefined) return field(fieldName, custom);
  const [, result, part = ""] =
    /^(?:results|locals)\.(\w+?)(?:\.(value|input|category|category_localized))?$/.exec(path) ?? [];
  if (result === undefined) return undefined;
  return part.startsWith("category") ? categoryOf(result) : resultOf(result);
}

const field = (name: string, custom: Set<string>): string => {
  const own = variableNameOf(name).toLowerCase();
  custom.add(own);
  return own;
};

/** The variable of a result, and of its category. Results are named in words and read in snake case. */
export const resultOf = (name: string): string => variableNameOf(name).toLowerCase();
export const categoryOf = (name: string): string => `${resultOf(name)}_category`;

/** Translates the expressions of a text that name one value. The rest stays as it is written. */
export function translateExpressions(text: string, custom: Set<string>): Translated {
  const unknown: string[] = [];
  const translated = text.split(expression).map((part, index) => {
    if (index % 2 === 0) return literal(part);
    if (part === "@@") return "@";
    const path = part.replace(/^@\(?\s*|\s*\)$/g, "");
    const whole = Object.hasOwn(plain, path) ? plain[path] : undefined;
    if (whole !== undefined) return whole;
    const name = variableOf(part, custom);
    if (name === undefined) unknown.push(part);
    return name === undefined ? literal(part) : `\${${name}}`;
  });
  return { text: translated.join(""), unknown };
}
