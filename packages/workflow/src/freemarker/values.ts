import { type DateValue, formatDate } from "./dates.ts";
import type { Decimal } from "./decimal.ts";
import { formatGrouped } from "./formatNumber.ts";

/** Values in templates. Hashes are Maps, so that no prototype can be reached. */
export type Value = string | boolean | Decimal | DateValue | Value[] | Map<string, Value>;

export const isDecimal = (value: Value): value is Decimal =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Map) && "digits" in value;

export const isDate = (value: Value): value is DateValue =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Map) && "shows" in value;

/** The type of a value, for messages. */
export function typeOf(value: Value): string {
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a boolean";
  if (Array.isArray(value)) return "a sequence";
  if (value instanceof Map) return "a hash";
  return isDecimal(value) ? "a number" : "a date";
}

/**
 * The text of a value, or undefined when it has none. Numbers are grouped as in the US with at most three decimals,
 * FreeMarker's default for that locale. Ids and phone numbers need `?c` or must be texts.
 */
export function showValue(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Array.isArray(value) || value instanceof Map) return undefined;
  return isDecimal(value) ? formatGrouped(value) : formatDate(value);
}
