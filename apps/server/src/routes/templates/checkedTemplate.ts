import { mapTexts, type RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { countParts } from "@trunkline/workflow/parts/text/segments.ts";
import { invalid } from "../../http/problem.ts";

/** Checks that a template can be filled, and that its unfilled text is within the limit of its encoding (spec 2 §4.5). */
export function checkTemplate(
  { templateText, templateMediaUrl }: { templateText: string; templateMediaUrl: string | null },
  place = "body",
): void {
  const problem = textProblem(templateText);
  if (problem !== undefined) throw invalid(`Template content is invalid: ${problem}`, `${place}.templateText`);
  const mediaProblem = textProblem(templateMediaUrl ?? "");
  if (mediaProblem !== undefined) throw invalid(`Media URL is invalid: ${mediaProblem}`, `${place}.templateMediaUrl`);
  const { encoding, length, max } = countParts(templateText);
  if (length > max) {
    throw invalid(
      `Template content has ${length} characters, but ${encoding} texts can have at most ${max}. Shorten it.`,
      `${place}.templateText`,
    );
  }
}

/** Checks that every part of an e-mail template can be filled. */
export function checkEmailTemplate(
  { subject, html, text }: { subject: string; html: string; text: string },
  place = "body",
): void {
  for (const [field, label, template] of [
    ["subject", "Subject", subject],
    ["html", "HTML", html],
    ["text", "Plain text", text],
  ] as const) {
    const problem = textProblem(template);
    if (problem !== undefined) throw invalid(`${label} is invalid: ${problem}`, `${place}.${field}`);
  }
}

/** Checks that every text of an RCS message can be filled. */
export function checkRcsTexts(content: RcsContent, place = "body"): void {
  mapTexts(content, (text) => {
    const problem = textProblem(text);
    if (problem !== undefined) throw invalid(`"${text.slice(0, 40)}" is invalid: ${problem}`, `${place}.content`);
    return text;
  });
}
