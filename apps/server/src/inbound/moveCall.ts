import type { LineReport, RecordFormat } from "@trunkline/carriers/callLine.ts";
import { type PhoneTarget, phoneOf } from "@trunkline/carriers/callTargets.ts";
import { callBehaviourOf } from "@trunkline/carriers/simulated/callBehaviours.ts";
import type { Line, LineInput, LineMove } from "@trunkline/carriers/simulated/line/lineState.ts";
import { moveLine } from "@trunkline/carriers/simulated/line/moveLine.ts";
import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { CallVerb, LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { insertLeg, type Leg, lockLegs, updateLeg } from "../store/simulator/simulatorCall.ts";
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
 * which locks all phones of the call.
 */
export async function moveCall(
  q: Query,
  call: { accountId: string; callId: string },
  first: (legs: readonly Leg[]) => LegInput[] | Promise<LegInput[]>,
  world: CallWorld,
): Promise<boolean> {
  const legs = await lockLegs(q, call.accountId, call.callId);
  if (legs.length === 0) return false;
  const inputs = await first(legs);
  if (inputs.length === 0) return false;
  await new CallMoves(q, call, legs, world).run(inputs);
  return true;
}

/** The lines of the simulated carrier: the first phone of a call gets the orders. */
export const simulatedLines: CallLines = {
  ringsUsersBy: () => null,
  consults: true,
  speaks: () => true,
  order: (q, call, decide, world) =>
    moveCall(
      q,
      call,
      async (legs) => {
        const first = legs.find(({ parentId }) => parentId === null);
        const isLive = first !== undefined && first.state !== "ended";
        const orders = await decide(
          isLive ? { own: first.ownNumber, contact: first.handset, ringsUserBy: null } : null,
        );
        return first === undefined ? [] : orders.map((input) => ({ legId: first.legId, input }));
      },
      world,
    ),
};

class CallMoves {
  private readonly q: Query;
  private readonly call: { accountId: string; callId: string };
  private readonly legs: Map<string, Leg>;
  private readonly world: CallWorld;
  private readonly queue: LegInput[] = [];
  private readonly nowMs = Date.now();

  constructor(q: Query, call: { accountId: string; callId: string }, legs: readonly Leg[], world: CallWorld) {
    this.q = q;
    this.call = call;
    this.legs = new Map(legs.map((leg) => [leg.legId, leg]));
    this.world = world;
  }

  async run(inputs: readonly LegInput[]): Promise<void> {
    this.queue.push(...inputs);
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) await this.move(next);
  }

  private async move({ legId, input }: LegInput): Promise<void> {
    const leg = this.legs.get(legId);
    if (leg === undefined || leg.state === "ended") return;
    const move = moveLine(leg.line, input, this.nowMs, { pace: this.world.pace });
    const after: Leg = { ...leg, line: move.line, state: stateOf(move) };
    this.legs.set(legId, after);
    await updateLeg(this.q, after, {
      notes: move.notes,
      dueInMs: move.keepsDue ? undefined : move.dueInMs,
      at: new Date(this.nowMs).toISOString(),
    });
    await this.makeRecordings(after, move, leg.line);
    for (const report of move.reports) await this.report(after, report);
    for (const target of move.rings) await this.ring(after, target, move.callerId);
    if (move.endsLegs) await this.endOthers(legId, "The other side hung up");
  }

  /** The recording is stored before anything reports that the call has ended. */
  private async makeRecordings(leg: Leg, { line, makesRecording }: LineMove, before: Line): Promise<void> {
    const isOver = line.now.is === "over";
    if (makesRecording !== null) {
      const recording = await this.keepSilence(makesRecording, formatOf(before));
      const recorded = { type: "recorded" as const, seconds: makesRecording, recordingUrl: recording.url };
      if (isOver) await receiveCall(this.q, this.call, recorded);
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
      await receiveCall(this.q, this.call, { type: "callRecorded", ...recorded });
    }
  }

  private keepSilence(seconds: number, format: RecordFormat | undefined): Promise<Recording> {
    const { accountId, callId } = this.call;
    const recorded = { data: silentRecording(seconds), isSilent: true, format };
    return storeRecording(this.q, accountId, callId, recorded, this.world.publicUrl);
  }

  /** The first phone reports to the call, those that it rang report to it. */
  private report(leg: Leg, report: LineReport): Promise<void> {
    return leg.parentId === null ? this.reportToCall(leg, report) : this.reportToParent(leg, leg.parentId, report);
  }

  private async reportToCall(leg: Leg, report: LineReport): Promise<void> {
    const verbs: readonly CallVerb[] = await receiveCall(this.q, this.call, report satisfies LineEvent);
    if (verbs.length > 0) this.queue.push({ legId: leg.legId, input: { input: "instructed", verbs } });
  }

  private async reportToParent(leg: Leg, parentId: string, report: LineReport): Promise<void> {
    if (report.type === "answered") {
      await this.endOthers(leg.legId, "Answered elsewhere", parentId);
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

  private async ring(parent: Leg, target: PhoneTarget, callerId: string): Promise<void> {
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
    this.legs.set(leg.legId, leg);
    await insertLeg(this.q, leg, dueInMs);
  }

  /** Ends the phones that belong to a call or a ring group, without notifying the call. */
  private async endOthers(legId: string, words: string, onlyOf?: string): Promise<void> {
    for (const other of this.legs.values()) {
      const belongs = onlyOf === undefined ? other.parentId === legId : other.parentId === onlyOf;
      if (!belongs || other.legId === legId || other.state === "ended") continue;
      const ended: Leg = { ...other, state: "ended", line: { ...other.line, now: { is: "over" }, todo: [] } };
      this.legs.set(other.legId, ended);
      await updateLeg(this.q, ended, {
        notes: [{ kind: "note", text: words }],
        dueInMs: null,
        at: new Date(this.nowMs).toISOString(),
      });
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
