import { mapTexts, type RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { countParts } from "@trunkline/workflow/parts/text/segments.ts";
import { invalid } from "../../http/problem.ts";

/** A template that can be sent: its text and address can be filled in, and it keeps the limits by encoding (spec 2 §4.5) before they are. */
export function checkTemplate(
  { templateText, templateMediaUrl }: { templateText: string; templateMediaUrl: string | null },
  place = "body",
): void {
  const problem = textProblem(templateText);
  if (problem !== undefined) throw invalid(`Template content cannot be read: ${problem}`, `${place}.templateText`);
  const mediaProblem = textProblem(templateMediaUrl ?? "");
  if (mediaProblem !== undefined)
    throw invalid(`Media URL cannot be read: ${mediaProblem}`, `${place}.templateMediaUrl`);
  const { encoding, length, max } = countParts(templateText);
  if (length > max) {
    throw invalid(
      `Template content has ${length} characters, but ${encoding} texts can have at most ${max}. Shorten it.`,
      `${place}.templateText`,
    );
  }
}

/** An RCS message whose every text can be filled in for a contact. */
export function checkRcsTexts(content: RcsContent, place = "body"): void {
  mapTexts(content, (text) => {
    const problem = textProblem(text);
    if (problem !== undefined) throw invalid(`"${text.slice(0, 40)}" cannot be read: ${problem}`, `${place}.content`);
    return text;
  });
}
