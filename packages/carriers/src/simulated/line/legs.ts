import { answerConsult, loseConsult } from "./consult.ts";
import { connect, endDial, ring } from "./dial.ts";
import { leaveQueue } from "./enqueue.ts";
import type { LineInput } from "./lineState.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

// The other phones of the call, which a dial or a consultation rings.

export function answerLeg(walk: PhoneWalk, handset: string): void {
  if (answerConsult(walk)) return;
  const { now, todo } = walk.line;
  const [verb] = todo;
  if (now.is !== "dialling" || verb?.do !== "dial") return;
  connect(walk, handset);
  walk.reports.push({ type: "connected", with: handset });
  walk.due(verb.limitSeconds * 1_000);
}

/** A phone has hung up. `open`: how many still ring. */
export function loseLeg(walk: PhoneWalk, { status, open }: Extract<LineInput, { input: "legEnded" }>): void {
  if (loseConsult(walk)) return;
  const { now, targets, todo } = walk.line;
  const [verb] = todo;
  if (now.is === "connected") {
    if (verb?.do !== "enqueue") endDial(walk, "completed");
    // whom the user left them to has hung up
    else if (now.byPhone) leaveQueue(walk, "bridged");
    return;
  }
  if (now.is !== "dialling" || open > 0) return;
  const [next, ...others] = targets;
  if (next === undefined || verb?.do !== "dial") endDial(walk, status);
  else ring(walk, verb, [next], others);
}
