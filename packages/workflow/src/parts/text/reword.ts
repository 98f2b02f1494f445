import type { ModelQuestion } from "../../engine/effects.ts";
import { textProblem } from "./compileText.ts";
import { countParts } from "./segments.ts";

/** What texts are reworded for. The instructions differ slightly. */
const rewordTypes = ["sms", "call"] as const;
export type RewordType = (typeof rewordTypes)[number];

const forms: Record<RewordType, string> = { sms: "text message", call: "text that is read aloud on the phone" };

/** The request to a language model to reword a text (spec 2 §7.2). */
export const rewordQuestion = (text: string, type: RewordType): ModelQuestion => ({
  purpose: "reword",
  brief: [
    `You reword one ${forms[type]}. Answer with the reworded text alone: no quotes, no explanation, no alternatives.`,
    "Keep the meaning, the language and the tone. Change no fact, name, number, date, price or address.",
    "Copy everything of the form ${…} and <#…> exactly as it stands, each as often as in the original.",
    "Copy sentences about opting out, such as “Reply STOP to opt out”, exactly. Do not make the text noticeably longer.",
  ].join("\n"),
  turns: [{ role: "user", text }],
});

/** A reworded text, or why it was refused. */
export type Rewording = { text: string } | { refused: string };

const expression = /\$\{[^{}]*\}|<\/?[#@][^>]*>/g;
const address = /\bhttps?:\/\/\S+|\bwww\.\S+/gi;
const figure = /\d+(?:[.,:/-]\d+)*/g;
const optOut = /\b(?:stop|unsubscribe|opt[ -]?out|arr[eê]t|cancelar)\b/i;

/**
 * Checks a reworded text. It must have the same variables, directives, addresses and numbers, and be at most half as long
 * again. Missing opt-out wording is added back.
 */
export function checkRewording(original: string, said: string): Rewording {
  const bare = withoutWrapping(said);
  if (bare === "") return { refused: "it is empty" };
  const lost = lostFrom(original, bare);
  if (lost !== undefined) return { refused: lost };
  const text = withOptOut(original, bare);
  const problem = textProblem(text);
  if (problem !== undefined) return { refused: problem };
  const { length, max } = countParts(text);
  if (length > max) return { refused: `it has ${length} characters, but at most ${max} can be sent` };
  if (text.length > original.length * 1.5 + 40) return { refused: "it is much longer than the original" };
  return { text };
}

/** Models often put their answer in quotes or a code block. */
function withoutWrapping(said: string): string {
  const text = said
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
    .trim();
  const quoted = /^["“”'«]([\s\S]*)["“”'»]$/.exec(text)?.[1];
  return quoted !== undefined && !/["“”«»]/.test(quoted) ? quoted.trim() : text;
}

function lostFrom(original: string, text: string): string | undefined {
  const wanted = sorted(original.match(expression));
  const found = sorted(text.match(expression));
  if (wanted !== found) return "a variable was lost or added";
  const [plainOriginal, plain] = [original.replace(expression, " "), text.replace(expression, " ")];
  for (const link of plainOriginal.match(address) ?? [])
    if (!plain.includes(link)) return `the address ${link} was lost`;
  for (const number of plainOriginal.match(figure) ?? []) if (!plain.includes(number)) return `${number} was lost`;
  return undefined;
}

const sorted = (found: readonly string[] | null): string =>
  [...(found ?? [])]
    .map((one) => one.replace(/\s+/g, ""))
    .sort()
    .join("\n");

/** Sentences about opting out are legally required and must not be lost. */
function withOptOut(original: string, text: string): string {
  const sentences = original.match(/[^.!?\n]+[.!?]*/g) ?? [];
  const lost = sentences.map((one) => one.trim()).filter((one) => optOut.test(one) && !text.includes(one));
  return lost.length === 0 ? text : `${text} ${lost.join(" ")}`;
}
