import type { Query } from "../database.ts";

/** Contacts at a node of one version: ever entered, there now, failed there, and gone on to each next node; null where a run of before has not counted it. */
export interface NodeCountRow {
  version: number;
  node: number;
  entered: number;
  here: number;
  failed: number;
  onward: { node: number; count: number }[] | null;
}

/** Counts per version and node of a workflow's runs, or of one run, summed over the workers. */
export const listNodeCounts = (
  q: Query,
  account: string,
  campaignId: string,
  batchId?: string,
): Promise<NodeCountRow[]> =>
  q.rows(
    `select n.version, n.node, n.entered, n.here, n.failed, case when n."countsEdges" then coalesce(e.onward, '[]') end onward
     from (
       select n.version, n.node, sum(n.entered)::int8 entered, sum(n.here)::int8 here, sum(n.failed)::int8 failed,
         bool_and(b.counts_edges) "countsEdges"
       from node_count n join batch b on b.account_id = n.account_id and b.batch_id = n.batch_id
       where n.account_id = $1 and b.campaign_id = $2 and ($3::uuid is null or n.batch_id = $3)
       group by n.version, n.node) n
     left join (
       select version, node, jsonb_agg(jsonb_build_object('node', to_node, 'count', went) order by to_node) onward from (
         select n.version, n.node, n.to_node, sum(n.went)::int8 went
         from edge_count n join batch b on b.account_id = n.account_id and b.batch_id = n.batch_id
         where n.account_id = $1 and b.campaign_id = $2 and ($3::uuid is null or n.batch_id = $3)
         group by n.version, n.node, n.to_node) s
       group by version, node) e using (version, node)
     order by n.version, n.node`,
    [account, campaignId, batchId ?? null],
  );
