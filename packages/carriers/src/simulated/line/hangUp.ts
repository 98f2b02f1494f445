import { endCall, isEnding } from "./endCall.ts";
import type { PhoneWalk } from "./phoneWalk.ts";
import { endRecording } from "./record.ts";

/** One side hangs up. What was being said is saved first. */
export function hangUp(walk: PhoneWalk, words: string): void {
  const { now } = walk.line;
  if (isEnding(walk.line)) return;
  walk.endsLegs = true;
  walk.note("note", words);
  walk.change({ todo: [], prompts: [], targets: [] });
  if (now.is === "recording" && now.hasMicrophone) {
    endRecording(walk, true);
    return;
  }
  if (now.is === "saving") {
    walk.change({ now: { ...now, hungUp: true } });
    return;
  }
  if (now.is === "recording" && walk.makesRecording === null)
    walk.makesRecording = Math.max(1, Math.round((walk.nowMs - now.sinceMs) / 1_000));
  endCall(walk);
}
