import { describe, expect, it } from "vitest";
import type { QueuedCall } from "../../store/calls/callQueue.ts";
import { CallTurns } from "./callTurns.ts";

const calls = (batchId: string | null, count: number): QueuedCall[] =>
  Array.from({ length: count }, (_, at) => ({ batchId, callId: `${batchId ?? "own"}${at}` }) as QueuedCall);
const ids = (of: readonly QueuedCall[]) => of.map(({ callId }) => callId).join(" ");

describe("calls over a number or connection with a pace", () => {
  it("leave one of each run in turn, however many the first run has", () => {
    expect(ids(new CallTurns().order("n", [...calls("a", 4), ...calls("b", 2)]))).toBe("a0 b0 a1 b1 a2 a3");
  });

  it("begin with the run after the one that called last", () => {
    const turns = new CallTurns();
    const queued = [...calls("a", 2), ...calls("b", 2), ...calls("c", 2)];
    turns.note("n", turns.order("n", queued).slice(0, 2));
    expect(ids(turns.order("n", queued))).toBe("c0 a0 b0 c1 a1 b1");
    expect(ids(turns.order("another", queued))).toMatch(/^a0 b0 c0/);
    turns.note("n", calls("c", 1));
    expect(ids(turns.order("n", queued))).toMatch(/^a0 b0 c0/);
  });

  it("of users leave before those of runs", () => {
    expect(ids(new CallTurns().order("n", [...calls("a", 2), ...calls(null, 2)]))).toBe("own0 own1 a0 a1");
  });
});
