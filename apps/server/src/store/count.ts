import { plainArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/** What a transaction adds to the figures of one node of one version in one batch. */
export interface NodeCount {
  accountId: string;
  batchId: string;
  version: number;
  node: number;
  entered: number;
  here: number;
  failed: number;
}

/** What a transaction adds to the figures of a batch. */
export interface BatchCount {
  accountId: string;
  batchId: string;
  enrolled: number;
  filtered: number;
  started: number;
  done: number;
  failed: number;
}

/** Adds to the node figures, in the counting rows of one slot. */
export async function addNodeCounts(q: Query, slot: number, counts: readonly NodeCount[]): Promise<void> {
  if (counts.length === 0) return;
  await q.run(
    {
      name: "count.node",
      text: `insert into node_count as n (account_id, batch_id, version, node, slot, entered, here, failed)
        select a, b, v, o, $1, e, h, f
        from unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[]) u (a, b, v, o, e, h, f)
        on conflict (account_id, batch_id, version, node, slot)
        do update set entered = n.entered + excluded.entered, here = n.here + excluded.here, failed = n.failed + excluded.failed`,
    },
    [
      slot,
      plainArray(counts.map((count) => count.accountId)),
      plainArray(counts.map((count) => count.batchId)),
      plainArray(counts.map((count) => count.version)),
      plainArray(counts.map((count) => count.node)),
      plainArray(counts.map((count) => count.entered)),
      plainArray(counts.map((count) => count.here)),
      plainArray(counts.map((count) => count.failed)),
    ],
  );
}

/** Adds to the batch figures, in the counting rows of one slot. */
export async function addBatchCounts(q: Query, slot: number, counts: readonly BatchCount[]): Promise<void> {
  if (counts.length === 0) return;
  await q.run(
    {
      name: "count.batch",
      text: `insert into batch_count as b (account_id, batch_id, slot, enrolled, filtered, started, done, failed)
        select a, i, $1, e, f, s, d, x
        from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]) u (a, i, e, f, s, d, x)
        on conflict (account_id, batch_id, slot)
        do update set enrolled = b.enrolled + excluded.enrolled, filtered = b.filtered + excluded.filtered,
          started = b.started + excluded.started, done = b.done + excluded.done, failed = b.failed + excluded.failed`,
    },
    [
      slot,
      plainArray(counts.map((count) => count.accountId)),
      plainArray(counts.map((count) => count.batchId)),
      plainArray(counts.map((count) => count.enrolled)),
      plainArray(counts.map((count) => count.filtered)),
      plainArray(counts.map((count) => count.started)),
      plainArray(counts.map((count) => count.done)),
      plainArray(counts.map((count) => count.failed)),
    ],
  );
}
