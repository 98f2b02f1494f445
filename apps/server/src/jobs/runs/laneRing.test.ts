import { describe, expect, it } from "vitest";
import type { Lane } from "../../store/runs/lane.ts";
import { LaneRing } from "./laneRing.ts";

const lane = (index: number, more: Partial<Lane> = {}): Lane => ({
  accountId: `account ${index % 7}`,
  batchId: `batch ${index}`,
  campaignId: "campaign",
  version: 1,
  ignoresWindow: false,
  enrolling: false,
  cancelling: false,
  ...more,
});
const lanes = (count: number): Lane[] => Array.from({ length: count }, (_, index) => lane(index));

describe("whose turn it is (architecture, Journeys in PostgreSQL: fair between accounts and batches)", () => {
  it("asks every class of a batch, replies first", () => {
    const ring = new LaneRing();
    ring.set(lanes(2));
    expect(ring.claim(500).map((asked) => asked.class)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  type Asked = ReturnType<LaneRing["claim"]>;
  const isBulk = (one: Asked[number]): boolean => one.class >= 2;
  /** Every lane of these batches that is claimed for first starts gives all it was asked for, others nothing. */
  const give = (ring: LaneRing, asked: Asked, ...batches: readonly string[]): void =>
    ring.note(
      asked,
      asked.map((one) => (isBulk(one) && batches.includes(one.batchId) ? one.quota : 0)),
    );
  const both = ["batch 0", "batch 1"] as const;
  /** A ring whose first two batches of three are full. */
  const fullRing = (): LaneRing => {
    const ring = new LaneRing();
    ring.set(lanes(3));
    give(ring, ring.claim(600, 0), ...both);
    return ring;
  };

  it("gives full lanes the room of a claim, one part of a batch at a time", () => {
    const ring = fullRing();
    const asked = ring.claim(600, 1);
    expect(asked).toMatchObject([{ batchId: "batch 0", quota: 600 }]);
    give(ring, asked, ...both);
    expect(ring.claim(600, 2)).toMatchObject([{ batchId: "batch 1", quota: 600 }]);
  });

  it("probes what is not full between them, 25 ms after the last probe, and never twice in a row", () => {
    const ring = fullRing();
    ring.claim(600, 24);
    const probed = ring.claim(600, 25);
    expect(probed.filter(isBulk).map(({ batchId, quota }) => [batchId, quota])).toEqual([
      ["batch 2", 16],
      ["batch 2", 16],
      ["batch 2", 16],
      ["batch 2", 16],
    ]);
    expect(ring.claim(600, 60).map(({ quota }) => quota)).toEqual([600]);
    expect(ring.claim(600, 61).filter(({ class: of }) => of === 0)).toHaveLength(3);
  });

  it("asks for replies in every probe, also where they fill their share", () => {
    const ring = new LaneRing();
    ring.set(lanes(1));
    const first = ring.claim(600, 0);
    ring.note(
      first,
      first.map((one) => (one.class === 0 ? one.quota : 0)),
    );
    expect(ring.claim(600, 1)).toMatchObject([{ class: 0, quota: 600 }]);
    expect(ring.claim(600, 25)).toContainEqual(expect.objectContaining({ class: 0, quota: 64 }));
  });

  it("gives a full lane to one claim at a time, and again when that is over", () => {
    const ring = fullRing();
    const claims = Array.from({ length: 8 }, () => ring.claim(600, 1));
    const parts = claims.flat().map(({ batchId, class: of }) => `${batchId}: ${of}`);
    expect(new Set(parts).size).toBe(8);
    expect(ring.hasFree).toBe(false);
    expect(
      ring
        .claim(600, 2)
        .filter(({ batchId }) => batchId !== "batch 2")
        .every(({ class: of }) => of < 2),
    ).toBe(true);
    ring.release(claims[1] ?? []);
    expect(ring.hasFree).toBe(true);
    expect(ring.claim(600, 3)).toEqual(claims[1]);
  });

  it("gives a claim a few of many full batches, in turn, so that each gives it enough", () => {
    const ring = new LaneRing();
    const names = lanes(40).map(({ batchId }) => batchId);
    ring.set(lanes(40));
    give(ring, ring.claim(600, 0), ...names);
    const seen: string[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const asked = ring.claim(600, 1);
      expect(asked.length).toBeLessThanOrEqual(9);
      expect(asked.every(({ quota }) => quota >= 64)).toBe(true);
      seen.push(...asked.map(({ batchId }) => batchId));
      give(ring, asked, ...names);
    }
    expect(new Set(seen).size).toBe(40);
  });

  it.each([
    [2, 4],
    [4, 2],
  ])("gives each of %i loops its share of eight full batches", (loops, share) => {
    const ring = new LaneRing(loops);
    const names = lanes(8).map(({ batchId }) => batchId);
    ring.set(lanes(8));
    give(ring, ring.claim(600, 0), ...names);
    expect(ring.claim(600, 1)).toHaveLength(share);
  });

  it("comes to every one of many batches before it comes to one twice", () => {
    const ring = new LaneRing();
    ring.set(lanes(200));
    const asked = new Map<string, number>();
    for (let turn = 0; turn < 25; turn++)
      for (const one of ring.claim(100)) if (one.class === 0) asked.set(one.batchId, (asked.get(one.batchId) ?? 0) + 1);
    expect(asked.size).toBe(200);
    expect(Math.max(...asked.values()) - Math.min(...asked.values())).toBeLessThanOrEqual(1);
  });

  it("claims from a busy batch between all probes, however many others rest", () => {
    const ring = new LaneRing();
    ring.set(lanes(300));
    give(ring, ring.claim(600, 0), "batch 7");
    const seen = new Set<string>();
    for (let turn = 0; turn < 5; turn++) {
      const [one, other] = [ring.claim(600, turn * 25 + 1), ring.claim(600, turn * 25 + 25)];
      expect(one).toMatchObject([{ batchId: "batch 7", quota: 600 }]);
      give(ring, one, "batch 7");
      give(ring, other, "batch 7");
      for (const { batchId } of other) seen.add(batchId);
    }
    expect(seen.size).toBe(300);
  });

  it("claims nothing from a batch that is being cancelled, nor from an account's own lane, which only sends", () => {
    const ring = new LaneRing();
    ring.set([lane(1, { cancelling: true }), lane(2, { batchId: "account 2", campaignId: null, version: null })]);
    expect(ring.claim(100)).toEqual([]);
    expect(ring.senders).toEqual(["account 1", "account 2"]);
  });
});
