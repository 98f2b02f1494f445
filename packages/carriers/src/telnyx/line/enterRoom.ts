import type { LineRoom } from "../../callLine.ts";
import { enteredRoom } from "../../callTargets.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** Enters a conference that others enter too. */
export function enterRoom(walk: TelnyxWalk, { to: _to, music, ...room }: LineRoom): void {
  walk.change({ waits: { for: "room", room, conference: null, sinceMs: walk.nowMs } });
  const name = walk.place.roomName(room.name);
  walk.orders.push({
    order: "enter",
    step: walk.number(),
    room: { ...room, name, isOwn: false, music: music ?? null },
  });
}

/** The line is in a conference: one that it entered, or in which it waits for a user. */
export function join(walk: TelnyxWalk, conference: string): void {
  const { waits } = walk.line;
  if ((waits.for !== "room" && waits.for !== "queue") || waits.conference !== null || conference === "") return;
  walk.change({ waits: { ...waits, conference } });
  if (waits.for === "room") walk.reports.push(enteredRoom(waits.room));
}

/** The line has left a conference. */
export function leaveRoom(walk: TelnyxWalk, conference: string): void {
  const { waits } = walk.line;
  if (waits.for !== "room" || waits.conference !== conference) return;
  walk.done({ type: "dialEnded", status: "completed", seconds: walk.since(waits.sinceMs) });
}

/** The caller has hung up: the conference ends with them, where they entered it so. */
export function endRoom(walk: TelnyxWalk): void {
  const { waits } = walk.line;
  if (waits.for === "room" && waits.room.ends && waits.conference !== null)
    walk.orders.push({ order: "endRoom", conference: waits.conference });
}
