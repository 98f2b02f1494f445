import type { Step } from "@trunkline/workflow/engine/journey.ts";
import type { ClaimLane } from "../../store/journeys/journey.ts";
import { type BatchCount, batchCountWrites, type NodeCount, nodeCountWrites } from "../../store/runs/count.ts";
import type { AdvancedJourney } from "./advancedJourney.ts";

type CountedNode = NodeCount & { onward: Map<number, number> };

/** The figures of nodes and batches that one claim changes. */
export class ClaimCounts {
  private readonly nodes = new Map<number, CountedNode>();
  private readonly batches = new Map<string, BatchCount>();
  private readonly ordinals = new Map<string, number>();
  private counted: { batchId: string; version: number; ordinal: number } | null = null;

  /** Counts the steps of one journey, and where it is now. */
  add({ row, lane, before, after, advances }: AdvancedJourney): void {
    const { accountId, batchId } = lane;
    const ordinal = this.ordinalOf(batchId, row.version);
    // a step is the first of a visit unless the node was asking or waiting before it
    let entering = before.status === "moving";
    for (const { steps } of advances)
      for (const step of steps) {
        const count = this.nodeCount(step.node, ordinal, lane, row.version);
        if (entering) count.entered++;
        entering = step.outcome === "went";
        if (entering) addOnward(count.onward, step);
        if (step.outcome === "failed") count.failed++;
      }
    const over = after.status === "done" || after.status === "failed";
    const here = over ? null : after.at;
    // a journey that stays at its node changes nothing there
    if (row.node !== here) {
      if (row.node !== null) this.nodeCount(row.node, ordinal, lane, row.version).here--;
      if (here !== null) this.nodeCount(here, ordinal, lane, row.version).here++;
    }
    // a journey that was moved before its start has a step already, but no node
    if (row.node !== null && !over) return;
    const batch = this.batches.get(batchId) ?? {
      accountId,
      batchId,
      enrolled: 0,
      filtered: 0,
      started: 0,
      done: 0,
      failed: 0,
    };
    this.batches.set(batchId, batch);
    if (row.node === null) batch.started++;
    if (after.status === "done") batch.done++;
    if (after.status === "failed") batch.failed++;
  }

  private nodeCount(node: number, ordinal: number, { accountId, batchId }: ClaimLane, version: number): CountedNode {
    // batches and their versions are few in a claim, node ids whole numbers: one number names all three
    const key = node * 10_000 + ordinal;
    let count = this.nodes.get(key);
    if (count === undefined) {
      count = { accountId, batchId, version, node, entered: 0, here: 0, failed: 0, onward: new Map() };
      this.nodes.set(key, count);
    }
    return count;
  }

  /** The place of a batch and version among those of the claim. Neighbors mostly have the same. */
  private ordinalOf(batchId: string, version: number): number {
    if (this.counted?.batchId === batchId && this.counted.version === version) return this.counted.ordinal;
    const name = `${batchId} ${version}`;
    const ordinal = this.ordinals.get(name) ?? this.ordinals.size;
    this.ordinals.set(name, ordinal);
    this.counted = { batchId, version, ordinal };
    return ordinal;
  }

  /** Their writes, for the counter rows of one slot. */
  writes(slot: number) {
    const changed = [...this.nodes.values()].filter(
      (count) => count.entered !== 0 || count.here !== 0 || count.failed !== 0 || count.onward.size > 0,
    );
    return [...nodeCountWrites(slot, changed), ...batchCountWrites(slot, [...this.batches.values()])];
  }
}

/** Counts a step to the next node. */
function addOnward(onward: Map<number, number>, { data }: Step): void {
  const to = Number(data?.["to"]);
  onward.set(to, (onward.get(to) ?? 0) + 1);
}
