import type { QueuedCall } from "../../store/calls/callQueue.ts";

/** Numbers and connections that are remembered. */
const mostKept = 10_000;

/**
 * The order in which calls leave where a number or connection lets only some of them go: users' own calls first, whose phone
 * already rings, then one call of each run in turn, from the run after the one that called last (decision 0062).
 */
export class CallTurns {
  /** The run that called last, by what shares the pace. */
  private readonly last = new Map<string, string>();

  /** Orders the calls that share a pace. */
  order(shared: string, calls: readonly QueuedCall[]): QueuedCall[] {
    const byRun = Map.groupBy(calls, ({ batchId }) => batchId ?? "");
    const own = byRun.get("") ?? [];
    byRun.delete("");
    const runs = [...byRun.keys()].sort();
    const last = this.last.get(shared) ?? "";
    const first = Math.max(
      0,
      runs.findIndex((run) => run > last),
    );
    const ring = [...runs.slice(first), ...runs.slice(0, first)].map((run) => byRun.get(run) ?? []);
    const rounds = Math.max(0, ...ring.map(({ length }) => length));
    const turns = Array.from({ length: rounds }, (_, round) => ring.flatMap((of) => of.slice(round, round + 1)));
    return [...own, ...turns.flat()];
  }

  /** Notes the calls that may go. */
  note(shared: string, going: readonly QueuedCall[]): void {
    const run = going.findLast(({ batchId }) => batchId !== null)?.batchId;
    if (run == null) return;
    this.last.delete(shared);
    this.last.set(shared, run);
    const [oldest] = this.last.keys();
    if (this.last.size > mostKept && oldest !== undefined) this.last.delete(oldest);
  }
}
