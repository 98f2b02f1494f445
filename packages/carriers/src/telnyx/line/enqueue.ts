import type { LineVerb } from "../../callLine.ts";
import type { TelnyxLine } from "./telnyxLine.ts";
import { stopPlayback, type TelnyxWalk } from "./telnyxWalk.ts";

/** The caller waits for a user in a conference of their own. The offer of a call back is heard before it. */
export function enqueue(walk: TelnyxWalk, verb: Extract<LineVerb, { do: "enqueue" }>): void {
  const { offer, music = null } = verb;
  if (offer !== undefined && offer.prompts.length > 0) {
    const { key, prompts } = offer;
    walk.change({ todo: [...prompts, { ...verb, offer: { key, prompts: [] } }, ...walk.line.todo] });
    walk.proceeds = true;
    return;
  }
  walk.change({
    waits: {
      for: "queue",
      conference: null,
      music,
      sinceMs: walk.nowMs,
      ...(offer !== undefined && { offerKey: offer.key }),
    },
  });
  const room = { name: walk.place.queueRoom, isOwn: true, muted: false, beep: false, starts: false, ends: false };
  walk.orders.push({ order: "enter", step: walk.number(), room: { ...room, music } });
}

/** Whether a key asks for a call back: while the offer is spoken, or while the caller waits and no user has answered. */
export function isOffered({ waits, todo }: TelnyxLine, key: string): boolean {
  if (waits.for === "queue") return waits.offerKey === key && waits.user === undefined;
  const [verb] = waits.for === "prompt" ? todo.filter((one) => one.do === "enqueue") : [];
  return verb?.offer?.key === key;
}

/** The caller asks to be called back, and no longer waits. */
export function askCallback(walk: TelnyxWalk): void {
  const { waits, todo } = walk.line;
  if (waits.for === "prompt") {
    walk.command(stopPlayback);
    walk.change({ todo: todo.slice(todo.findIndex((verb) => verb.do === "enqueue") + 1) });
  } else if (waits.for === "queue") {
    if (waits.conference !== null) walk.orders.push({ order: "leave", conference: waits.conference });
    walk.number();
  }
  walk.done({ type: "askedCallback" });
}

/** Whether the caller hears music instead of the user. */
export function hold(walk: TelnyxWalk, isHeld: boolean): void {
  const { waits } = walk.line;
  if (waits.for !== "queue" || waits.conference === null) return;
  walk.orders.push({ order: "hold", conference: waits.conference, isHeld, musicUrl: waits.music });
}

/** The caller leaves the conference, and continues. */
export function leaveQueue(walk: TelnyxWalk, result: "leave" | "bridged" | "handedOn", isUserGone = false): void {
  const { waits, todo } = walk.line;
  if (waits.for !== "queue") return;
  endUsers(walk, isUserGone);
  if (waits.conference !== null) walk.orders.push({ order: "leave", conference: waits.conference });
  walk.number();
  walk.change({ waits: { for: "verbs" } });
  if (result !== "handedOn") walk.reports.push({ type: "leftQueue", result, seconds: walk.since(waits.sinceMs) });
  else if (todo.length > 0) walk.proceeds = true;
}

/** Ends the phones of those who are in the conference, or ring for it. */
export function endUsers(walk: TelnyxWalk, isUserGone = false): void {
  const { waits } = walk.line;
  if (waits.for !== "queue") return;
  if (!isUserGone && waits.user?.ref) walk.endLeg(waits.user.ref);
  if (waits.supervisor?.ref) walk.endLeg(waits.supervisor.ref);
}
