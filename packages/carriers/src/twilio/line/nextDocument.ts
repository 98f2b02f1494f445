import type { LineVerb } from "../../callLine.ts";
import { type DocumentPlace, hangUpDocument, longestDocument, waitingDocument, writeDocument } from "../twiml.ts";
import { dialWaits } from "./dial.ts";
import type { TwilioLine, Waits } from "./twilioLine.ts";

/** Whether a request is for a document that the line has written already. */
export const isRepeated = ({ step, waits }: TwilioLine, asked: number): boolean =>
  waits.for === "nothing" || asked <= step;

/**
 * Writes the next document from the verbs of the line. Each has a number, so that a repeated request gets the same document
 * and reports nothing. `isTooLong`: the provider would not read it.
 */
export function nextDocument(
  line: TwilioLine,
  place: DocumentPlace,
  nowMs: number,
): { line: TwilioLine; isTooLong: boolean } {
  const { todo, waits, step } = line;
  if (waits.for === "nothing" || waits.for === "end")
    return { line: { ...line, document: hangUpDocument }, isTooLong: false };
  const isFirst = step === 0;
  if (todo.length === 0)
    return { line: { ...line, step: step + 1, document: waitingDocument(place.next) }, isTooLong: false };
  const document = writeDocument(todo, place, isFirst);
  const isTooLong = new TextEncoder().encode(document).length > longestDocument;
  // after an offer, the caller continues to wait
  const next = waits.for === "queue" && todo[0]?.do === "enqueue" ? waits : waitsOf(todo, nowMs);
  return { line: { ...line, step: step + 1, todo: [], document, waits: next }, isTooLong };
}

/** What the provider does with verbs: the last one can wait. */
function waitsOf(verbs: readonly LineVerb[], nowMs: number): Waits {
  const last = verbs.at(-1);
  switch (last?.do) {
    case "gather":
      return { for: "digits" };
    case "listen":
      return { for: "speech" };
    case "record":
      return { for: "recording", format: last.format };
    case "dial":
      return dialWaits(last);
    case "enqueue":
      return {
        for: "queue",
        sinceMs: nowMs,
        music: last.music ?? null,
        ...(last.offer && { offerKey: last.offer.key }),
      };
    case "reject":
    case "hangUp":
      return { for: "end" };
    default:
      return { for: "prompts" };
  }
}
