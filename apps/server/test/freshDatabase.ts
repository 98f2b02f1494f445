import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "../src/store/database.ts";
import { cloneDatabase, removeDatabase } from "../src/store/provision.ts";
import { serverVariable, templateDatabase } from "./database.ts";

/** A database of its own for the test file that calls it, migrated and empty, removed after the file's last test. */
export async function freshDatabase(options?: DatabaseOptions): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await cloneDatabase(serverUrl("postgres"), name, templateDatabase);
  const db = openDatabase(serverUrl(name), { connections: 6, ...testDialect(), ...options });
  afterAll(async () => {
    await db.close();
    await removeDatabase(serverUrl("postgres"), name);
  });
  return db;
}

/** The tests of vitest's project `byAccount` run as on a server whose tables are distributed. */
const testDialect = (): DatabaseOptions =>
  process.env["TRUNKLINE_CLAIM"] === "byAccount" ? { claims: "byAccount" } : {};

/** The owner's URL of a database of the run's server. */
export function serverUrl(database: string): string {
  const url = process.env[serverVariable];
  if (!url) throw new Error("The run's server is not there: run this file with `vitest --project server`");
  return url.replace(/DATABASE$/, database);
}
