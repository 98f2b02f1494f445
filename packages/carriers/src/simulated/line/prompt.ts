import type { LinePrompt } from "../../callLine.ts";
import { endlessMs } from "./pace.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** About as fast as people speak. */
const lettersPerSecond = 14;
const shortestMs = 1_200;
/** Length of audio that was not reported yet. */
const unknownSoundMs = 5_000;

/** `isAlone`: it belongs to no verb that listens. */
export function prompt(walk: PhoneWalk, one: LinePrompt, isAlone = false): void {
  walk.change({ now: { is: "prompt", prompt: one, sinceMs: walk.nowMs, ...(isAlone && { alone: true }) } });
  hear(walk, one);
  walk.due(lengthMs(one) * walk.pace);
}

/** Writes down what is heard. */
export function hear(walk: PhoneWalk, one: LinePrompt): void {
  if (one.do === "say")
    walk.notes.push({
      kind: "said",
      text: one.text,
      ...(one.voice && { voice: one.voice }),
      ...(one.speed && { speed: one.speed }),
    });
  else if (one.do === "play") walk.note(one.recorded ? "replayed" : "played", one.url);
}

/** Only the first report of a length counts: repeated ones would hold the call at this prompt without end. */
export function timePrompt(walk: PhoneWalk, seconds: number): void {
  const { now } = walk.line;
  if (now.is !== "prompt" || now.isTimed) return;
  walk.change({ now: { ...now, isTimed: true } });
  walk.due(Math.max(0.2, seconds) * 1_000 * Math.min(1, walk.pace));
}

/** How long a prompt is heard. */
function lengthMs(one: LinePrompt): number {
  if (one.do === "pause") return one.seconds * 1_000;
  if (one.loop === 0) return endlessMs;
  const once =
    one.do === "say"
      ? Math.max(shortestMs, (one.text.length / lettersPerSecond / (one.speed ?? 1)) * 1_000)
      : unknownSoundMs;
  return once * (one.loop ?? 1);
}
