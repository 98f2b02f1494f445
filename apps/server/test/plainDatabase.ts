import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Database, openDatabase } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { isOnCluster } from "./clusterDatabases.ts";
import { freshDatabase, serverUrl } from "./freshDatabase.ts";

/** As `freshDatabase`, but on one server also where the tests run on a cluster: what is tested is not for a cluster. */
export async function plainDatabase(): Promise<Database> {
  if (!isOnCluster()) return freshDatabase();
  const name = `plain_${randomUUID().replaceAll("-", "")}`;
  await insertDatabase(serverUrl("postgres"), name);
  const db = openDatabase(serverUrl(name), { connections: 6 });
  afterAll(async () => {
    await db.close();
    await removeDatabase(serverUrl("postgres"), name);
  });
  await migrate(db);
  return db;
}
