import type { z } from "zod";
import { ownValue } from "../ownValue.ts";

/** Missing values, wrong types and bounds, as text that follows the field's name. Other errors have their schema's own text. */
export const plainErrors: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type")
    return issue.input === undefined ? "is required" : `must be ${article(issue.expected)}`;
  if (issue.code === "invalid_value")
    return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_big" && issue.origin === "string") return `must have at most ${issue.maximum} characters`;
  if (issue.code === "too_big" && issue.origin === "array") return `must have at most ${issue.maximum} entries`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "too_small" && issue.origin === "string")
    return issue.minimum === 1 ? "is required" : `must have at least ${issue.minimum} characters`;
  if (issue.code === "too_small" && issue.origin === "array") return `must have at least ${issue.minimum} entries`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  return undefined;
};

const typeWords: Record<string, string> = { int: "whole number", array: "list", record: "object" };

function article(type: string): string {
  const word = ownValue(typeWords, type) ?? type;
  return `${/^[aeio]/.test(word) ? "an" : "a"} ${word}`;
}

/** An error after the name of its field: `x must be a number`. Messages defined in schemas are complete sentences. */
export const sayOf = (name: string, message: string): string =>
  /^(must|is) /.test(message) ? `${name} ${message}` : message;
