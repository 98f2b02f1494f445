import { type DateValue, formatDate } from "./dates.ts";
import type { Decimal } from "./decimal.ts";
import { formatGrouped } from "./formatNumber.ts";

/** What a template computes with. Hashes are Maps: there is no prototype to reach. */
export type Value = string | boolean | Decimal | DateValue | Value[] | Map<string, Value>;

export const isDecimal = (value: Value): value is Decimal =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Map) && "digits" in value;

export const isDate = (value: Value): value is DateValue =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof Map) && "shows" in value;

/** What a value is, for messages. */
export function typeOf(value: Value): string {
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a boolean";
  if (Array.isArray(value)) return "a sequence";
  if (value instanceof Map) return "a hash";
  return isDecimal(value) ? "a number" : "a date";
}

/**
 * How a value prints; undefined when it cannot. Numbers are grouped as in the US with at most three decimals, as
 * FreeMarker's default in that locale: ids and phone numbers need `?c` or have to be texts.
 */
export function showValue(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Array.isArray(value) || value instanceof Map) return undefined;
  return isDecimal(value) ? formatGrouped(value) : formatDate(value);
}
