import { z } from "zod";
import { textProblem } from "../parts/text/compileText.ts";

const expression = /\$\{([^}]*)\}/g;
/** A variable with a text for contacts that lack it. More could hide an address. */
const plainExpression = /^\s*[A-Za-z_][\w.]*\s*(?:!\s*(?:'[^'${}<>]*'|"[^"${}<>]*")?)?\s*$/;

/** A text without HTML, directives and invisible characters. */
export const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .superRefine((text, at) => {
      const message = whyNotPlain(text);
      if (message !== undefined) at.addIssue({ code: "custom", message });
    });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Why a text of a model cannot be used anywhere, or undefined. */
export function whyNotPlain(text: string): string | undefined {
  if (/<\s*[a-z/!?#@]/i.test(text)) return "must not contain HTML or directives";
  if (/\[[#=@/]/.test(text)) return "must not contain HTML or directives";
  if (unseen.test(text)) return "must not contain invisible characters";
  const rest = text.replace(expression, "");
  if (rest.includes("${") || rest.includes("#{")) return "has a variable that is not closed";
  for (const [, inside = ""] of text.matchAll(expression))
    if (!plainExpression.test(inside)) return "may only contain plain variables such as ${firstName!'there'}";
  const problem = textProblem(text);
  return problem === undefined ? undefined : `is not valid: ${problem}`;
}
