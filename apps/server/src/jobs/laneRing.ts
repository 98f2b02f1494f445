import type { EffectLane } from "../store/effect.ts";
import { type ClaimLane, journeyClass } from "../store/journey.ts";
import type { Lane } from "../store/lane.ts";
import type { SendLane } from "../store/message.ts";

type BatchLane = Lane & { campaignId: string; version: number };

/** Batches asked in one statement. */
const lanesAtOnce = 64;

/** What a lane that was not full the last time may give. */
const probe: Record<number, number> = {
  [journeyClass.interactive]: 64,
  [journeyClass.timer]: 16,
  [journeyClass.bulk]: 16,
};
const classes = [journeyClass.interactive, journeyClass.timer, journeyClass.bulk];

/**
 * Whose turn it is: batches are asked in turn, every class of each, replies first. A lane that gave all it was asked for
 * shares the claim's room with others like it; the rest are only probed. So a small batch never waits for a large one.
 */
export class LaneRing {
  private lanes: readonly Lane[] = [];
  private next = 0;
  private nextSend = 0;
  private nextEffect = 0;
  private nextCall = 0;
  private readonly full = new Set<string>();

  /** The lanes as they are now. */
  set(lanes: readonly Lane[]): void {
    this.lanes = lanes;
    const open = new Set(lanes.map((lane) => lane.batchId));
    for (const key of this.full) if (!open.has(key.slice(2))) this.full.delete(key);
  }

  get all(): readonly Lane[] {
    return this.lanes;
  }

  /** What to claim now, at most about `room` journeys. */
  claim(room: number): ClaimLane[] {
    const running = this.lanes.filter((lane): lane is BatchLane => !lane.cancelling && lane.campaignId !== null);
    const turn = turnOf(running, this.next);
    this.next = running.length === 0 ? 0 : (this.next + turn.length) % running.length;
    const asked = classes.flatMap((of) =>
      turn.map(({ accountId, batchId, campaignId, version, ignoresWindow }) => ({
        accountId,
        batchId,
        campaignId,
        version,
        ignoresWindow,
        class: of,
      })),
    );
    const fullOnes = asked.filter((lane) => this.full.has(keyOf(lane))).length;
    const share = Math.max(1, Math.floor(room / Math.max(1, fullOnes)));
    return asked.map((lane) => ({
      ...lane,
      quota: this.full.has(keyOf(lane)) ? share : Math.min(room, probe[lane.class] ?? 16),
    }));
  }

  /** What the lanes gave. */
  note(asked: readonly ClaimLane[], perLane: readonly number[]): void {
    asked.forEach((lane, index) => {
      if ((perLane[index] ?? 0) >= lane.quota) this.full.add(keyOf(lane));
      else this.full.delete(keyOf(lane));
    });
  }

  /** Whose calls to place now; each batch at most `room` of them. */
  calls(room: number): SendLane[] {
    const open = this.lanes.filter((lane) => !lane.cancelling && lane.campaignId !== null);
    const turn = turnOf(open, this.nextCall);
    this.nextCall = open.length === 0 ? 0 : (this.nextCall + turn.length) % open.length;
    return turn.map(({ accountId, batchId }) => ({ accountId, batchId, quota: room }));
  }

  /** Whose texts to send now. */
  send(room: number): SendLane[] {
    const open = this.lanes.filter((lane) => !lane.cancelling);
    const turn = turnOf(open, this.nextSend);
    this.nextSend = open.length === 0 ? 0 : (this.nextSend + turn.length) % open.length;
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

/** The next lanes round the ring, each at most once. */
function turnOf<One>(lanes: readonly One[], from: number): readonly One[] {
  if (lanes.length <= lanesAtOnce) return lanes;
  const end = from + lanesAtOnce;
  return [...lanes.slice(from, end), ...lanes.slice(0, Math.max(0, end - lanes.length))];
}
