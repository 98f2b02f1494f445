import type { HandsetCall, HandsetText } from "@trunkline/contract/simulator/simulator.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Texts of the last minute are read again: their status may change, and a text with an earlier id may only be stored now. */
const patienceMs = 60_000;

/** The text to poll from: the last one before the last minute. */
export function sinceOf(texts: readonly HandsetText[], now: number): string | undefined {
  const recent = texts.findIndex(({ at }) => now - Date.parse(at) < patienceMs);
  return (recent === -1 ? texts.at(-1) : texts[recent - 1])?.id;
}

/** Merges polled texts into the thread: updates known texts and appends new ones. */
export function mergeTexts(before: readonly HandsetText[], read: readonly HandsetText[]): HandsetText[] {
  const byId = new Map([...before, ...read].map((text) => [text.id, text]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Texts and calls of a handset by time. */
export const threadOf = (
  texts: readonly HandsetText[],
  calls: readonly HandsetCall[],
): ({ text: HandsetText } | { call: HandsetCall })[] =>
  [...texts.map((text) => ({ text, at: text.at })), ...calls.map((call) => ({ call, at: call.at }))].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );

const failures: Readonly<Record<string, string>> = {
  "0001": "delivered after 20 to 40 seconds",
  "0002": "accepted, but no delivery receipt arrives",
  "0003": "undelivered: handset unreachable (30003)",
  "0005": "undelivered: unknown handset (30005)",
  "0006": "undelivered: landline (30006)",
  "0007": "undelivered: filtered as spam (30007)",
  "0029": "throttled once, then delivered",
  "0033": "delivered, with duplicate receipts out of order",
  "0040": "RCS: not supported by the handset (404)",
  "0041": "RCS: texts and pictures only, no cards (400)",
  "0042": "RCS: accepted, then revoked",
  "0043": "RCS: delivered, never read",
  "0050": "rejected immediately: not a valid number",
  "0060": "called: a person answers and listens",
  "0061": "called: busy",
  "0062": "called: no answer",
  "0063": "called: an answering machine with a beep",
  "0064": "called: an answering machine without a beep",
  "0065": "called: a fax",
  "0066": "called: rejected immediately, not a valid number",
  "0067": "called: declines",
  "0068": "called: answers and presses 1",
  "0069": "called: answers and hangs up early",
  "0098": "lost: ends as unknown",
  "0099": "accepted, but the response is lost: in doubt, then delivered",
};

/** The effects of the last digits of a number (docs/simulated-carrier.md). */
export const suffixes: readonly (readonly [string, string])[] = Object.entries(failures);
export const suffixOf = (phone: string): string | undefined => ownValue(failures, phone.slice(-4));

/** Describes one entry of a call's log. */
export function describeNote({ kind, text }: HandsetCall["log"][number]): string {
  switch (kind) {
    case "said":
    case "beep":
    case "note":
      return text;
    case "key":
      return `Key ${text}`;
    case "played":
      return `Plays ${text.split("/").at(-1) ?? text}`;
    case "replayed":
      return "Plays the last recording";
    case "recorded":
      return "Recording saved";
  }
}
