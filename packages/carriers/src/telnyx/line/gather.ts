import type { LineVerb } from "../../callLine.ts";
import { gatherAction } from "../lineVerbs.ts";
import { lead } from "./prompt.ts";
import { stopPlayback, type TelnyxWalk } from "./telnyxWalk.ts";

type Gather = Extract<LineVerb, { do: "gather" }>;

/** Gathers keys. Only the last prompt is heard by the command that gathers. */
export function gather(walk: TelnyxWalk, verb: Gather): void {
  const action = gatherAction(verb, walk.line.keys, walk.place);
  if (action === null) {
    lead(walk, verb);
    return;
  }
  walk.change({ waits: { for: "digits" }, todo: [verb, ...walk.line.todo] });
  walk.command(action);
}

/** A key that is pressed before the command that gathers, or that it does not count. */
export function addKey(walk: TelnyxWalk, verb: Gather, key: string): void {
  const { waits, keys: known, todo } = walk.line;
  if (waits.for !== "lead" && waits.for !== "digits") return;
  // the command that gathers several keys counts them itself
  if (waits.for === "digits" && verb.numDigits !== 1) return;
  const keys = key === verb.finishOnKey ? known : known + key;
  if (waits.for === "lead") walk.command(stopPlayback);
  if (key === verb.finishOnKey || keys.length >= (verb.numDigits ?? 128)) {
    endGather(walk, keys);
    return;
  }
  walk.change({ keys, todo: todo.slice(1) });
  gather(walk, { ...verb, prompts: [] });
}

export function endGather(walk: TelnyxWalk, digits: string): void {
  walk.change({ todo: walk.line.todo.slice(1), keys: "" });
  walk.done({ type: "digits", digits });
}
