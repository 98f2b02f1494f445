import { mostClaimConnections } from "../../config/claimConnections.ts";
import type { EffectLane } from "../../store/journeys/effect.ts";
import { bulkParts, type ClaimLane, journeyClass } from "../../store/journeys/journey.ts";
import type { SendLane } from "../../store/messages/sendQueue.ts";
import type { Lane } from "../../store/runs/lane.ts";

type BatchLane = Lane & { campaignId: string; version: number };

/** Batches probed in one statement. */
const lanesAtOnce = 64;

/** What a lane that was not full the last time may give. */
const probeOf = (of: number): number => (of === journeyClass.interactive ? 64 : 16);
/** A claim takes journeys of no more batches than give it so many each: what it counts and checks is per batch. */
const smallestShare = 64;
/** While full lanes wait, all batches are probed so often, milliseconds; many batches take more probes for it. */
const probedEveryMs = 25;
const classes = [
  journeyClass.interactive,
  journeyClass.timer,
  ...Array.from({ length: bulkParts }, (_, part) => journeyClass.bulk + part),
];
const bitOf = (of: number): number => 1 << of;

/**
 * Whose turn it is. Batches are probed in turn, every class of each, replies first. A lane that gives all it was asked for is
 * full: full ones are claimed in turn as well, a few batches at a time, and share the claim's room. Probes come between
 * them, so a small batch never waits for a large one, a busy one never for hundreds that rest, and a reply is not
 * committed together with hundreds of first starts. A full lane belongs to one loop at a time: two that look for the same
 * rows spend a third of the database's time on stepping over each other's locks.
 */
export class LaneRing {
  private lanes: readonly Lane[] = [];
  private running: ReadonlyMap<string, BatchLane> = new Map();
  private inTurn: readonly BatchLane[] = [];
  private next = 0;
  private nextEffect = 0;
  private nextCall = 0;
  private round = 0;
  private probedAtMs = Number.NEGATIVE_INFINITY;
  private hasProbed = false;
  /** The full classes of batches, as bits; those that were claimed least recently come first. */
  private readonly full = new Map<string, number>();
  /** Those of them that are being claimed. */
  private readonly held = new Map<string, number>();

  /** The accounts that have lanes: only they can have texts to send. */
  senders: readonly string[] = [];

  private readonly loops: number;

  /** For so many loops that claim journeys: they share the full lanes. */
  constructor(loops: number = mostClaimConnections) {
    this.loops = loops;
  }

  /** The lanes as they are now. */
  set(lanes: readonly Lane[]): void {
    this.lanes = lanes;
    this.senders = [...new Set(lanes.map((lane) => lane.accountId))].sort();
    this.inTurn = lanes.filter((lane): lane is BatchLane => !lane.cancelling && lane.campaignId !== null);
    this.running = new Map(this.inTurn.map((lane) => [lane.batchId, lane]));
    for (const batchId of this.full.keys()) if (!this.running.has(batchId)) this.full.delete(batchId);
  }

  get all(): readonly Lane[] {
    return this.lanes;
  }

  /** No batch exists, so work can only come from outside, and what adds it wakes the loops. */
  get isQuiet(): boolean {
    return this.lanes.every((lane) => lane.campaignId === null);
  }

  /** Whether some lane gave all it was asked for: there is work for more than one loop. */
  get hasBacklog(): boolean {
    return this.full.size > 0;
  }

  /** Whether one of the full lanes is not being claimed. */
  get hasFree(): boolean {
    for (const batchId of this.full.keys()) if (this.freeOf(batchId) !== 0) return true;
    return false;
  }

  /** What to claim now, at most about `room` journeys. `note` or `release` gives it back. */
  claim(room: number, nowMs: number = performance.now()): ClaimLane[] {
    const probes = Math.ceil(this.inTurn.length / lanesAtOnce);
    // never two probes one after the other while a full lane waits
    const isProbesTurn = !this.hasProbed && nowMs - this.probedAtMs >= probedEveryMs / Math.max(1, probes);
    const full = isProbesTurn ? [] : this.claimFull(room);
    this.hasProbed = full.length === 0;
    if (full.length > 0) return full;
    this.probedAtMs = nowMs;
    return this.probe(room);
  }

  /** Full lanes of the batches that were claimed least recently; other loops find some too. */
  private claimFull(room: number): ClaimLane[] {
    const free = [...this.full.keys()].filter((batchId) => this.freeOf(batchId) !== 0);
    const most = Math.max(1, Math.floor(room / smallestShare));
    const asked = free
      .slice(0, Math.min(most, Math.ceil(free.length / this.loops)))
      .flatMap((batchId) => this.take(batchId));
    for (const lane of asked) lane.quota = Math.max(1, Math.floor(room / asked.length));
    return asked.sort(byClass);
  }

