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

/** Gives an account a shard of its own and moves that to another node. Answers the address of the node. */
export const isolate = (db: Database, account: string): Promise<string> =>
  withOwner(db.url, async (client) => {
    const { rows } = await client.query<{ shard: string }>(
      "select isolate_tenant_to_new_shard('contact', $1::uuid, 'CASCADE', shard_transfer_mode => 'auto')::text shard",
      [account],
    );
    const from = await readPlace(client, account);
    const { rows: others } = await client.query<Place>(
      `select nodename host, nodeport port from pg_dist_node
       where isactive and shouldhaveshards and groupid <> 0 and (nodename, nodeport) <> ($1, $2) order by nodeid limit 1`,
      [from.host, from.port],
    );
    const to = others[0] as Place;
    await client.query("select citus_move_shard_placement($1::bigint, $2, $3, $4, $5, 'auto')", [
      rows[0]?.shard,
      from.host,
      from.port,
      to.host,
      to.port,
    ]);
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
export async function countPlaces(db: Database, accounts: readonly string[]): Promise<Record<string, number>> {
  const places = await Promise.all(accounts.map((account) => nodeOf(db, account)));
  return Object.fromEntries([...Map.groupBy(places, (place) => place)].map(([place, all]) => [place, all.length]));
}
