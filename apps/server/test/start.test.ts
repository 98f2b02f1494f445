import { existsSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { findPostmaster, listClusterProcesses } from "../src/postgres/processes.ts";
import { openDatabase } from "../src/store/database.ts";
import { listMigrations, listPendingMigrations, migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { type Launched, launch, makeOpenFolder } from "./launch.ts";
import { copyMigratedCluster, migratedDatabase } from "./migratedCluster.ts";

// Issue, item 1: starting, stopping, and what a start may find.

const folder = await makeOpenFolder();
let dataDir = "";
let number = 0;
const running: Launched[] = [];

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each test of a group has a data directory of its own, and leaves nothing running. */
function eachInItsOwnFolder(): void {
  beforeEach(() => {
    number += 1;
    dataDir = join(folder, `data${number}`);
  });
  afterEach(stopAll);
}

async function stopAll(): Promise<void> {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGTERM");
    await ended;
  }
  const server = existsSync(join(dataDir, "postgres/postmaster.pid")) ? await startEmbedded({ dataDir }) : null;
  await server?.stop();
}

function serve(...args: string[]): Launched {
  const launched = launch(["serve", "--empty", "--port", "0", "--data-dir", dataDir, ...args]);
  running.push(launched);
  return launched;
}

async function serveWorker(): Promise<Launched> {
  const worker = serve("--role", "worker");
  await worker.line(/worker is running/);
  return worker;
}

async function readAddress(launched: Launched): Promise<string> {
  return /http:\/\/[\d.:]+\d/.exec(await launched.line(/^Trunkline is at/))?.[0] ?? "";
}

const answers = async (address: string) => (await fetch(`${address}/healthz`).catch(() => null))?.status ?? 0;
const cluster = () => join(dataDir, "postgres");

/** The postmaster removes its lock just before it ends, so the program may be over a moment earlier. */
const nothingRuns = () => expect.poll(() => listClusterProcesses(cluster())).toEqual([]);

describe("a start", () => {
  eachInItsOwnFolder();

  it("says where it is in one line, lets other commands at its database, and ends everything on SIGTERM", async () => {
    const product = serve();
    const address = await readAddress(product);
    expect(await answers(address)).toBe(200);
    const other = launch(["migrate", "--data-dir", dataDir]);
    expect([await other.ended, other.said().trim()]).toEqual([0, "The database is up to date."]);
    expect(await answers(address)).toBe(200);
    product.child.kill("SIGTERM");
    expect(await product.ended).toBe(0);
    expect(await answers(address)).toBe(0);
    await nothingRuns();
    expect(existsSync(join(cluster(), "postmaster.pid"))).toBe(false);
  });

  it("names the port that is in use, ends with 1 and leaves no database running", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
    });
    const product = serve("--port", String(port));
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(existsSync(cluster())).toBe(false);
    other.close();
  });

  it("brings a data directory of an older version up to date", async () => {
    await copyMigratedCluster(dataDir);
    const server = await startEmbedded({ dataDir });
    await removeDatabase(server.url("postgres"), migratedDatabase);
    await insertDatabase(server.url("postgres"), migratedDatabase);
    const older = openDatabase(server.url(migratedDatabase));
    await migrate(older, (await listMigrations()).slice(0, 1));
    await older.close();
    await server.stop();
    await readAddress(serve());
    const now = await startEmbedded({ dataDir });
    expect(now.how).toBe("attached");
    const db = openDatabase(now.url("trunkline"));
    expect(await listPendingMigrations(db)).toEqual([]);
    await db.close();
    await now.stop();
  });

  it("refuses a database that a newer version has changed", async () => {
    await copyMigratedCluster(dataDir);
    const server = await startEmbedded({ dataDir });
    const db = openDatabase(server.url(migratedDatabase));
    const newer = { version: 9999, name: "9999_tomorrow.sql", sql: "select 1", checksum: "" };
    await migrate(db, [...(await listMigrations()), newer]);
    await db.close();
    await server.stop();
    const product = serve();
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain("The database is newer than this program: it has migration 9999_tomorrow.sql");
    await nothingRuns();
  });

  it("says what is wrong with a setting, naming it, and ends with 2", async () => {
    const product = launch(["serve", "--data-dir", dataDir], { PORT: "many", TRUNKLINE_PUBLIC_URL: "here" });
    expect(await product.ended).toBe(2);
    expect(product.said()).toContain('PORT must be a port, a whole number from 0 to 65535 (it is "many").');
    expect(product.said()).toContain(
      'TRUNKLINE_PUBLIC_URL must be a web address, such as https://trunkline.example.com (it is "here").',
    );
  });

  it("says that the database of DATABASE_URL does not answer, without its password", async () => {
    const env = { DATABASE_URL: "postgres://ann:secret@127.0.0.1:1/there", TRUNKLINE_MASTER_KEY: "ab".repeat(32) };
    const product = launch(["serve", "--port", "0", "--data-dir", dataDir], env);
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain("The database in DATABASE_URL (127.0.0.1:1/there) cannot be reached");
    expect(product.said()).not.toContain("secret");
  });
});

