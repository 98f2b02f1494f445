import type { LineOrder } from "../../callLine.ts";
import type { TwilioInput, Waits } from "./twilioLine.ts";
import type { TwilioWalk } from "./twilioWalk.ts";

// A caller waits for a user in a conference, after an offer to call them back.

type Queue = Extract<Waits, { for: "queue" }>;

/** The request after the offer, or after the conference, which ends when the user leaves it. */
export function endWait(walk: TwilioWalk, waits: Queue, fields: URLSearchParams): void {
  if (waits.offerKey === undefined)
    walk.done({ type: "leftQueue", result: "bridged", seconds: walk.since(waits.sinceMs) });
  else endOffer(walk, waits, fields.get("Digits") === waits.offerKey);
}

/** The offer was spoken. Who answered meanwhile gets the caller, whatever they pressed. */
function endOffer(walk: TwilioWalk, { offerKey: _offerKey, ...waits }: Queue, isAccepted: boolean): void {
  if (isAccepted && waits.userSid === undefined) {
    walk.done({ type: "askedCallback" });
    return;
  }
  const { music } = waits;
  walk.change({ waits, todo: [{ do: "enqueue", queue: "", ...(music !== null && { music }) }, ...walk.line.todo] });
}

/** A user answered on the page. Their phone rings. */
export function ringUser(walk: TwilioWalk, { by, at }: Extract<LineOrder, { input: "picked" }>): void {
  const { waits } = walk.line;
  if (waits.for !== "queue") return;
  if (at === undefined) {
    leaveQueue(walk, "leave");
    return;
  }
  walk.rings = { name: by, at };
  // the offer is cut short
  if (waits.offerKey !== undefined) walk.redirect();
}

/** The phone of the user rings, or has joined the caller. */
export function moveUser(walk: TwilioWalk, input: Extract<TwilioInput, { input: "userRings" | "userJoined" }>): void {
  const { waits } = walk.line;
  // the caller has left meanwhile
  if (waits.for !== "queue") {
    walk.endCall(input.callSid);
    return;
  }
  const hasJoined = input.input === "userJoined";
  if (hasJoined && !waits.hasJoined) walk.reports.push({ type: "connected", with: input.name });
  walk.change({ waits: { ...waits, userSid: input.callSid, ...(hasJoined && { hasJoined }) } });
}

/** The phone of the user cannot be reached. */
export function loseUser(walk: TwilioWalk): void {
  const { waits } = walk.line;
  if (waits.for === "queue" && !waits.hasJoined) leaveQueue(walk, "leave");
}

/** Whether the caller hears music instead of the user. */
export function hold(walk: TwilioWalk, isHeld: boolean): void {
  const { waits, conference } = walk.line;
  if (waits.for !== "queue" || conference === undefined) return;
  walk.orders.push({ order: "hold", conference, isHeld, musicUrl: waits.music });
}

/** The provider takes the caller out of the conference and asks for the next document. */
export function leaveQueue(walk: TwilioWalk, result: "leave" | "bridged" | "handedOn"): void {
  const { waits } = walk.line;
  if (waits.for !== "queue") return;
  endUsers(walk);
  walk.change({ waits: { for: "verbs" } });
  if (result !== "handedOn") walk.reports.push({ type: "leftQueue", result, seconds: walk.since(waits.sinceMs) });
  walk.redirect();
}

/** Ends the phones of those who ring for the conference, or are in it without ending with it. */
export function endUsers(walk: TwilioWalk): void {
  const { waits } = walk.line;
  if (waits.for !== "queue") return;
  const { userSid, hasJoined, supervisor, consult } = waits;
  if (!hasJoined) walk.endCall(userSid);
  walk.endCall(consult?.callSid);
  walk.endCall(supervisor?.callSid);
}
