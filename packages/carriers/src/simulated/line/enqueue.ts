import type { LineVerb } from "../../callLine.ts";
import { connect } from "./dial.ts";
import { endlessMs } from "./pace.ts";
import type { PhoneWalk } from "./phoneWalk.ts";
import { hear } from "./prompt.ts";

/** Longest talk. */
const talkMs = 14_400_000;

/** The caller waits for a user, and hears that they can be called back instead. */
export function enqueue(walk: PhoneWalk, verb: Extract<LineVerb, { do: "enqueue" }>): void {
  walk.note("note", `Waits for ${verb.queue}`);
  for (const prompt of verb.offer?.prompts ?? []) hear(walk, prompt);
  walk.change({ now: { is: "queued", queue: verb.queue, sinceMs: walk.nowMs } });
  walk.due(endlessMs * walk.pace);
}

/** Whether a key asks for a call back. */
export function isOffered({ line: { now, todo } }: PhoneWalk, key: string): boolean {
  const [first] = todo;
  return now.is === "queued" && first?.do === "enqueue" && first.offer?.key === key;
}

/** A user answered. The caller hears no more of the prompts before the queue. */
export function pick(walk: PhoneWalk, by: string): void {
  const { now, todo, recordsCall } = walk.line;
  const at = todo.findIndex((verb) => verb.do === "enqueue");
  if (at < 0 || (now.is !== "queued" && now.is !== "prompt")) return;
  const recordCall = todo.slice(0, at).find((verb) => verb.do === "recordCall");
  walk.change({
    todo: todo.slice(at),
    recordsCall: recordsCall || recordCall !== undefined,
    ...(recordCall && { callFormat: recordCall.format }),
  });
  connect(walk, by);
  walk.reports.push({ type: "connected", with: by });
  walk.due(talkMs);
}

export function hold(walk: PhoneWalk, isHeld: boolean): void {
  const { now } = walk.line;
  if (now.is !== "connected") return;
  walk.note("note", isHeld ? "On hold" : "Back from hold");
  const { held: _held, ...talking } = now;
  walk.change({ now: { ...talking, ...(isHeld && { held: true as const }) } });
}

const leaving = { leave: "No one answered", bridged: "The other side hung up", handedOn: "Transferred" } as const;

/** The caller no longer waits for a user, or speaks with one. */
export function leaveQueue(walk: PhoneWalk, result: keyof typeof leaving): void {
  const { now, todo } = walk.line;
  if (todo[0]?.do !== "enqueue" || (now.is !== "queued" && now.is !== "connected")) return;
  // a phone that rings or talks for the user ends with their part
  walk.endsLegs = now.is === "connected" && (now.byPhone === true || now.consult?.isPhone === true);
  walk.note("note", leaving[result]);
  walk.done(result === "handedOn" ? null : { type: "leftQueue", result, seconds: walk.since(now.sinceMs) });
}
