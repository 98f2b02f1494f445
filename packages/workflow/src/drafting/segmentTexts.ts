import { z } from "zod";
import { parseJson } from "../parts/text/jsonText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";
import { countSegments, type Encoding, encodingOf, encodingSizes, lengthIn } from "../parts/text/segments.ts";
import { longestAnswer } from "./draftAnswer.ts";
import { unnamedPlace } from "./namedPlaces.ts";
import { whyNotPlain } from "./plainText.ts";

const mostVariants = 8;
const answer = z.strictObject({ texts: z.array(z.string().trim().min(1).max(1_600)).min(1).max(mostVariants) });

/** A variant of a text with its size. Variables count as they are written. */
interface SegmentText {
  text: string;
  encoding: Encoding;
  length: number;
  /** What fits into one segment of this encoding. */
  most: number;
  segments: number;
}

/** Variants of one segment each, and why others were left out. */
export type ReadTexts = { ok: true; texts: SegmentText[]; leftOut: string[] } | { ok: false; refused: string };

/** Parses the untrusted answer of a model. Texts of more than one segment, and with addresses that are not in `known`, are left out. */
export function readTexts(said: string, known: string): ReadTexts {
  if (said.length > longestAnswer)
    return { ok: false, refused: `The answer has ${said.length} characters, but at most ${longestAnswer} are read` };
  const fenced = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(said.trim());
  const json = parseJson(fenced?.[1] ?? said.trim());
  if (!json.ok) return { ok: false, refused: `The answer is not JSON: at ${json.message}` };
  const parsed = answer.safeParse(json.value, { error: plainErrors });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.code === "unrecognized_keys") return { ok: false, refused: "The answer has unknown properties" };
    return { ok: false, refused: sayOf(issue?.path.join(".") || "The answer", issue?.message ?? "is not valid") };
  }
  const texts: SegmentText[] = [];
  const leftOut: string[] = [];
  for (const text of new Set(parsed.data.texts)) {
    const why = whyNotUsed(text, known);
    if (why === undefined) texts.push(measured(text));
    else leftOut.push(why);
  }
  return texts.length === 0
    ? { ok: false, refused: `No text can be used: ${leftOut[0]}` }
    : { ok: true, texts, leftOut };
}

function whyNotUsed(text: string, known: string): string | undefined {
  const problem = whyNotPlain(text);
  if (problem !== undefined) return `a text ${problem}`;
  const place = unnamedPlace([text], known);
  if (place !== undefined) return `a text contains ${place}, which you have not named`;
  const { segments } = measured(text);
  return segments > 1 ? `a text has ${segments} segments` : undefined;
}

function measured(text: string): SegmentText {
  const encoding = encodingOf(text);
  return {
    text,
    encoding,
    length: lengthIn(encoding, text),
    most: encodingSizes[encoding].single,
    segments: countSegments(text),
  };
}
