import type { EffectLane } from "../../store/journeys/effect.ts";
import { bulkParts, type ClaimLane, journeyClass } from "../../store/journeys/journey.ts";
import type { SendLane } from "../../store/messages/sendQueue.ts";
import type { Lane } from "../../store/runs/lane.ts";

type BatchLane = Lane & { campaignId: string; version: number };

/** Batches asked in one statement. */
const lanesAtOnce = 64;

/** What a lane that was not full the last time may give. */
const probeOf = (of: number): number => (of === journeyClass.interactive ? 64 : 16);
const classes = [
  journeyClass.interactive,
  journeyClass.timer,
  ...Array.from({ length: bulkParts }, (_, part) => journeyClass.bulk + part),
];

/**
 * Whose turn it is: batches are asked in turn, every class of each, replies first. A lane that gave all it was asked for
 * is asked again every time and shares the claim's room with others like it; the rest are only probed. So a small batch
 * never waits for a large one, and a busy one never for hundreds that rest. A full lane belongs to one loop at a time:
 * two that look for the same rows spend a third of the database's time on stepping over each other's locks.
 */
export class LaneRing {
  private lanes: readonly Lane[] = [];
  private next = 0;
  private nextEffect = 0;
  private nextCall = 0;
  private nextFull = 0;
  private round = 0;
  private readonly full = new Set<string>();
  private readonly held = new Set<string>();

  /** The accounts that have lanes: only they can have texts to send. */
  senders: readonly string[] = [];

  /** The lanes as they are now. */
  set(lanes: readonly Lane[]): void {
    this.lanes = lanes;
    this.senders = [...new Set(lanes.map((lane) => lane.accountId))].sort();
    const open = new Set(lanes.map((lane) => lane.batchId));
    for (const key of this.full) if (!open.has(key.slice(2))) this.full.delete(key);
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

  /** What to claim now, at most about `room` journeys. `note` or `release` gives it back. */
  claim(room: number): ClaimLane[] {
    const running = this.lanes.filter((lane): lane is BatchLane => !lane.cancelling && lane.campaignId !== null);
    const turn = this.nextTurn(running);
    this.round = (this.round + 1) % bulkParts;
    const asked = turn.flatMap((lane) => this.lanesOf(lane)).sort((a, b) => a.class - b.class);
    const fullOnes = asked.filter((lane) => this.full.has(keyOf(lane)));
    const share = Math.max(1, Math.floor(room / Math.max(1, fullOnes.length)));
    for (const lane of fullOnes) {
      lane.quota = share;
      if (lane.class !== journeyClass.interactive) this.held.add(keyOf(lane));
    }
    for (const lane of asked) lane.quota = Math.min(room, lane.quota);
    return asked;
  }

  /** The classes of one batch that may be claimed now; of its full bulk parts one that is not being claimed. */
  private lanesOf({ accountId, batchId, campaignId, version, ignoresWindow }: BatchLane): ClaimLane[] {
    const lane = { accountId, batchId, campaignId, version, ignoresWindow };
    let hasBulk = false;
    const asked: ClaimLane[] = [];
    for (let index = 0; index < classes.length; index++) {
      // each time the parts are visited from another one on
      const of = index < 2 ? (classes[index] as number) : journeyClass.bulk + ((index + this.round) % bulkParts);
      const key = keyOf({ batchId, class: of });
      const isBulk = of >= journeyClass.bulk;
      if (this.full.has(key)) {
        if (this.held.has(key) || (isBulk && hasBulk)) continue;
        hasBulk ||= isBulk;
      }
      asked.push({ ...lane, class: of, quota: probeOf(of) });
    }
    return asked;
  }

  /** The batches whose turn it is to be probed, and the busy ones beside them. */
  private nextTurn(running: readonly BatchLane[]): readonly BatchLane[] {
    const probed = turnOf(running, this.next);
    this.next = running.length === 0 ? 0 : (this.next + probed.length) % running.length;
    const busy = busyBeside(running, probed, ({ batchId }) =>
      classes.some((of) => this.full.has(keyOf({ batchId, class: of }))),
    );
    const again = turnOf(busy, this.nextFull % Math.max(1, busy.length));
    this.nextFull += again.length;
    return [...probed, ...again];
  }

  /** What the lanes gave. */
  note(asked: readonly ClaimLane[], perLane: readonly number[]): void {
    asked.forEach((lane, index) => {
      if ((perLane[index] ?? 0) >= lane.quota) this.full.add(keyOf(lane));
      else this.full.delete(keyOf(lane));
    });
    this.release(asked);
  }

  /** Lets others claim these lanes. */
  release(asked: readonly ClaimLane[]): void {
    for (const lane of asked) this.held.delete(keyOf(lane));
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

const keyOf = (lane: { batchId: string; class: number }): string => `${lane.class} ${lane.batchId}`;

/** The busy lanes whose turn it is not. */
function busyBeside<One extends Lane>(
  lanes: readonly One[],
  turn: readonly One[],
  isBusy: (lane: One) => boolean,
): One[] {
  if (turn.length === lanes.length) return [];
  const there = new Set(turn);
  return lanes.filter((lane) => !there.has(lane) && isBusy(lane));
}

/** The next lanes round the ring, each at most once. */
function turnOf<One>(lanes: readonly One[], from: number): readonly One[] {
  if (lanes.length <= lanesAtOnce) return lanes;
  const end = from + lanesAtOnce;
  return [...lanes.slice(from, end), ...lanes.slice(0, Math.max(0, end - lanes.length))];
}
