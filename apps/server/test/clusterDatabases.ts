import { distribute } from "../src/program/cluster/distribute.ts";
import { withOwner } from "../src/store/cluster/clusterState.ts";
import { openDatabase } from "../src/store/database.ts";
import { cloneDatabase, insertDatabase, removeDatabase } from "../src/store/provision.ts";

/** The variable that carries the URLs of a cluster's nodes into the test processes, the coordinator's first. */
export const nodesVariable = "TRUNKLINE_TEST_NODES";

/** Accounts of tests are few: each shard costs every database of a test some hundred tables. */
const shards = 2;

/** URLs of the nodes of the cluster that a database belongs to, the coordinator's first; empty when it is none. */
export async function listNodeUrls(url: string): Promise<string[]> {
  return withOwner(url, async (client) => {
    const there = await client.query("select from pg_extension where extname = 'citus'");
    if (there.rowCount === 0) return [];
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename host, nodeport port from pg_dist_node where noderole = 'primary' order by groupid",
    );
    return rows.map(({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href);
  });
}

const nodes = (): string[] => JSON.parse(process.env[nodesVariable] ?? "[]");

/** Whether the tests run on a cluster. */
export const isOnCluster = (): boolean => nodes().length > 0;

/** The URLs of a database on each node, the coordinator's first. */
export const nodeUrls = (name: string): string[] => nodes().map((node) => databaseAt(node, name));

const databaseAt = (node: string, name: string): string => Object.assign(new URL(node), { pathname: `/${name}` }).href;

/** What docs/operating.md asks of a server before it is a node. */
async function prepareServer(url: string, name: string): Promise<void> {
  await insertDatabase(databaseAt(url, "postgres"), name);
  await withOwner(databaseAt(url, name), (client) => client.query("create extension citus"));
}

/** Adds a server to the cluster of a coordinator. */
export const addNode = (coordinator: string, node: string): Promise<unknown> =>
  withOwner(coordinator, (client) =>
    client.query("select citus_add_node($1, $2)", [new URL(node).hostname, Number(new URL(node).port)]),
  );

/** A distributed database without accounts. The last `spare` servers have it as well, and are not nodes yet. */
export async function makeClusterDatabase(
  urls: readonly string[],
  name: string,
  { parts, spare = 0, coordinatorHolds = false }: { parts: number; spare?: number; coordinatorHolds?: boolean },
): Promise<void> {
  for (const url of urls) await prepareServer(url, name);
  const [coordinator = "", ...workers] = urls.slice(0, urls.length - spare).map((url) => databaseAt(url, name));
  const { hostname, port } = new URL(coordinator);
  await withOwner(coordinator, (client) =>
    client.query("select citus_set_coordinator_host($1, $2)", [hostname, Number(port)]),
  );
  for (const worker of workers) await addNode(coordinator, worker);
  if (coordinatorHolds)
    await withOwner(coordinator, (client) =>
      client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [hostname, Number(port)]),
    );
  const db = openDatabase(coordinator, { connections: 2, applicationName: "trunkline test" });
  await distribute(db, { shards: parts, say: () => {} });
  await db.close();
}

/** A distributed database to make copies of, on each node: the nodes find each other by the name of their database. */
export async function makeClusterTemplate(urls: readonly string[], name: string): Promise<void> {
  await makeClusterDatabase(urls, name, { parts: shards });
  // its background processes would hold it
  for (const url of urls)
    await withOwner(databaseAt(url, "postgres"), async (client) => {
      await client.query(`alter database ${name} with allow_connections false`);
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    });
}

/** Makes a database as a copy of another one, on every node. */
export const cloneOnNodes = (name: string, template: string): Promise<unknown> =>
  Promise.all(nodes().map((url) => cloneDatabase(databaseAt(url, "postgres"), name, template)));

/** Removes a database from every node, the coordinator's first. */
export async function removeOnNodes(name: string, urls = nodes()): Promise<void> {
  for (const url of urls) await removeDatabase(databaseAt(url, "postgres"), name);
}
