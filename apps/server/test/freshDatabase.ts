import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "../src/store/database.ts";
import { cloneDatabase, removeDatabase } from "../src/store/provision.ts";
import { cloneOnNodes, isOnCluster, removeOnNodes } from "./clusterDatabases.ts";
import { serverVariable, templateVariable } from "./database.ts";
import { testDialect } from "./testDialect.ts";

/** A database of its own for the test file that calls it, migrated and empty, removed after the file's last test. */
export async function freshDatabase(options?: DatabaseOptions): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = variable(templateVariable);
  if (isOnCluster()) await cloneOnNodes(name, template);
  else await cloneDatabase(serverUrl("postgres"), name, template);
  const db = openDatabase(serverUrl(name), { connections: 6, ...testDialect(), ...options });
  afterAll(async () => {
    await db.close();
    if (isOnCluster()) await removeOnNodes(name);
    else await removeDatabase(serverUrl("postgres"), name);
  });
  return db;
}

/** The owner's URL of a database of the run's server. */
export const serverUrl = (database: string): string => variable(serverVariable).replace(/DATABASE$/, database);

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error("The run's server is not there: run this file with `vitest --project server`");
  return value;
}
