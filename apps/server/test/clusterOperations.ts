import { distribute } from "../src/program/cluster/distribute.ts";
import { type OwnerConnection, withOwner } from "../src/store/cluster/clusterState.ts";
import type { Database } from "../src/store/database.ts";
import { addNode } from "./clusterDatabases.ts";

// What operators do with a cluster while the program works, by the statements of docs/operating.md.

/** Adds a prepared server, and lets the cluster move shards to it. */
export async function addAndRebalance(db: Database, node: string): Promise<void> {
  await addNode(db.url, node);
  await distribute(db, { shards: 0, say: () => {} });
  await withOwner(db.url, async (client) => {
    await client.query("select citus_rebalance_start()");
    await client.query("select citus_rebalance_wait()");
    const { rows } = await client.query<{ state: string }>("select state::text from citus_rebalance_status()");
    if (rows[0]?.state !== "finished") throw new Error(`The rebalancing is ${rows[0]?.state}`);
  });
}

/** Gives an account a shard of its own on another node; those that shared its shard come along. Returns the address of the node. */
export const isolate = (db: Database, account: string): Promise<string> =>
  withOwner(db.url, async (client) => {
    const from = await readPlace(client, account);
    const { rows } = await client.query<Place & { id: number }>(
      `select nodename host, nodeport port, nodeid id from pg_dist_node
       where isactive and shouldhaveshards and groupid <> 0 and (nodename, nodeport) <> ($1, $2) order by nodeid limit 1`,
      [from.host, from.port],
    );
    const [to] = rows;
    if (to === undefined) throw new Error("The cluster has no other node");
    await client.query(
      `select citus_split_shard_by_split_points(shardid, array[h - 1, h]::text[], array[$2, $2, $2]::int[], 'auto')
       from pg_dist_shard, worker_hash($1::uuid) h where shardid = get_shard_id_for_distribution_column('contact', $1::uuid)`,
      [account, to.id],
    );
    return `${to.host}:${to.port}`;
  });

interface Place {
  host: string;
  port: number;
}

async function readPlace(client: OwnerConnection, account: string): Promise<Place> {
  const { rows } = await client.query<Place>(
    `select nodename host, nodeport port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('contact', $1::uuid)`,
    [account],
  );
  return rows[0] as Place;
}

/** The address of the node that has an account. */
export async function nodeOf(db: Database, account: string): Promise<string> {
  const { host, port } = await withOwner(db.url, (client) => readPlace(client, account));
  return `${host}:${port}`;
}

/** How many accounts of those each node has. */
export const countPlaces = (db: Database, accounts: readonly string[]): Promise<Record<string, number>> =>
  withOwner(db.url, async (client) => {
    const { rows } = await client.query<{ node: string; n: number }>(
      `select nodename || ':' || nodeport node, count(*)::int n
       from unnest($1::uuid[]) account
       join pg_dist_placement on shardid = get_shard_id_for_distribution_column('contact', account)
       join pg_dist_node using (groupid) group by 1 order by 1`,
      [accounts],
    );
    return Object.fromEntries(rows.map(({ node, n }) => [node, n]));
  });
