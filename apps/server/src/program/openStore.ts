import type { Config } from "../config/config.ts";
import type { Log } from "../config/log.ts";
import { startEmbedded } from "../postgres/embedded.ts";
import { Refusal } from "../refusal.ts";
import { findClaimDialect } from "../store/claimDialect.ts";
import { codeOf, type Database, type DatabaseOptions, keptConnections, openDatabase } from "../store/database.ts";
import { insertPartitions } from "../store/partition.ts";
import { findServer, insertDatabase } from "../store/provision.ts";
import { migrateCluster } from "./cluster/migrateCluster.ts";

/** The open database and how to close it. */
export interface Store {
  db: Database;
  /** A readable description of the database. */
  what: string;
  /** A readable note when another Trunkline on this machine runs the database. */
  shared?: string;
  close(): Promise<void>;
}

export interface StoreOptions {
  say: (line: string) => void;
  /** False skips the migrations. Default true. */
  migrate?: boolean;
  /** Where slow statements are logged. Default: nowhere. */
  log?: Log;
}

const oldestServer = 150_000;
const databaseName = "trunkline";

/** Opens and migrates the configured database. Starts the embedded one if none is configured. */
export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const store = config.databaseUrl
    ? await openServer(config.databaseUrl, optionsOf(config, options))
    : await openEmbedded(config, options);
  if (options.migrate === false) return store;
  try {
    await migrateCluster(store.db);
    store.db.claims = config.claims ?? (await store.db.owner(findClaimDialect));
    // Before any write: a month whose first rows are in the default partition would stay there.
    await store.db.owner((q) => insertPartitions(q, 2));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Keeps a few connections, and logs slow statements by their names or texts; values are never logged. */
const optionsOf = ({ slowStatementMs }: Config, { log }: StoreOptions): DatabaseOptions => ({
  kept: keptConnections,
  ...(log && { slow: { fromMs: slowStatementMs, report: (one) => log.warn(one, "slow statement") } }),
});

async function openEmbedded(config: Config, options: StoreOptions): Promise<Store> {
  const server = await startEmbedded({ dataDir: config.dataDir, say: options.say });
  try {
    await insertDatabase(server.url("postgres"), databaseName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const db = openDatabase(server.url(databaseName), optionsOf(config, options));
  return {
    db,
    what: `embedded PostgreSQL in ${server.folder} (${server.how}, port ${server.port})`,
    ...(server.how === "attached" && {
      shared: `Another Trunkline runs the database in ${server.folder}. This one shares it and takes over when the other stops.`,
    }),
    async close() {
      await db.close();
      await server.stop();
    },
  };
}

async function openServer(url: string, options: DatabaseOptions): Promise<Store> {
  const { host, pathname } = new URL(url);
  const { version, encoding } = await findServer(url).catch((error: Error) => {
    throw new Refusal(
      `The database in DATABASE_URL (${host}${pathname}) cannot be reached: ${error.message || codeOf(error)}. Check that it is running and that the user and password are correct.`,
      { cause: error },
    );
  });
  if (version < oldestServer)
    throw new Refusal(
      `The server in DATABASE_URL (${host}) is PostgreSQL ${Math.floor(version / 10_000)}; Trunkline needs 15 or later.`,
    );
  if (encoding !== "UTF8")
    throw new Refusal(
      `The database in DATABASE_URL (${host}${pathname}) uses the encoding ${encoding}; Trunkline needs UTF8. Create it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  const db = openDatabase(url, options);
  return { db, what: `PostgreSQL ${Math.floor(version / 10_000)} at ${host}${pathname}`, close: () => db.close() };
}
