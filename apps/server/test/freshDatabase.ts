import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "../src/store/database.ts";
import { cloneDatabase, removeDatabase } from "../src/store/provision.ts";
import { serverVariable, templateDatabase } from "./database.ts";

/** A database of its own for the test file that calls it, migrated and empty, removed after the file's last test. */
export async function freshDatabase(options?: DatabaseOptions): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await cloneDatabase(serverUrl("postgres"), name, templateDatabase);
  const db = openDatabase(serverUrl(name), { connections: 6, ...options });
  afterAll(async () => {
    await db.close();
    await removeDatabase(serverUrl("postgres"), name);
  });
  return db;
}

/** The owner's URL of a database of the run's server. */
export function serverUrl(database: string): string {
  const url = process.env[serverVariable];
  if (!url) throw new Error("The run's server is not there: run this file with `vitest --project server`");
  return url.replace(/DATABASE$/, database);
}
