import type { LineReport, RecordFormat } from "@trunkline/carriers/callLine.ts";
import { type PhoneTarget, phoneOf } from "@trunkline/carriers/callTargets.ts";
import { callBehaviourOf } from "@trunkline/carriers/simulated/callBehaviours.ts";
import type { Line, LineInput, LineMove, LineNote } from "@trunkline/carriers/simulated/line/lineState.ts";
import { moveLine } from "@trunkline/carriers/simulated/line/moveLine.ts";
import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { CallVerb, LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import type { CallKey, LiveCall } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import {
  insertLegs,
  type Leg,
  type LegChange,
  lockLegs,
  lockLegsAndCall,
  updateLegs,
} from "../store/simulator/simulatorCall.ts";
import type { CallLines, CallWorld } from "./callWorld.ts";
import { receiveCall } from "./receiveCall.ts";
import { silentRecording } from "./silentRecording.ts";
import { type Recording, storeRecording } from "./storeRecording.ts";

/** Something for a phone of a call. */
export interface LegInput {
  legId: string;
  input: LineInput;
}

/**
 * Moves the phones of one call on the simulated carrier, and the call with them. Reports of a phone go to the call's session,
 * its verbs go back to the phone, and transfers ring further phones, until there is nothing left to report. One transaction,
 * which locks the call and all its phones, and writes the phones once, when all have moved. `first` does not change the call.
 */
export async function moveCall(
  q: Query,
  call: CallKey,
  first: (legs: readonly Leg[]) => LegInput[] | Promise<LegInput[]>,
  world: CallWorld,
): Promise<boolean> {
  const { legs, call: live } = await lockLegsAndCall(q, call.accountId, call.callId);
  if (legs.length === 0) return false;
  return moveLegs(q, { call, live, legs, world }, await first(legs));
}

/** A phone calls: its call has just been accepted in this transaction, and is answered. */
export async function startCall(q: Query, live: LiveCall, leg: Leg, world: CallWorld): Promise<void> {
  const { accountId, callId } = live;
  const moves = new CallMoves(q, { call: { accountId, callId }, live, legs: [], world });
  moves.add(leg, null);
  await moves.run([{ legId: leg.legId, input: { input: "answer", by: "human" } }]);
}

async function moveLegs(q: Query, moved: MovedCall, inputs: readonly LegInput[]): Promise<boolean> {
  if (inputs.length === 0) return false;
  await new CallMoves(q, moved).run(inputs);
  return true;
}

/** The lines of the simulated carrier: the first phone of a call gets the orders. */
export const simulatedLines: CallLines = {
  ringsUsersBy: () => null,
  consults: true,
  speaks: () => true,
  async order(q, call, decide, world) {
    // what decides may change the call
    const legs = await lockLegs(q, call.accountId, call.callId);
    const first = legs.find(({ parentId }) => parentId === null);
    if (first === undefined) return false;
    const isLive = first.state !== "ended";
    const orders = await decide(isLive ? { own: first.ownNumber, contact: first.handset, ringsUserBy: null } : null);
    const inputs = orders.map((input) => ({ legId: first.legId, input }));
    return moveLegs(q, { call, live: null, legs, world }, inputs);
  },
};

interface MovedCall {
  call: CallKey;
  /** The call as this transaction has locked it; null if it has not. */
  live: LiveCall | null;
  legs: readonly Leg[];
  world: CallWorld;
}

class CallMoves {
  private readonly q: Query;
  private readonly call: CallKey;
  /** Until its first event on the line changes it. */
  private live: LiveCall | null;
  private readonly legs: Map<string, Leg>;
  private readonly world: CallWorld;
  private readonly queue: LegInput[] = [];
  private readonly nowMs = Date.now();
  private readonly rung = new Map<string, LegChange>();
  private readonly changed = new Map<string, LegChange>();

  constructor(q: Query, { call, live, legs, world }: MovedCall) {
    this.q = q;
    this.call = call;
    this.live = live;
    this.legs = new Map(legs.map((leg) => [leg.legId, leg]));
    this.world = world;
  }

  async run(inputs: readonly LegInput[]): Promise<void> {
    this.queue.push(...inputs);
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) await this.move(next);
    await insertLegs(this.q, this.call.accountId, [...this.rung.values()]);
    await updateLegs(this.q, this.call.accountId, [...this.changed.values()]);
  }

  /** Makes a phone ring. */
  add(leg: Leg, dueInMs: number | null): void {
    this.legs.set(leg.legId, leg);
    this.rung.set(leg.legId, { leg, hasTalked: false, notes: [], dueInMs });
  }

  /** Notes what a phone has become. */
  private change(leg: Leg, notes: readonly LineNote[], dueInMs: number | null | undefined): void {
    this.legs.set(leg.legId, leg);
    const into = this.rung.has(leg.legId) ? this.rung : this.changed;
    const before = into.get(leg.legId);
    const at = new Date(this.nowMs).toISOString();
    into.set(leg.legId, {
      leg,
      hasTalked: before?.hasTalked === true || leg.state === "talking",
      notes: [...(before?.notes ?? []), ...notes.map((note) => ({ ...note, at }))],
      dueInMs: dueInMs === undefined ? before?.dueInMs : dueInMs,
    });
  }

  /** Passes an event on the line to the call. */
  private receive(event: LineEvent): Promise<CallVerb[]> {
    const { live } = this;
    this.live = null;
    return receiveCall(this.q, this.call, event, live);
  }

  private async move({ legId, input }: LegInput): Promise<void> {
    const leg = this.legs.get(legId);
    if (leg === undefined || leg.state === "ended") return;
    const move = moveLine(leg.line, input, this.nowMs, { pace: this.world.pace });
    const after: Leg = { ...leg, line: move.line, state: stateOf(move) };
    this.change(after, move.notes, move.keepsDue ? undefined : move.dueInMs);
    await this.makeRecordings(after, move, leg.line);
    for (const report of move.reports) await this.report(after, report);
    for (const target of move.rings) this.ring(after, target, move.callerId);
    if (move.endsLegs) this.endOthers(legId, "The other side hung up");
  }

  /** The recording is stored before anything reports that the call has ended. */
  private async makeRecordings(leg: Leg, { line, makesRecording }: LineMove, before: Line): Promise<void> {
    const isOver = line.now.is === "over";
    if (makesRecording !== null) {
      const recording = await this.keepSilence(makesRecording, formatOf(before));
      const recorded = { type: "recorded" as const, seconds: makesRecording, recordingUrl: recording.url };
      if (isOver) await this.receive(recorded);
      else
        this.queue.push({
          legId: leg.legId,
          input: { input: "recorded", seconds: makesRecording, recordingUrl: recording.url },
        });
    }
    if (isOver && leg.parentId === null && line.recordsCall && line.answeredAtMs !== null) {
      const seconds = Math.max(1, Math.round((this.nowMs - line.answeredAtMs) / 1_000));
      const recorded = line.callRecording ?? {
        seconds,
        recordingUrl: (await this.keepSilence(seconds, line.callFormat)).url,
      };
      await this.receive({ type: "callRecorded", ...recorded });
    }
  }

  private keepSilence(seconds: number, format: RecordFormat | undefined): Promise<Recording> {
    const { accountId, callId } = this.call;
    const recorded = { data: silentRecording(seconds), isSilent: true, format };
    return storeRecording(this.q, accountId, callId, recorded, this.world.publicUrl);
  }

  /** The first phone reports to the call, those that it rang report to it. */
  private async report(leg: Leg, report: LineReport): Promise<void> {
    if (leg.parentId === null) await this.reportToCall(leg, report);
    else this.reportToParent(leg, leg.parentId, report);
  }

  private async reportToCall(leg: Leg, report: LineReport): Promise<void> {
    const verbs: readonly CallVerb[] = await this.receive(report satisfies LineEvent);
    if (verbs.length > 0) this.queue.push({ legId: leg.legId, input: { input: "instructed", verbs } });
  }

  private reportToParent(leg: Leg, parentId: string, report: LineReport): void {
    if (report.type === "answered") {
      this.endOthers(leg.legId, "Answered elsewhere", parentId);
      this.queue.push({ legId: parentId, input: { input: "legAnswered", handset: leg.handset } });
      const parent = this.legs.get(parentId);
      if (parent !== undefined)
        this.queue.push({ legId: leg.legId, input: { input: "connected", handset: parent.handset } });
      return;
    }
    const open = [...this.legs.values()].filter(
      ({ parentId: parent, state }) => parent === parentId && state === "ringing",
    ).length;
    const status =
      report.type === "notAnswered" ? (report.status === "cancelled" ? "noAnswer" : report.status) : "completed";
    this.queue.push({ legId: parentId, input: { input: "legEnded", status, open } });
  }

  private ring(parent: Leg, target: PhoneTarget, callerId: string): void {
    const handset = phoneOf(target);
    const { line, dueInMs } = ringLine(callBehaviourOf(handset).phone, this.world);
    const leg: Leg = {
      ...this.call,
      legId: newId(),
      parentId: parent.legId,
      handset,
      number: callerId,
      ownNumber: parent.ownNumber,
      direction: "to_handset",
      state: "ringing",
      line,
    };
    this.add(leg, dueInMs);
  }

  /** Ends the phones that belong to a call or a ring group, without notifying the call. */
  private endOthers(legId: string, words: string, onlyOf?: string): void {
    for (const other of this.legs.values()) {
      const belongs = onlyOf === undefined ? other.parentId === legId : other.parentId === onlyOf;
      if (!belongs || other.legId === legId || other.state === "ended") continue;
      const ended: Leg = { ...other, state: "ended", line: { ...other.line, now: { is: "over" }, todo: [] } };
      this.change(ended, [{ kind: "note", text: words }], null);
    }
  }
}

/** As what the recording that is under way is saved. */
export const formatOf = ({ now }: Line): RecordFormat | undefined =>
  now.is === "recording" || now.is === "saving" ? now.format : undefined;

function stateOf({ line }: LineMove): Leg["state"] {
  if (line.now.is === "over") return "ended";
  return line.now.is === "ringing" ? "ringing" : "talking";
}
