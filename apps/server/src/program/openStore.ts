import type { Config } from "../config/config.ts";
import { startEmbedded } from "../postgres/embedded.ts";
import { Refusal } from "../refusal.ts";
import { findClaimDialect } from "../store/claimDialect.ts";
import { codeOf, type Database, openDatabase } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { insertPartitions } from "../store/partition.ts";
import { findServer, insertDatabase } from "../store/provision.ts";

/** The opened database and what it takes to close it. */
export interface Store {
  db: Database;
  /** What the database is, for a person. */
  what: string;
  /** Whose database it is, when another Trunkline on this machine runs it: for a person. */
  shared?: string;
  close(): Promise<void>;
}

/** How the store is opened. */
export interface StoreOptions {
  say: (line: string) => void;
  /** False leaves the schema as it is. Default true. */
  migrate?: boolean;
}

const oldestServer = 150_000;
const databaseName = "trunkline";

/** Opens the database that the configuration names, starting the embedded one where none is named, and migrates it. */
export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const store = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config, options);
  if (options.migrate === false) return store;
  try {
    await migrate(store.db);
    store.db.claims = config.claims ?? (await store.db.owner(findClaimDialect));
    // before anybody writes: a month whose first rows lie in the default partition stays there
    await store.db.owner((q) => insertPartitions(q, 2));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openEmbedded(config: Config, { say }: StoreOptions): Promise<Store> {
  const server = await startEmbedded({ dataDir: config.dataDir, say });
  try {
    await insertDatabase(server.url("postgres"), databaseName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const db = openDatabase(server.url(databaseName));
  return {
    db,
    what: `embedded PostgreSQL in ${server.folder} (${server.how}, port ${server.port})`,
    ...(server.how === "attached" && {
      shared: `Another Trunkline runs the database in ${server.folder}: this one shares it, and takes it over when that one ends.`,
    }),
    async close() {
      await db.close();
      await server.stop();
    },
  };
}

async function openServer(url: string): Promise<Store> {
  const { host, pathname } = new URL(url);
  const { version, encoding } = await findServer(url).catch((error: Error) => {
    throw new Refusal(
      `The database of DATABASE_URL (${host}${pathname}) does not answer: ${error.message || codeOf(error)}. Is it running, and are user and password right?`,
      { cause: error },
    );
  });
  if (version < oldestServer)
    throw new Refusal(
      `The server of DATABASE_URL (${host}) is PostgreSQL ${Math.floor(version / 10_000)}; Trunkline needs 15 or later.`,
    );
  if (encoding !== "UTF8")
    throw new Refusal(
      `The database of DATABASE_URL (${host}${pathname}) keeps its text as ${encoding}; Trunkline needs UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  const db = openDatabase(url);
  return { db, what: `PostgreSQL ${Math.floor(version / 10_000)} at ${host}${pathname}`, close: () => db.close() };
}
