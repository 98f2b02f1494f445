import type { LineOrder } from "../../callLine.ts";
import { leaveQueue } from "./enqueue.ts";
import type { QueueUser, TelnyxInput } from "./telnyxLine.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

// The phone of the user who answered a caller who waits.

const screenWords = "You have a call. Press any key to take it.";

/** A user answered on the page. Their phone rings. */
export function ringUser(walk: TelnyxWalk, { by, at }: Extract<LineOrder, { input: "picked" }>): void {
  const { waits } = walk.line;
  if (waits.for !== "queue") return;
  if (at === undefined) {
    leaveQueue(walk, "leave");
    return;
  }
  walk.change({ waits: { ...waits, user: { name: by, ref: null, hasJoined: false } } });
  walk.rings = { name: by, at };
}

/** An event of that phone. The user joins by a key, so that no mailbox takes the call. */
export function moveUser(walk: TelnyxWalk, { name, ref, happened }: Extract<TelnyxInput, { input: "user" }>): void {
  const { waits } = walk.line;
  const isOver = happened.type === "hungUp";
  // the caller has left meanwhile
  if (waits.for !== "queue" || waits.user?.name !== name) {
    if (!isOver) walk.endLeg(ref);
    return;
  }
  const { user, conference } = waits;
  const set = (change: Partial<QueueUser> = {}) =>
    walk.change({ waits: { ...waits, user: { ...user, ref, ...change } } });
  if (isOver) leaveQueue(walk, user.hasJoined ? "bridged" : "leave", true);
  else if (happened.type === "initiated") set();
  else if (happened.type === "answered") {
    set();
    screen(walk, ref, { name });
  } else if (happened.type === "gathered" && !user.hasJoined) {
    if (happened.digits === "" || conference === null) {
      walk.endLeg(ref);
      return;
    }
    set({ hasJoined: true });
    walk.orders.push({ order: "enterUser", ref, conference });
    walk.reports.push({ type: "connected", with: name });
  }
}

/** The phone of the user cannot be reached. */
export function loseUser(walk: TelnyxWalk, name: string): void {
  const { waits } = walk.line;
  if (waits.for === "queue" && waits.user?.name === name) leaveQueue(walk, "leave");
}

/** Asks for a key at the phone of a user, or of a supervisor. */
export function screen(walk: TelnyxWalk, ref: string, about: { name: string; supervises?: number }): void {
  walk.orders.push({ order: "screen", ref, ...about, words: screenWords, voice: walk.place.voiceOf(undefined) });
}
