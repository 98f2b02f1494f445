import { RE2JS } from "re2js";
import { remembered } from "../remembered.ts";

// longer patterns and texts than a message are refused: the engine is linear, but not free
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

/** What is wrong with a regular expression; undefined when nothing is. Look-around and back-references are not there. */
export function regexProblem(pattern: string): string | undefined {
  if (pattern.length > maxPattern) return `A regular expression has at most ${maxPattern} characters`;
  return compiled(pattern) === false ? "Not a regular expression that can be used here" : undefined;
}

/** Whether a pattern is found in a text; one that cannot be used is found nowhere. */
export function isMatch(text: string, pattern: string): boolean {
  const program = compiled(pattern);
  return program !== false && text.length <= maxRegexInput && program.matcher(text).find();
}
