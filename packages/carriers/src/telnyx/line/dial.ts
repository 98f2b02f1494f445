import type { LineVerb } from "../../callLine.ts";
import { phoneOf, phonesOf, roomOf } from "../../callTargets.ts";
import type { CallHappened } from "../callEvents.ts";
import { enterRoom } from "./enterRoom.ts";
import type { Leg } from "./telnyxLine.ts";
import { stopPlayback, type TelnyxWalk } from "./telnyxWalk.ts";

type Dial = Extract<LineVerb, { do: "dial" }>;

/** Rings other phones, all at once or one after another, while the caller hears that it rings. */
export function dial(walk: TelnyxWalk, verb: Dial): void {
  const room = roomOf(verb.targets);
  if (room !== undefined) {
    enterRoom(walk, room);
    return;
  }
  const waiting = verb.ring === "oneByOne" ? "waiting" : "ringing";
  const legs = phonesOf(verb.targets).map(
    (phone, index): Leg => ({ target: phoneOf(phone), ref: null, is: index === 0 ? "ringing" : waiting }),
  );
  walk.change({
    waits: { for: "dial", legs, sinceMs: walk.nowMs, status: "noAnswer" },
    todo: [verb, ...walk.line.todo],
  });
  walk.command({
    action: "playback_start",
    body: { audio_url: verb.music ?? walk.place.ringTone, loop: "infinity" },
  });
  for (const [index, leg] of legs.entries()) if (leg.is === "ringing") ring(walk, verb, index, leg);
}

function ring(walk: TelnyxWalk, verb: Dial, index: number, { target }: Leg): void {
  walk.orders.push({
    order: "dial",
    step: walk.line.step,
    leg: index,
    to: target,
    from: verb.callerId,
    seconds: verb.timeoutSeconds,
    limitSeconds: verb.limitSeconds,
  });
}

/** An event of a phone that a dial rings. */
export function moveLeg(walk: TelnyxWalk, index: number, ref: string, happened: CallHappened): void {
  const { waits } = walk.line;
  const leg = waits.for === "dial" ? waits.legs[index] : undefined;
  if (leg === undefined || leg.is === "over") {
    // it was given up before it had a name
    if (happened.type !== "hungUp") walk.endLeg(ref);
    return;
  }
  if (happened.type === "initiated") changeLeg(walk, index, { ref });
  else if (happened.type === "answered") connectLeg(walk, index, leg, ref);
  else if (happened.type === "hungUp") loseLeg(walk, index, leg, happened.before);
}

/** The first phone that answers is connected with the caller. */
function connectLeg(walk: TelnyxWalk, index: number, leg: Leg, ref: string): void {
  if (leg.is === "talking") return;
  if (isTalking(walk)) {
    walk.endLeg(ref);
    return;
  }
  changeLeg(walk, index, { ref, is: "talking" }, { sinceMs: walk.nowMs });
  endLegs(walk, index);
  walk.commandToo(stopPlayback);
  walk.orders.push({ order: "bridge", step: walk.line.step, with: ref });
  walk.reports.push({ type: "connected", with: leg.target });
}

function loseLeg(
  walk: TelnyxWalk,
  index: number,
  leg: Leg,
  before: Extract<CallHappened, { type: "hungUp" }>["before"],
): void {
  const { waits } = walk.line;
  if (waits.for !== "dial") return;
  if (leg.is === "talking") {
    endDial(walk, "completed", walk.since(waits.sinceMs), leg.target);
    return;
  }
  changeLeg(walk, index, { is: "over" }, { status: before === "cancelled" ? "noAnswer" : before });
  ringNext(walk);
}

/** The next phone of a dial rings, or the dial has failed. */
function ringNext(walk: TelnyxWalk): void {
  const { waits, todo } = walk.line;
  const [verb] = todo;
  if (waits.for !== "dial" || verb?.do !== "dial") return;
  if (waits.legs.some(({ is }) => is === "ringing" || is === "talking")) return;
  const index = waits.legs.findIndex(({ is }) => is === "waiting");
  const leg = waits.legs[index];
  if (leg === undefined) {
    walk.command(stopPlayback);
    endDial(walk, waits.status, 0);
    return;
  }
  changeLeg(walk, index, { is: "ringing" });
  ring(walk, verb, index, leg);
}

/** The provider does not carry out a command of the dial. */
export function refuseDial(walk: TelnyxWalk, leg: number | undefined): void {
  if (leg !== undefined) moveLeg(walk, leg, "", { type: "hungUp", before: "failed" });
  else if (isTalking(walk)) {
    // it could not be connected with the phone that answered
    endLegs(walk, null);
    endDial(walk, "failed", 0);
  }
}

function endDial(
  walk: TelnyxWalk,
  status: "completed" | "busy" | "noAnswer" | "failed",
  seconds: number,
  answeredBy?: string,
): void {
  walk.change({ todo: walk.line.todo.slice(1) });
  walk.done({ type: "dialEnded", status, seconds, ...(answeredBy !== undefined && { answeredBy }) });
}

/** Ends the phones of a dial, but for one. Those that are not named yet are ended by their first event. */
export function endLegs(walk: TelnyxWalk, except: number | null): void {
  const { waits } = walk.line;
  if (waits.for !== "dial") return;
  for (const [index, { ref, is }] of waits.legs.entries())
    if (index !== except && ref !== null && is !== "over") walk.endLeg(ref);
  const legs = waits.legs.map((leg, at): Leg => (at === except ? leg : { ...leg, is: "over" }));
  walk.change({ waits: { ...waits, legs } });
}

const isTalking = ({ line: { waits } }: TelnyxWalk): boolean =>
  waits.for === "dial" && waits.legs.some(({ is }) => is === "talking");

/** Changes one phone of a dial, and with it what the dial knows. */
function changeLeg(
  walk: TelnyxWalk,
  index: number,
  change: Partial<Leg>,
  more: { sinceMs?: number; status?: "busy" | "noAnswer" | "failed" } = {},
): void {
  const { waits } = walk.line;
  if (waits.for !== "dial") return;
  const legs = waits.legs.map((leg, at) => (at === index ? { ...leg, ...change } : leg));
  walk.change({ waits: { ...waits, ...more, legs } });
}
