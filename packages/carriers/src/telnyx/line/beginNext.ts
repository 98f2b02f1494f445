import type { LineVerb } from "../../callLine.ts";
import { recordCallAction } from "../lineVerbs.ts";
import { pickUp } from "./answer.ts";
import { dial } from "./dial.ts";
import { enqueue } from "./enqueue.ts";
import { gather } from "./gather.ts";
import { hangUp } from "./hangUp.ts";
import { listen } from "./listen.ts";
import { prompt } from "./prompt.ts";
import { record } from "./record.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** Begins the next verb. */
export function beginNext(walk: TelnyxWalk): void {
  walk.proceeds = false;
  const [verb, ...todo] = walk.line.todo;
  if (verb === undefined) {
    walk.done({ type: "finished" });
    return;
  }
  if (walk.line.isRinging) {
    pickUp(walk, verb);
    return;
  }
  walk.change({ todo });
  begin(walk, verb);
}

function begin(walk: TelnyxWalk, verb: LineVerb): void {
  switch (verb.do) {
    case "say":
    case "play":
    case "pause":
      prompt(walk, verb);
      return;
    case "recordCall":
      // it reports nothing before the call has ended
      walk.command(recordCallAction(verb.format));
      walk.proceeds = true;
      return;
    case "gather":
      gather(walk, verb);
      return;
    case "listen":
      listen(walk, verb);
      return;
    case "record":
      record(walk, verb);
      return;
    case "dial":
      dial(walk, verb);
      return;
    case "enqueue":
      enqueue(walk, verb);
      return;
    case "reject":
    case "hangUp":
      hangUp(walk);
  }
}
