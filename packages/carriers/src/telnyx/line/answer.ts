import type { LineAnswer, LineVerb } from "../../callLine.ts";
import type { CallHappened } from "../callEvents.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

// From the first ring to the moment at which it is clear who answered.

/** A machine whose greeting ends without a beep gets the message after this long. */
const greetingMs = 30_000;

/** An inbound call has arrived. It rings until its first verb. */
export function arrive(walk: TelnyxWalk): void {
  walk.change({ waits: { for: "verbs" }, answeredAtMs: walk.nowMs });
  walk.reports.push({ type: "answered", by: "human" });
}

/** Answers an inbound call for its first verb, or refuses it. */
export function pickUp(walk: TelnyxWalk, verb: LineVerb): void {
  if (verb.do === "reject") {
    walk.change({ waits: { for: "end" }, todo: [] });
    walk.command({ action: "reject", body: { cause: verb.reason === "busy" ? "USER_BUSY" : "CALL_REJECTED" } });
    return;
  }
  walk.change({ waits: { for: "pickUp" } });
  walk.command({ action: "answer", body: {} });
}

/** The call is answered, by the contact or by the product. */
export function answer(walk: TelnyxWalk): void {
  const { waits, detects, answeredAtMs } = walk.line;
  if (waits.for === "pickUp") {
    walk.change({ isRinging: false });
    walk.proceeds = true;
    return;
  }
  if (waits.for !== "answer" || answeredAtMs !== null) return;
  walk.change({ answeredAtMs: walk.nowMs });
  if (detects === null) find(walk, "human");
}

/** The provider says who answered. */
export function detect(walk: TelnyxWalk, by: Extract<CallHappened, { type: "detected" }>["by"]): void {
  const { waits, detects } = walk.line;
  if (waits.for !== "answer") return;
  if (by !== "machine") find(walk, by);
  else if (detects === "start") find(walk, "machineSilent");
  else {
    walk.change({ waits: { for: "greeting" } });
    walk.alarm(greetingMs);
  }
}

/** The greeting of a machine has ended. A beep can be heard before it is clear who answered. */
export function endGreeting(walk: TelnyxWalk, hasBeep: boolean): void {
  const { waits } = walk.line;
  if (waits.for === "answer" || waits.for === "greeting") find(walk, hasBeep ? "machineBeep" : "machineSilent");
}

function find(walk: TelnyxWalk, by: LineAnswer): void {
  walk.change({ answeredAtMs: walk.line.answeredAtMs ?? walk.nowMs });
  walk.done({ type: "answered", by });
}
