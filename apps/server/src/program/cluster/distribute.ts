import { Refusal } from "../../refusal.ts";
import { prepareNodes } from "../../store/cluster/clusterFunctions.ts";
import {
  type ClusterState,
  type ClusterTable,
  isDistributed,
  type OwnerConnection,
  readCluster,
  withOwner,
} from "../../store/cluster/clusterState.ts";
import { countProcesses, isSuperuser, lockDistribution } from "../../store/cluster/connected.ts";
import {
  beginDistribution,
  exemptOwner,
  finishDistribution,
  listMisplaced,
  placeTable,
} from "../../store/cluster/distributeTables.ts";
import type { Database } from "../../store/database.ts";
import { migrate } from "../../store/migrate.ts";

/** How an installation is distributed. */
interface DistributeOptions {
  /** Into how many parts the accounts are divided. A node holds many of them, and nodes that are added get some. */
  shards: number;
  say: (line: string) => void;
}

/** What was distributed. */
interface Distributed {
  tables: number;
  rows: number;
}

/**
 * Turns the installation into a distributed one, table by table, each in one transaction. Where it was stopped or killed,
 * the next call continues.
 */
export async function distribute(db: Database, { shards, say }: DistributeOptions): Promise<Distributed> {
  return withOwner(db.url, async (client) => {
    const before = await readyCluster(client);
    if (isDistributed(before) && !before.isUnfinished && listMisplaced(before).length === 0) {
      // nodes that were added since; processes may work meanwhile
      await prepareNodes(client);
      await exemptOwner(client);
      return { tables: 0, rows: 0 };
    }
    await refuseBusy(client);
    await migrate(db);
    const { tables } = (await readCluster(client)) ?? before;
    const misplaced = listMisplaced({ tables });
    await beginDistribution(client);
    const rows = await placeAll(client, tables, misplaced, { shards, say });
    say("Checking the keys between the tables");
    await finishDistribution(client);
    return { tables: misplaced.length, rows };
  });
}

/** Tables that all nodes have come first, because others refer to them. */
const order = { everyNode: 0, coordinator: 1, byAccount: 2 } as const;

async function placeAll(
  client: OwnerConnection,
  tables: readonly ClusterTable[],
  misplaced: readonly ClusterTable[],
  { shards, say }: DistributeOptions,
): Promise<number> {
  let anchor = tables.find(({ is }) => is === "byAccount")?.name ?? null;
  let all = 0;
  const ordered = misplaced.toSorted((a, b) => order[a.belongs] - order[b.belongs] || (a.name < b.name ? -1 : 1));
  for (const [index, table] of ordered.entries()) {
    const rows = await placeTable(client, { table, shards, anchor });
    if (table.belongs === "byAccount") anchor ??= table.name;
    all += rows;
    const place = `table ${tables.length - ordered.length + index + 1} of ${tables.length}`;
    say(`${place}: ${table.name}, ${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}`);
  }
  return all;
}

/** What stands between the database and a cluster is said with what to do. */
async function readyCluster(client: OwnerConnection): Promise<ClusterState> {
  const state = await readCluster(client);
  if (state === null)
    throw new Refusal(
      "The database has no Citus extension. Install Citus on every server, then run CREATE EXTENSION citus in this database on each of them (docs/operating.md, More than one database server).",
    );
  if (!state.nodes.some(({ isCoordinator }) => isCoordinator))
    throw new Refusal(
      "The coordinator does not know its own address. Run SELECT citus_set_coordinator_host('address', port) in this database.",
    );
  if (!state.nodes.some(({ isCoordinator, isActive, holdsShards }) => !isCoordinator && isActive && holdsShards))
    throw new Refusal(
      "The cluster has no worker node. Run SELECT citus_add_node('address', port) in this database for each of them.",
    );
  if (!(await isSuperuser(client)))
    throw new Refusal(
      "Only a superuser can prepare the nodes. Name one in DATABASE_URL for this command; the program itself needs none.",
    );
  return state;
}

async function refuseBusy(client: OwnerConnection): Promise<void> {
  if (!(await lockDistribution(client))) throw new Refusal("Another `trunkline distribute` is under way.");
  const processes = await countProcesses(client);
  if (processes > 0)
    throw new Refusal(
      `Stop every process of Trunkline first: ${processes} of their connections are open. Nothing was changed.`,
    );
}
