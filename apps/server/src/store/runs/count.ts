import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { MovedMessage } from "../messages/message.ts";
import { type Write, writeTogether } from "../together.ts";

/** What a transaction adds to the figures of one node of one version in one batch. */
export interface NodeCount {
  accountId: string;
  batchId: string;
  version: number;
  node: number;
  entered: number;
  here: number;
  failed: number;
  /** How many went on to each next node. */
  onward: ReadonlyMap<number, number>;
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

/** Adds to the figures of nodes and of the lines between them, in the counting rows of one slot. */
export const nodeCountWrites = (slot: number, counts: readonly NodeCount[]): Write[] =>
  counts.length === 0
    ? []
    : [
        {
          name: "nodes",
          text: `insert into node_count as n (account_id, batch_id, version, node, slot, entered, here, failed)
        select a, b, v, o, $1, e, h, f
        from unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[]) u (a, b, v, o, e, h, f)
        on conflict (account_id, batch_id, version, node, slot)
        do update set entered = n.entered + excluded.entered, here = n.here + excluded.here, failed = n.failed + excluded.failed`,
          values: [
            slot,
            plainArray(counts.map((count) => count.accountId)),
            plainArray(counts.map((count) => count.batchId)),
            plainArray(counts.map((count) => count.version)),
            plainArray(counts.map((count) => count.node)),
            plainArray(counts.map((count) => count.entered)),
            plainArray(counts.map((count) => count.here)),
            plainArray(counts.map((count) => count.failed)),
          ],
        },
        ...edgeCountWrites(slot, counts),
      ];

function edgeCountWrites(slot: number, counts: readonly NodeCount[]): Write[] {
  const edges = counts.flatMap((count) => [...count.onward].map(([to, went]) => ({ ...count, to, went })));
  if (edges.length === 0) return [];
  const text = `insert into edge_count as n (account_id, batch_id, version, node, to_node, slot, went)
    select a, b, v, o, t, $1, w from unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::int[], $7::bigint[]) u (a, b, v, o, t, w)
    on conflict (account_id, batch_id, version, node, to_node, slot) do update set went = n.went + excluded.went`;
  const values = [
    slot,
    plainArray(edges.map((edge) => edge.accountId)),
    plainArray(edges.map((edge) => edge.batchId)),
    plainArray(edges.map((edge) => edge.version)),
    plainArray(edges.map((edge) => edge.node)),
    plainArray(edges.map((edge) => edge.to)),
    plainArray(edges.map((edge) => edge.went)),
  ];
  return [{ name: "edges", text, values }];
}

/** Adds to the batch figures, in the counting rows of one slot. */
export const batchCountWrites = (slot: number, counts: readonly BatchCount[]): Write[] =>
  counts.length === 0
    ? []
    : [
        {
          name: "batches",
          text: `insert into batch_count as b (account_id, batch_id, slot, enrolled, filtered, started, done, failed)
        select a, i, $1, e, f, s, d, x
        from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]) u (a, i, e, f, s, d, x)
        on conflict (account_id, batch_id, slot)
        do update set enrolled = b.enrolled + excluded.enrolled, filtered = b.filtered + excluded.filtered,
          started = b.started + excluded.started, done = b.done + excluded.done, failed = b.failed + excluded.failed`,
          values: [
            slot,
            plainArray(counts.map((count) => count.accountId)),
            plainArray(counts.map((count) => count.batchId)),
            plainArray(counts.map((count) => count.enrolled)),
            plainArray(counts.map((count) => count.filtered)),
            plainArray(counts.map((count) => count.started)),
            plainArray(counts.map((count) => count.done)),
            plainArray(counts.map((count) => count.failed)),
          ],
        },
      ];

/** Adds to the batch figures in a statement of its own. */
export async function addBatchCounts(q: Query, slot: number, counts: readonly BatchCount[]): Promise<void> {
  await writeTogether(q, batchCountWrites(slot, counts));
}

/** What a transaction adds to the figures of a workflow. */
export interface CampaignCount {
  accountId: string;
  campaignId: string;
  sends: number;
  replies: number;
  optOuts: number;
  costMicros: number;
}

/** Adds to the figures of workflows, in the counting rows of one slot. */
export async function addCampaignCounts(q: Query, slot: number, counts: readonly CampaignCount[]): Promise<void> {
  if (counts.length === 0) return;
  await q.run(
    {
      name: "count.campaign",
      text: `insert into campaign_count as c (account_id, campaign_id, slot, sends, replies, opt_outs, cost_micros, last_used)
        select a, i, $1, sum(s), sum(r), sum(o), sum(m), now()
        from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) u (a, i, s, r, o, m)
        group by a, i
        on conflict (account_id, campaign_id, slot)
        do update set sends = c.sends + excluded.sends, replies = c.replies + excluded.replies,
          opt_outs = c.opt_outs + excluded.opt_outs, cost_micros = c.cost_micros + excluded.cost_micros, last_used = now()`,
    },
    [
      slot,
      plainArray(counts.map((count) => count.accountId)),
      plainArray(counts.map((count) => count.campaignId)),
      plainArray(counts.map((count) => count.sends)),
      plainArray(counts.map((count) => count.replies)),
      plainArray(counts.map((count) => count.optOuts)),
      plainArray(counts.map((count) => count.costMicros)),
    ],
  );
}

/** Adds to what accounts spent today, in the counting rows of one slot. */
export async function addSpend(
  q: Query,
  slot: number,
  spent: readonly { accountId: string; costMicros: number }[],
): Promise<void> {
  if (spent.length === 0) return;
  await q.run(
    {
      name: "count.spend",
      text: `insert into spend as s (account_id, day, slot, cost_micros)
        select a, (now() at time zone 'UTC')::date, $1, sum(m) from unnest($2::uuid[], $3::bigint[]) u (a, m) group by a
        on conflict (account_id, day, slot) do update set cost_micros = s.cost_micros + excluded.cost_micros`,
    },
    [slot, plainArray(spent.map((one) => one.accountId)), plainArray(spent.map((one) => one.costMicros))],
  );
}

/**
 * What an account spent today; locked, so that no one else spends until this transaction ends. Without the lock, two senders
 * could both spend the rest of the limit.
 */
export async function lockSpend(q: Query, accountId: string): Promise<number> {
  await q.run("select pg_advisory_xact_lock(hashtextextended($1, 9))", [accountId]);
  return findSpend(q, accountId);
}

/** What an account spent today. */
export async function findSpend(q: Query, accountId: string): Promise<number> {
  const row = await q.one<{ spent: number }>(
    `select coalesce(sum(cost_micros), 0)::int8 spent from spend where account_id = $1 and day = (now() at time zone 'UTC')::date`,
    [accountId],
  );
  return row?.spent ?? 0;
}

/** Accepted texts count as sends of their workflow. */
export function countSends(moved: readonly MovedMessage[]) {
  return moved.flatMap(({ accountId, campaignId, state, costMicros }) =>
    campaignId === null || state !== "accepted"
      ? []
      : [{ accountId, campaignId, sends: 1, replies: 0, optOuts: 0, costMicros }],
  );
}
