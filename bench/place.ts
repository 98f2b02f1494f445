import { rm } from "node:fs/promises";
import { startEmbedded } from "../apps/server/src/postgres/embedded.ts";
import { withOwner } from "../apps/server/src/store/cluster/clusterState.ts";
import { type Database, keptConnections, openDatabase } from "../apps/server/src/store/database.ts";
import { migrate } from "../apps/server/src/store/migrate.ts";
import { insertPartitions } from "../apps/server/src/store/partition.ts";
import { insertDatabase } from "../apps/server/src/store/provision.ts";
import { makeRunFolder } from "../apps/server/test/runFolder.ts";

/** Where a benchmark runs: an embedded server of its own with fsync on, thrown away afterwards. */
export interface Place {
  db: Database;
  /** A separate database on the same server. */
  urlOf(name: string): Promise<string>;
  close(): Promise<void>;
}

const daysOfMonth = 31;

/** Starts the server, migrates it and makes the partitions of so many months of history. An aborted benchmark leaves nothing running; the server of a killed one is removed at the next start. */
export async function openPlace(months = 0): Promise<Place> {
  const dataDir = await makeRunFolder("trunkline-bench-");
  const server = await startEmbedded({ dataDir });
  const remove = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => remove().then(() => process.exit(130)));
  await insertDatabase(server.url("postgres"), "trunkline");
  const db = openDatabase(server.url("trunkline"), { connections: 12, kept: keptConnections });
  await migrate(db);
  await db.owner((q) => insertPartitions(q, 1, months * daysOfMonth));
  return {
    db,
    async urlOf(name) {
      await insertDatabase(server.url("postgres"), name);
      return server.url(name);
    },
    async close() {
      await db.close();
      await remove();
    },
  };
}

/** Vacuums and analyzes every table: what was written before is not cleaned up while something else is measured. */
export async function settle(db: Database): Promise<void> {
  await withOwner(db.url, (client) => client.query("vacuum analyze"));
}
