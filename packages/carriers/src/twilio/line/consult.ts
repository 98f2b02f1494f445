import type { LineOrder } from "../../callLine.ts";
import { unsupervise } from "./supervise.ts";
import type { TwilioInput } from "./twilioLine.ts";
import type { TwilioWalk } from "./twilioWalk.ts";

/** The contact is on hold in the conference, so that the user and whom they consult speak there alone. */
export function consult(walk: TwilioWalk, { name, at, isUser }: Extract<LineOrder, { input: "consulted" }>): void {
  const { waits, conference, consults = 0 } = walk.line;
  if (waits.for !== "queue" || !waits.hasJoined || waits.consult !== undefined) return;
  if (conference === undefined || at === undefined) return;
  const nr = consults + 1;
  walk.change({ consults: nr, waits: { ...waits, consult: { nr, name } } });
  walk.rings = { name, at, consults: nr, ...(!isUser && { isOutside: true as const }) };
}

/** The phone of whom the user consults rings, or has joined. */
export function moveConsult(
  walk: TwilioWalk,
  input: Extract<TwilioInput, { input: "consultRings" | "consultJoins" }>,
): void {
  const { waits } = walk.line;
  // the call has ended meanwhile, or the user went back to the contact
  if (waits.for !== "queue" || waits.consult?.nr !== input.nr) {
    if (waits.for !== "queue" || waits.userSid !== input.callSid) walk.endCall(input.callSid);
    return;
  }
  const { consult: consulted } = waits;
  const hasJoined = input.input === "consultJoins";
  if (hasJoined && !consulted.hasJoined) walk.reports.push({ type: "consulting", with: consulted.name, is: "talking" });
  walk.change({
    waits: { ...waits, consult: { ...consulted, callSid: input.callSid, ...(hasJoined && { hasJoined }) } },
  });
}

/** The phone of whom the user consults has hung up, or cannot be reached. */
export function loseConsult(walk: TwilioWalk, nr: number): void {
  const { waits } = walk.line;
  if (waits.for !== "queue" || waits.consult?.nr !== nr) return;
  const { consult: consulted, ...others } = waits;
  walk.change({ waits: others });
  walk.reports.push({ type: "consulting", with: consulted.name, is: "ended" });
}

/** The user sends away whom they consulted. */
export function endConsult(walk: TwilioWalk): void {
  const { waits } = walk.line;
  if (waits.for !== "queue" || waits.consult === undefined) return;
  const { consult: consulted, ...others } = waits;
  walk.change({ waits: others });
  walk.endCall(consulted.callSid);
}

/** The user leaves the contact to whom they consulted, with whom the conference ends from now on. */
export function completeConsult(walk: TwilioWalk): void {
  const { waits, conference } = walk.line;
  if (waits.for !== "queue") return;
  const { consult: consulted, supervisor: _supervisor, ...others } = waits;
  const { userSid } = waits;
  if (!consulted?.hasJoined || consulted.callSid === undefined) return;
  if (conference === undefined || userSid === undefined) return;
  unsupervise(walk);
  walk.orders.push({ order: "exit", conference, callSid: consulted.callSid, endsConference: true });
  walk.orders.push({ order: "exit", conference, callSid: userSid, endsConference: false });
  walk.endCall(userSid);
  walk.change({ waits: { ...others, userSid: consulted.callSid } });
}
