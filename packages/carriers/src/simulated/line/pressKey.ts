import { isOffered } from "./enqueue.ts";
import { addKey } from "./listen.ts";
import type { PhoneWalk } from "./phoneWalk.ts";
import { endRecording } from "./record.ts";

/** A key is pressed at the phone, which counts for the verb under way. */
export function pressKey(walk: PhoneWalk, key: string): void {
  const { now } = walk.line;
  if (now.is === "ringing" || now.is === "ending" || now.is === "saving" || now.is === "over") return;
  walk.note("key", key);
  if (now.is === "recording") {
    if (key === now.finishOnKey) endRecording(walk);
  } else if (isOffered(walk, key)) walk.done({ type: "askedCallback" });
  else addKey(walk, key);
}
