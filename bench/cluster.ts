import { randomBytes } from "node:crypto";
import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import { withOwner } from "../apps/server/src/store/cluster/clusterState.ts";
import { type ClaimDialect, type Database, openDatabase } from "../apps/server/src/store/database.ts";
import { migrate } from "../apps/server/src/store/migrate.ts";
import { insertPartitions } from "../apps/server/src/store/partition.ts";
import { insertDatabase, removeDatabase } from "../apps/server/src/store/provision.ts";
import { listNodeUrls, makeClusterDatabase, removeOnNodes } from "../apps/server/test/clusterDatabases.ts";
import { openProcessorTime } from "./processorTime.ts";
import { makeContacts, makeFiveNodes, makeScene, startOverAll } from "./scene.ts";
import { verifySteps, walkFiveNodes } from "./steps.ts";

const accounts = 8;
/** Parts of the accounts for each node. */
const partsEach = 4;

/** Steps on one arrangement of servers. */
interface ClusterFigures {
  what: string;
  stepsPerSecond: number;
  /** Processor time of a step, microseconds: of the program, of the coordinator or the one server, and of the other nodes together. */
  program: number;
  coordinator: number;
  nodes: number;
  problems: string[];
}

/** One server, or a cluster with so many nodes that have accounts. */
interface Arrangement {
  what: string;
  claims: ClaimDialect;
  nodes: number;
}

const arrangements: readonly Arrangement[] = [
  { what: "one server", claims: "together", nodes: 0 },
  { what: "one server, an account at a time", claims: "byAccount", nodes: 0 },
  { what: "a coordinator and one node", claims: "byAccount", nodes: 1 },
  { what: "a coordinator and two nodes", claims: "byAccount", nodes: 2 },
  { what: "three nodes, one of them the coordinator", claims: "byAccount", nodes: 3 },
];

/** Five steps of each contact, spread over eight accounts, on every arrangement of the servers of a cluster. */
export async function* measureCluster(url: string, contacts: number): AsyncGenerator<ClusterFigures> {
  const servers = await listNodeUrls(url);
  for (const arrangement of arrangements.filter(({ nodes }) => nodes <= servers.length)) {
    const name = `bench_${randomBytes(4).toString("hex")}`;
    const db = await openArrangement(servers, name, arrangement);
    try {
      const used = servers.slice(0, 1 + arrangement.nodes);
      yield await measure(db, used, arrangement.what, Math.floor(contacts / accounts));
    } finally {
      await db.close();
      await (arrangement.nodes === 0 ? removeDatabase(at(servers[0], "postgres"), name) : removeOnNodes(name, servers));
    }
  }
}

const at = (server: string | undefined, name: string): string =>
  Object.assign(new URL(server ?? ""), { pathname: `/${name}` }).href;

async function openArrangement(
  servers: readonly string[],
  name: string,
  { claims, nodes }: Arrangement,
): Promise<Database> {
  if (nodes === 0) await insertDatabase(at(servers[0], "postgres"), name);
  else {
    // the coordinator gets accounts when there are no more workers
    const workers = Math.min(nodes, servers.length - 1);
    await makeClusterDatabase(servers.slice(0, 1 + workers), name, {
      parts: nodes * partsEach,
      coordinatorHolds: nodes > workers,
    });
  }
  const db = openDatabase(at(servers[0], name), { connections: 12, claims });
  if (nodes === 0) await migrate(db);
  await db.owner((q) => insertPartitions(q, 1));
  return db;
}

async function measure(db: Database, servers: readonly string[], what: string, each: number): Promise<ClusterFigures> {
  const runs: { account: string; batchId: string }[] = [];
  for (let n = 0; n < accounts; n++) {
    const scene = await makeScene(db, n + 1);
    await makeContacts(db, scene.account, each);
    const batchId = await startOverAll(db, scene.account, await makeFiveNodes(db, scene));
    while (await enrolBatch(db, scene.account, batchId, 900));
    runs.push({ account: scene.account, batchId });
  }
  await withOwner(db.url, (client) => client.query("analyze"));
  const times = await Promise.all(servers.map(openProcessorTime));
  const before = times.map((read) => read());
  const ownBefore = process.cpuUsage();
  const batches = new Set(runs.map(({ batchId }) => batchId));
  const { steps, seconds, problems } = await walkFiveNodes(db, batches, each * accounts, 1);
  const { user, system } = process.cpuUsage(ownBefore);
  const [coordinator = 0, ...nodes] = times.map((read, index) => (read() - (before[index] ?? 0)) * 1_000);
  for (const { account, batchId } of runs) problems.push(...(await verifySteps(db, account, batchId, each)));
  return {
    what,
    stepsPerSecond: steps / seconds,
    program: (user + system) / steps,
    coordinator: coordinator / steps,
    nodes: nodes.reduce((sum, micros) => sum + micros, 0) / steps,
    problems: problems.map((problem) => `${what}: ${problem}`),
  };
}
