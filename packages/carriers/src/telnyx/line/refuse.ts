import { refuseDial } from "./dial.ts";
import { endGather } from "./gather.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** The provider does not carry out the last command: the call continues as if it had come to nothing. */
export function refuse(walk: TelnyxWalk, leg: number | undefined): void {
  const { waits, keys, todo } = walk.line;
  switch (waits.for) {
    case "prompt":
    case "lead":
      walk.proceeds = true;
      return;
    case "digits":
      endGather(walk, keys);
      return;
    case "speech":
      walk.done({ type: "speech", speech: "" });
      return;
    case "recording":
      walk.change({ todo: todo.slice(1) });
      walk.done({ type: "recorded", seconds: 0 });
      return;
    case "dial":
      refuseDial(walk, leg);
      return;
    case "room":
      walk.done({ type: "dialEnded", status: "failed", seconds: 0 });
      return;
    case "queue":
      walk.done({ type: "leftQueue", result: "error", seconds: 0 });
      return;
    default:
      return;
  }
}
