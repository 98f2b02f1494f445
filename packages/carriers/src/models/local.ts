import type { LocalModel, ModelQuestion } from "./languageModel.ts";

/** Words that mean the same, for the local model's rewording. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\bHi\b/g, "Hello"],
  [/\bHello\b/g, "Hi"],
  [/\bThanks\b/g, "Thank you"],
  [/\bthanks\b/g, "thank you"],
  [/\bDon't\b/g, "Do not"],
  [/\bdon't\b/g, "do not"],
  [/\bwe're\b/g, "we are"],
  [/\bWe're\b/g, "We are"],
  [/\byou're\b/g, "you are"],
  [/\bit's\b/g, "it is"],
  [/\bWelcome\b/g, "A warm welcome"],
  [/\bsee you\b/g, "we look forward to seeing you"],
  [/\bends soon\b/g, "is nearly over"],
];

/** A model without a model, for the demo and for tests: the same question always has the same answer, and nothing leaves the machine. */
export const localModel: LocalModel = {
  answer: (question) =>
    question.purpose === "reword" ? reword(question.turns.at(-1)?.text ?? "") : converse(question),
};

/** The first words that have others are changed; a text without any is introduced. */
function reword(text: string): string {
  for (const [pattern, word] of synonyms) if (pattern.test(text)) return text.replace(pattern, word);
  return `A quick note: ${text}`;
}

const farewell = /\b(?:bye|thanks?|thank you|no(?:,? thanks)?|that'?s all)\b/i;

/** The question that asks the model to begin. */
const opening = /^\(The contact has not written yet/;
/** A time that the contact writes as `2027-03-12 15:00`. */
const moment = /\b(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})\b/;

function converse({ brief, turns }: ModelQuestion): string {
  const said = turns.at(-1)?.text.trim() ?? "";
  if (farewell.test(said)) return "You are welcome. Have a good day! [END]";
  const [, facts = ""] = brief.split("\n");
  if (opening.test(said)) return `Hello! ${facts.slice(0, 200)}`.trim();
  const [, date, time] = brief.includes("[TIME") ? (moment.exec(said) ?? []) : [];
  if (date !== undefined) return `Agreed: ${date} at ${time}. [TIME ${date}T${time}]`;
  return said.endsWith("?")
    ? `You asked: ${said.slice(0, 120)} Here is what I know: ${facts.slice(0, 160)}`
    : `Thank you for your message. ${facts.slice(0, 200)}`.trim();
}
