import { ownValue } from "../parts/ownValue.ts";

/** An object of a foreign file, read by its own keys only. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const fieldsAt = (of: Fields, key: string): Fields => {
  const value = ownValue(of, key);
  return isFields(value) ? value : {};
};
/** The objects of a list. Anything else in it is left out. */
export const listAt = (of: Fields, key: string): Fields[] => {
  const value = ownValue(of, key);
  return Array.isArray(value) ? value.filter(isFields) : [];
};
/** A text. Both formats write numbers and flags as text or as themselves. */
export const textAt = (of: Fields, key: string): string => {
  const value = ownValue(of, key);
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
};
export const textsAt = (of: Fields, key: string): string[] => {
  const value = ownValue(of, key);
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string" || typeof one === "number").map(String)
    : [];
};

/** A name for a variable: letters, digits and underscores, beginning with a letter. */
export function variableNameOf(text: string): string {
  const name = text
    .trim()
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) ? name.slice(0, 90) : `x_${name.slice(0, 88)}`;
}

/** A text of the file in which nothing starts a variable or a directive of ours. */
export const literal = (text: string): string =>
  text.replace(/\$\{|#\{|<(?=\/?[#@])/g, (found) => (found === "<" ? `\${"<"}` : `\${"${found[0]}"}{`));

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\s]+/g;

/** A name on one line, without characters that no name needs. */
export const nameOf = (text: string, most: number): string => text.replace(unseen, " ").trim().slice(0, most).trim();
