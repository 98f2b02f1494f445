import { unnamedPlace } from "./namedPlaces.ts";

const longestExplanation = 20_000;

/** Reads the untrusted explanation of a workflow: plain text without addresses that the workflow does not have. */
export function readExplanation(
  said: string,
  known: string,
): { ok: true; text: string } | { ok: false; refused: string } {
  const text = said.trim();
  if (text === "") return { ok: false, refused: "The answer is empty" };
  if (text.length > longestExplanation)
    return {
      ok: false,
      refused: `The answer has ${text.length} characters, but at most ${longestExplanation} are read`,
    };
  // texts of the workflow are quoted with whatever variables and directives they have
  if (/<\s*\/?[a-z!?]/i.test(text)) return { ok: false, refused: "The answer contains HTML" };
  const place = unnamedPlace([text], known);
  return place === undefined
    ? { ok: true, text }
    : { ok: false, refused: `The answer contains ${place}, which is not in the workflow` };
}
