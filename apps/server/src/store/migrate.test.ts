import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverUrl } from "../../test/freshDatabase.ts";
import { type Database, openDatabase } from "./database.ts";
import { listMigrations, listPendingMigrations, type Migration, migrate } from "./migrate.ts";
import { insertDatabase, removeDatabase } from "./provision.ts";

const opened: { db: Database; name: string }[] = [];
let db: Database;

beforeEach(async () => {
  const name = `migrate_${randomUUID().slice(0, 8)}`;
  await insertDatabase(serverUrl("postgres"), name);
  db = openDatabase(serverUrl(name), { connections: 4 });
  opened.push({ db, name });
});
afterAll(async () => {
  for (const one of opened) {
    await one.db.close();
    await removeDatabase(serverUrl("postgres"), one.name);
  }
});

const file = (version: number, sql: string): Migration => ({
  version,
  name: `000${version}_case.sql`,
  sql,
  checksum: sql,
});
const one = file(1, "create table one (n int); insert into one values (1)");
const two = file(2, "insert into one values (2)");
const waiting =
  "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
const read = async () =>
  (await db.owner((q) => q.rows<{ n: number }>("select n from one order by n"))).map(({ n }) => n);

describe("migrating", () => {
  it("applies what is missing, in order, and nothing twice", async () => {
    expect(await listPendingMigrations(db, [one, two])).toEqual([one.name, two.name]);
    expect(await migrate(db, [one])).toEqual([one.name]);
    expect(await migrate(db, [one, two])).toEqual([two.name]);
    expect(await migrate(db, [one, two])).toEqual([]);
    expect(await read()).toEqual([1, 2]);
  });

  it("takes turns when several programs start at once", async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(db, [one, two])));
    expect(applied.flat().sort()).toEqual([one.name, two.name]);
    expect(await read()).toEqual([1, 2]);
  });

  it("keeps nothing of a file that fails, and everything before it", async () => {
    const broken = file(2, "insert into one values (3); select nonsense");
    await expect(migrate(db, [one, broken])).rejects.toThrow("Migration 0002_case.sql failed");
    expect(await read()).toEqual([1]);
    expect(await listPendingMigrations(db, [one, two])).toEqual([two.name]);
  });

  it("tries a file again that waited for the locks of a running transaction, which waited for its own", async () => {
    await migrate(db, [file(1, "create table one (n int); create table other (n int)")]);
    const changing = file(
      2,
      "set local deadlock_timeout = '2s'; lock table one in access exclusive mode; lock table other in access exclusive mode",
    );
    let migrating: Promise<string[]> | undefined;
    await db.owner(async (q) => {
      await q.run("set local deadlock_timeout = '1min'; lock table other");
      migrating = migrate(db, [file(1, "create table one (n int); create table other (n int)"), changing]);
      await vi.waitFor(async () => expect(await q.rows(waiting)).toHaveLength(1));
      await q.run("insert into one values (1)");
    });
    expect(await migrating).toEqual([changing.name]);
  });

  it("refuses a file that has changed since it was applied, and a database that knows more", async () => {
    await migrate(db, [one, two]);
    await expect(migrate(db, [one, { ...two, checksum: "other" }])).rejects.toThrow("0002_case.sql has changed");
    await expect(migrate(db, [one])).rejects.toThrow("newer than this program: it has migration 0002_case.sql");
  });

  it("finds the program's own files numbered from 1 without a gap", async () => {
    const versions = (await listMigrations()).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
});
