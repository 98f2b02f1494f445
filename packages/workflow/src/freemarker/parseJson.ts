import { limits } from "./budget.ts";
import { parseDecimal } from "./decimal.ts";
import type { Value } from "./values.ts";

/**
 * Parses JSON as template data. Objects become Maps, so that a key like `__proto__` is harmless. null becomes the empty
 * text, because FreeMarker has no null. Numbers have JavaScript's precision.
 */
export function parseJson(text: string, fail: (problem: string) => never): Value {
  let count = 0;
  const convert = (value: unknown, depth: number): Value => {
    if (++count > limits.items || depth > limits.depth) fail("the JSON is too large");
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return parseDecimal(String(value)) ?? fail("the JSON holds a number out of range");
    if (Array.isArray(value)) return value.map((item) => convert(item, depth + 1));
    if (value === null || typeof value !== "object") return "";
    return new Map(Object.entries(value).map(([key, item]) => [key, convert(item, depth + 1)]));
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fail("is not JSON");
  }
  return convert(parsed, 0);
}
