import type { LineReport, LineVerb } from "../../callLine.ts";
import { enteredRoom, roomOf } from "../../callTargets.ts";
import { wholeNumber } from "../calls.ts";
import type { Waits } from "./twilioLine.ts";
import type { TwilioWalk } from "./twilioWalk.ts";

/** What the provider does with a dial: it rings phones, or enters a conference. */
export function dialWaits({ targets }: Extract<LineVerb, { do: "dial" }>): Waits {
  const target = roomOf(targets);
  if (target === undefined) return { for: "dial" };
  const { to: _to, music: _music, ...room } = target;
  return { for: "dial", room };
}

/** A phone of the dial was answered. */
export function connect(walk: TwilioWalk, dialled: string): void {
  if (walk.line.waits.for !== "dial") return;
  walk.change({ dialled });
  walk.reports.push({ type: "connected", with: dialled });
}

/** The call is in a conference: one that it dialled, or in which it waits for a user. */
export function join(walk: TwilioWalk, conference: string): void {
  const { waits } = walk.line;
  if (waits.for === "queue") walk.change({ conference });
  else if (waits.for === "dial" && waits.room !== undefined) walk.reports.push(enteredRoom(waits.room));
}

type DialStatus = Extract<LineReport, { type: "dialEnded" }>["status"];
const statuses: ReadonlyMap<string, DialStatus> = new Map([
  ["completed", "completed"],
  ["answered", "completed"],
  ["busy", "busy"],
  ["no-answer", "noAnswer"],
]);

/** The request after a dial. */
export function endDial(walk: TwilioWalk, fields: URLSearchParams): void {
  const { dialled, ...line } = walk.line;
  walk.line = line;
  walk.done({
    type: "dialEnded",
    status: statuses.get(fields.get("DialCallStatus") ?? "") ?? "failed",
    seconds: wholeNumber(fields.get("DialCallDuration")),
    ...(dialled !== undefined && { answeredBy: dialled }),
  });
}