  /** The classes of one batch that are full and not being claimed; of its bulk parts one. */
  private take(batchId: string): ClaimLane[] {
    const lane = this.running.get(batchId) as BatchLane;
    const free = this.freeOf(batchId);
    const full = this.full.get(batchId) ?? 0;
    // to the end of the line
    this.full.delete(batchId);
    this.full.set(batchId, full);
    let hasBulk = false;
    return this.classesInTurn().flatMap((of) => {
      const isBulk = of >= journeyClass.bulk;
      if ((free & bitOf(of)) === 0 || (isBulk && hasBulk)) return [];
      hasBulk ||= isBulk;
      if (of !== journeyClass.interactive) this.held.set(batchId, (this.held.get(batchId) ?? 0) | bitOf(of));
      return [laneOf(lane, of, 0)];
    });
  }

  /** The batches whose turn it is to be probed. Replies are asked for in any case. */
  private probe(room: number): ClaimLane[] {
    const turn = turnOf(this.inTurn, this.next);
    this.next = this.inTurn.length === 0 ? 0 : (this.next + turn.length) % this.inTurn.length;
    const all = this.classesInTurn();
    const asked = turn.flatMap((lane) => {
      const full = this.full.get(lane.batchId) ?? 0;
      return all
        .filter((of) => of === journeyClass.interactive || (full & bitOf(of)) === 0)
        .map((of) => laneOf(lane, of, Math.min(room, probeOf(of))));
    });
    return asked.sort(byClass);
  }

  /** All classes; each time the bulk parts from another one on. */
  private classesInTurn(): number[] {
    this.round = (this.round + 1) % bulkParts;
    return classes.map((of, index) => (index < 2 ? of : journeyClass.bulk + ((index + this.round) % bulkParts)));
  }

  private freeOf(batchId: string): number {
    return (this.full.get(batchId) ?? 0) & ~(this.held.get(batchId) ?? 0);
  }

  /** What the lanes gave. */
  note(asked: readonly ClaimLane[], perLane: readonly number[]): void {
    asked.forEach(({ batchId, class: of, quota }, index) => {
      const before = this.full.get(batchId) ?? 0;
      const isFull = (perLane[index] ?? 0) >= quota && this.running.has(batchId);
      const now = isFull ? before | bitOf(of) : before & ~bitOf(of);
      if (now === 0) this.full.delete(batchId);
      else this.full.set(batchId, now);
    });
    this.release(asked);
  }

  /** Lets others claim these lanes. */
  release(asked: readonly ClaimLane[]): void {
    for (const { batchId, class: of } of asked) {
      const held = (this.held.get(batchId) ?? 0) & ~bitOf(of);
      if (held === 0) this.held.delete(batchId);
      else this.held.set(batchId, held);
    }
  }

  /** Whose calls to place now; each batch at most `room` of them. */
  calls(room: number): SendLane[] {
    // users place calls of their own in the lane of their account
    const open = this.lanes.filter((lane) => !lane.cancelling);
    const turn = turnOf(open, this.nextCall);
    this.nextCall = open.length === 0 ? 0 : (this.nextCall + turn.length) % open.length;
    return turn.map(({ accountId, batchId }) => ({ accountId, batchId, quota: room }));
  }

  /** Whose effects to perform now; another lane comes first each time. */
  effects(room: number): EffectLane[] {
    const open = this.lanes.filter((lane) => !lane.cancelling);
    const from = open.length === 0 ? 0 : this.nextEffect % open.length;
    this.nextEffect = from + Math.min(lanesAtOnce, Math.max(1, open.length - 1));
    const turn = [...open.slice(from), ...open.slice(0, from)].slice(0, lanesAtOnce);
    return turn.map(({ accountId, batchId }) => ({ accountId, batchId, quota: room }));
  }
}

const laneOf = (
  { accountId, batchId, campaignId, version, ignoresWindow }: BatchLane,
  of: number,
  quota: number,
): ClaimLane => ({ accountId, batchId, campaignId, version, ignoresWindow, class: of, quota });

const byClass = (one: ClaimLane, other: ClaimLane): number => one.class - other.class;

/** The next lanes round the ring, each at most once. */
function turnOf<One>(lanes: readonly One[], from: number): readonly One[] {
  if (lanes.length <= lanesAtOnce) return lanes;
  const end = from + lanesAtOnce;
  return [...lanes.slice(from, end), ...lanes.slice(0, Math.max(0, end - lanes.length))];
}
