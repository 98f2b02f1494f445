import type { LinePrompt, LineVerb } from "../../callLine.ts";
import { cutSay, promptAction } from "../lineVerbs.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** What is heard alone. A text that is too long for one command continues with the next. */
export function prompt(walk: TelnyxWalk, given: LinePrompt): void {
  const [first, ...rest] = given.do === "say" ? cutSay(given) : [given];
  walk.change({ waits: { for: "prompt" }, todo: [...rest, ...walk.line.todo] });
  hear(walk, first);
}

/** The first prompt of a verb that listens, which continues with the others. */
export function lead(walk: TelnyxWalk, verb: Extract<LineVerb, { do: "gather" | "listen" }>): void {
  const [first, ...others] = verb.prompts;
  if (first === undefined) return;
  const [now, ...rest] = first.do === "say" ? cutSay(first) : [first];
  walk.change({
    waits: { for: "lead" },
    todo: [{ ...verb, prompts: [...rest, ...others] }, ...walk.line.todo],
  });
  hear(walk, now);
}

function hear(walk: TelnyxWalk, one: LinePrompt): void {
  if (one.do !== "pause") {
    walk.command(promptAction(one, walk.place));
    return;
  }
  walk.number();
  walk.alarm(Math.max(1, one.seconds) * 1_000);
}