// The tests of this group continue where the one before ended, with its program still running.
describe("a start on what another Trunkline left", () => {
  let last: Launched;
  beforeAll(async () => {
    dataDir = join(folder, "lasting");
    await copyMigratedCluster(dataDir);
    last = await serveWorker();
  });
  afterAll(stopAll);

  it("works after SIGKILL of program and database, whose lock is still there", async () => {
    const pid = findPostmaster(cluster())?.pid ?? 0;
    last.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    expect(await last.ended).toBe("SIGKILL");
    expect(existsSync(join(cluster(), "postmaster.pid"))).toBe(true);
    last = await serveWorker();
  });

  it("works after SIGKILL of the program, with the database that was left behind", async () => {
    const left = findPostmaster(cluster())?.pid;
    last.child.kill("SIGKILL");
    expect(await last.ended).toBe("SIGKILL");
    last = await serveWorker();
    expect(findPostmaster(cluster())?.pid).toBe(left);
  });

  it("shares the database of one that runs, says so, and takes it over when that one stops it and ends", async () => {
    const shared = findPostmaster(cluster())?.pid;
    const second = serve();
    const address = await readAddress(second);
    expect(second.said()).toContain(
      `Another Trunkline runs the database in ${dataDir}. This one shares it and takes over when the other stops.`,
    );
    last.child.kill("SIGINT");
    expect(await last.ended).toBe(0);
    await second.line(/^The Trunkline that ran the database has stopped\. This one runs it from now on\.$/);
    while ((await fetch(`${address}/readyz`)).status !== 200) await pause(50);
    expect(findPostmaster(cluster())?.pid).not.toBe(shared);
    last = second;
  });

  it("leaves no database behind when it is stopped while it takes the database over", async () => {
    const second = await serveWorker();
    const before = findPostmaster(cluster())?.pid;
    last.child.kill("SIGTERM");
    expect(await last.ended).toBe(0);
    // a new server is starting, and is not ready yet
    while (listClusterProcesses(cluster()).every((pid) => pid === before)) await pause(1);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(listClusterProcesses(cluster())).toEqual([]);
  });
});

describe("the embedded database", () => {
  eachInItsOwnFolder();

  it("is started again on its port when it is killed, and the pool continues", async () => {
    await copyMigratedCluster(dataDir);
    const server = await startEmbedded({ dataDir });
    const db = openDatabase(server.url("postgres"));
    await db.owner((q) => q.run("select 1"));
    const killed = findPostmaster(cluster())?.pid ?? 0;
    process.kill(killed, "SIGKILL");
    while ((findPostmaster(cluster())?.pid ?? killed) === killed || !findPostmaster(cluster())?.ready) await pause(20);
    expect(findPostmaster(cluster())?.port).toBe(server.port);
    expect(await db.owner((q) => q.one("select 1 as one"))).toEqual({ one: 1 });
    await db.close();
    await server.stop();
  });

  it("is not kept from starting by a lock that names some other process", async () => {
    await copyMigratedCluster(dataDir);
    const server = await startEmbedded({ dataDir });
    await server.stop();
    writeFileSync(join(cluster(), "postmaster.pid"), `${process.pid}\n${cluster()}\n0\n1\n\n127.0.0.1\n\nready\n`);
    const again = await startEmbedded({ dataDir });
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
