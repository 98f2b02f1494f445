import type { LineVerb } from "../../callLine.ts";
import { listenAction } from "../lineVerbs.ts";
import { lead } from "./prompt.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** Who speaks has this long to continue. */
const speechMs = 10_000;

/** Hears what the caller says, after the prompts and the beep. */
export function listen(walk: TelnyxWalk, verb: Extract<LineVerb, { do: "listen" }>): void {
  if (verb.prompts.length > 0) {
    lead(walk, verb);
    return;
  }
  if (verb.beep) {
    lead(walk, { ...verb, beep: false, prompts: [{ do: "play", url: walk.place.beep }] });
    return;
  }
  walk.change({ waits: { for: "speech" } });
  walk.command(listenAction(walk.place.languageOf(undefined)));
  walk.alarm(Math.max(1, verb.timeoutSeconds) * 1_000);
}

/** Words of the caller. */
export function hearWords(walk: TelnyxWalk, words: string, isFinal: boolean): void {
  if (walk.line.waits.for !== "speech") return;
  if (isFinal) {
    endListen(walk, words);
    return;
  }
  // a new number, so that the time begins again
  walk.number();
  walk.alarm(speechMs);
}

export function endListen(walk: TelnyxWalk, speech: string): void {
  walk.command({ action: "transcription_stop", body: {} });
  walk.done({ type: "speech", speech });
}
