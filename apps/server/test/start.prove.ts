import { writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { findPostmaster, listClusterProcesses } from "../src/postgres/processes.ts";
import { openDatabase } from "../src/store/database.ts";
import { listMigrations, listPendingMigrations, migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { type Launched, makeOpenFolder } from "./launch.ts";
import { copyMigratedCluster, migratedDatabase } from "./migratedCluster.ts";
import { readAddress, StartFolder } from "./startFolder.ts";

// What a start may find. The start itself: start.test.ts.

const folder = await makeOpenFolder();
afterAll(() => rm(folder, { recursive: true, force: true }));
let at: StartFolder;
let number = 0;

/** Each test of a group has a data directory of its own, and leaves nothing running. */
function eachInItsOwnFolder(): void {
  beforeEach(() => {
    number += 1;
    at = new StartFolder(join(folder, `data${number}`));
  });
  afterEach(() => at.stopAll());
}

describe("a start on another version's database", () => {
  eachInItsOwnFolder();

  it("brings a data directory of an older version up to date", async () => {
    await copyMigratedCluster(at.dataDir);
    const server = await startEmbedded({ dataDir: at.dataDir });
    await removeDatabase(server.url("postgres"), migratedDatabase);
    await insertDatabase(server.url("postgres"), migratedDatabase);
    const older = openDatabase(server.url(migratedDatabase));
    await migrate(older, (await listMigrations()).slice(0, 1));
    await older.close();
    await server.stop();
    await readAddress(at.serve());
    const now = await startEmbedded({ dataDir: at.dataDir });
    expect(now.how).toBe("attached");
    const db = openDatabase(now.url("trunkline"));
    expect(await listPendingMigrations(db)).toEqual([]);
    await db.close();
    await now.stop();
  });

  it("refuses a database that a newer version has changed", async () => {
    await copyMigratedCluster(at.dataDir);
    const server = await startEmbedded({ dataDir: at.dataDir });
    const db = openDatabase(server.url(migratedDatabase));
    const newer = { version: 9999, name: "9999_tomorrow.sql", sql: "select 1", checksum: "" };
    await migrate(db, [...(await listMigrations()), newer]);
    await db.close();
    await server.stop();
    const product = at.serve();
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain("The database is newer than this program: it has migration 9999_tomorrow.sql");
    await at.nothingRuns();
  });
});

// The tests of this group continue where the one before ended, with its program still running.
describe("a start beside another Trunkline", () => {
  let last: Launched;
  beforeAll(async () => {
    at = new StartFolder(join(folder, "lasting"));
    await copyMigratedCluster(at.dataDir);
    last = await at.serveWorker();
  });
  afterAll(() => at.stopAll());

  it("shares the database of one that runs, says so, and takes it over when that one stops it and ends", async () => {
    const shared = findPostmaster(at.cluster)?.pid;
    const second = at.serve();
    const address = await readAddress(second);
    expect(second.said()).toContain(
      `Another Trunkline runs the database in ${at.dataDir}. This one shares it and takes over when the other stops.`,
    );
    last.child.kill("SIGINT");
    expect(await last.ended).toBe(0);
    await second.line(/^The Trunkline that ran the database has stopped\. This one runs it from now on\.$/);
    while ((await fetch(`${address}/readyz`)).status !== 200) await pause(50);
    expect(findPostmaster(at.cluster)?.pid).not.toBe(shared);
    last = second;
  });

  it("leaves no database behind when it is stopped while it takes the database over", async () => {
    const second = await at.serveWorker();
    const before = findPostmaster(at.cluster)?.pid;
    last.child.kill("SIGTERM");
    expect(await last.ended).toBe(0);
    // a new server is starting, and is not ready yet
    while (listClusterProcesses(at.cluster).every((pid) => pid === before)) await pause(1);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(listClusterProcesses(at.cluster)).toEqual([]);
  });
});

describe("the embedded database", () => {
  eachInItsOwnFolder();

  it("is started again on its port when it is killed, and the pool continues", async () => {
    await copyMigratedCluster(at.dataDir);
    const server = await startEmbedded({ dataDir: at.dataDir });
    const db = openDatabase(server.url("postgres"));
    await db.owner((q) => q.run("select 1"));
    const killed = findPostmaster(at.cluster)?.pid ?? 0;
    process.kill(killed, "SIGKILL");
    while ((findPostmaster(at.cluster)?.pid ?? killed) === killed || !findPostmaster(at.cluster)?.ready)
      await pause(20);
    expect(findPostmaster(at.cluster)?.port).toBe(server.port);
    expect(await db.owner((q) => q.one("select 1 as one"))).toEqual({ one: 1 });
    await db.close();
    await server.stop();
  });

  it("is not kept from starting by a lock that names some other process", async () => {
    await copyMigratedCluster(at.dataDir);
    const server = await startEmbedded({ dataDir: at.dataDir });
    await server.stop();
    writeFileSync(join(at.cluster, "postmaster.pid"), `${process.pid}\n${at.cluster}\n0\n1\n\n127.0.0.1\n\nready\n`);
    const again = await startEmbedded({ dataDir: at.dataDir });
    expect(again.how).toBe("started");
    await again.stop();
  });

  it("keeps its data elsewhere, and says so, when its user may not enter the folder asked for", async () => {
    const closed = join(folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    const said: string[] = [];
    const refuge = join(folder, "refuge");
    const server = await startEmbedded({ dataDir: join(closed, "data"), refuge, say: (line) => said.push(line) });
    await server.stop();
    // An ordinary user is the database's user and may enter its own folder.
    const asRoot = process.getuid?.() === 0;
    expect(server.folder.startsWith(asRoot ? refuge : closed)).toBe(true);
    expect(said.join("\n").includes(`other users may not enter ${closed}`)).toBe(asRoot);
  });
});
