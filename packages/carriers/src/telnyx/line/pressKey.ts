import { askCallback, isOffered } from "./enqueue.ts";
import { addKey } from "./gather.ts";
import { stopRecording } from "./record.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** The caller pressed a key, which counts for the verb under way. */
export function pressKey(walk: TelnyxWalk, key: string): void {
  const [verb] = walk.line.todo;
  if (isOffered(walk.line, key)) askCallback(walk);
  else if (verb?.do === "record") stopRecording(walk, verb, key);
  else if (verb?.do === "gather") addKey(walk, verb, key);
}
