import { RE2JS } from "re2js";
import { remembered } from "../remembered.ts";

// longer patterns and texts are refused, because even a linear engine has a cost
const maxPattern = 256;
const maxRegexInput = 1600;

const compiled = remembered((pattern): RE2JS | false => {
  if (pattern.length > maxPattern) return false;
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return false;
  }
});

/** The error of a regular expression, or undefined. Look-around and back-references are not supported. */
export function regexProblem(pattern: string): string | undefined {
  if (pattern.length > maxPattern) return `A regular expression can have at most ${maxPattern} characters`;
  return compiled(pattern) === false ? "This regular expression is not valid or not supported" : undefined;
}

/** Whether a pattern matches a text. An invalid pattern matches nothing. */
export function isMatch(text: string, pattern: string): boolean {
  const program = compiled(pattern);
  return program !== false && text.length <= maxRegexInput && program.matcher(text).find();
}
