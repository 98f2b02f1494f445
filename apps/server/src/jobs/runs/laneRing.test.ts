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

  /** Every bulk lane of the first two batches gives all it was asked for. */
  const fill = (ring: LaneRing): void => {
    const first = ring.claim(600);
    ring.note(
      first,
      first.map((asked) => (asked.batchId !== "batch 2" && asked.class >= 2 ? asked.quota : 0)),
    );
  };
  const bulk = (ring: LaneRing) => ring.claim(600).filter((asked) => asked.class >= 2);

  it("gives full lanes the room in equal shares and only probes the others", () => {
    const ring = new LaneRing();
    ring.set(lanes(3));
    fill(ring);
    const quotas = Map.groupBy(bulk(ring), (asked) => asked.batchId);
    expect(quotas.get("batch 0")?.map((asked) => asked.quota)).toEqual([300]);
    expect(quotas.get("batch 1")?.map((asked) => asked.quota)).toEqual([300]);
    expect(quotas.get("batch 2")?.map((asked) => asked.quota)).toEqual([16, 16, 16, 16]);
  });

  it("gives a full lane to one claim at a time, and again when that is over", () => {
    const ring = new LaneRing();
    ring.set(lanes(2));
    fill(ring);
    const claims = Array.from({ length: 5 }, () => bulk(ring));
    const parts = claims.map((asked) => asked.filter((one) => one.batchId === "batch 0").map((one) => one.class));
    expect(parts.flat().sort()).toEqual([2, 3, 4, 5]);
    expect(parts[4]).toEqual([]);
    ring.release(claims[1] ?? []);
    expect(
      bulk(ring)
        .filter((one) => one.batchId === "batch 0")
        .map((one) => one.class),
    ).toEqual(parts[1]);
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

  it("asks a busy batch every time, however many others rest", () => {
    const ring = new LaneRing();
    ring.set(lanes(300));
    const give = (asked: ReturnType<LaneRing["claim"]>) =>
      ring.note(
        asked,
        asked.map((one) => (one.batchId === "batch 7" && one.class === 2 ? one.quota : 0)),
      );
    give(ring.claim(600));
    const seen = new Set<string>();
    for (let turn = 0; turn < 5; turn++) {
      const asked = ring.claim(600);
      give(asked);
      for (const { batchId } of asked) seen.add(batchId);
      const busy = asked.filter((one) => one.batchId === "batch 7" && one.class === 2);
      expect(busy.map((one) => one.quota)).toEqual([600]);
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
