import type { LineRoom, LineVerb } from "../../callLine.ts";
import { enteredRoom, type PhoneTarget, phoneOf, phonesOf, roomOf } from "../../callTargets.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

type Dial = Extract<LineVerb, { do: "dial" }>;

/** Rings other phones, all at once or one after another, or enters a conference. */
export function dial(walk: PhoneWalk, verb: Dial): void {
  const room = roomOf(verb.targets);
  if (room !== undefined) {
    enterRoom(walk, room);
    walk.due(verb.limitSeconds * 1_000 * walk.pace);
    return;
  }
  const phones = phonesOf(verb.targets);
  const first = verb.ring === "all" ? phones : phones.slice(0, 1);
  walk.change({ now: { is: "dialling" } });
  ring(walk, verb, first, phones.slice(first.length));
}

/** Rings these phones, and the others if no one answers. */
export function ring(
  walk: PhoneWalk,
  verb: Dial,
  phones: readonly PhoneTarget[],
  others: readonly PhoneTarget[],
): void {
  walk.rings = phones;
  walk.callerId = verb.callerId;
  walk.note("note", `Ringing ${phones.map(phoneOf).join(", ")}`);
  walk.change({ targets: others });
  walk.due(verb.timeoutSeconds * 1_000);
}

/** A caller who does not start a conference waits until the end, since there are no other participants. */
function enterRoom(walk: PhoneWalk, { to: _to, music, ...room }: LineRoom): void {
  const { name, muted, beep, starts } = room;
  if (beep) walk.note("beep", "Beep");
  walk.note("note", `${starts ? "In the conference" : "Waits for the conference"} ${name}`);
  if (muted) walk.note("note", "Muted: the conference does not hear this phone");
  const heard = starts ? null : (music ?? null);
  if (heard !== null) walk.note("played", heard);
  walk.change({ now: { is: "connected", with: name, sinceMs: walk.nowMs, room: { begun: starts, music: heard } } });
  walk.reports.push(enteredRoom(room, true));
}

/** This phone and another one hear each other. */
export function connect(walk: PhoneWalk, handset: string): void {
  walk.note("note", `Connected with ${handset}`);
  walk.change({ now: { is: "connected", with: handset, sinceMs: walk.nowMs } });
}

export function endDial(walk: PhoneWalk, status: "completed" | "busy" | "noAnswer" | "failed"): void {
  const { now } = walk.line;
  walk.note("note", status === "completed" ? "The other side hung up" : "No one could be reached");
  walk.endsLegs = true;
  const talk = now.is === "connected" ? { seconds: walk.since(now.sinceMs), answeredBy: now.with } : { seconds: 0 };
  walk.done({ type: "dialEnded", status, ...talk }, { targets: [] });
}
