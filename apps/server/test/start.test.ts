import { existsSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { findPostmaster, listClusterProcesses } from "../src/postgres/processes.ts";
import { openDatabase } from "../src/store/database.ts";
import { listMigrations, listPendingMigrations, migrate } from "../src/store/migrate.ts";
import { insertDatabase } from "../src/store/provision.ts";
import { type Launched, launch, makeOpenFolder } from "./launch.ts";

// Issue, item 1: starting, stopping, and what a start may find.

const folder = await makeOpenFolder();
let dataDir = "";
let number = 0;
const running: Launched[] = [];

beforeEach(() => {
  number += 1;
  dataDir = join(folder, `data${number}`);
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGTERM");
    await ended;
  }
  const server = existsSync(join(dataDir, "postgres/postmaster.pid")) ? await startEmbedded({ dataDir }) : null;
  await server?.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function serve(...args: string[]): Launched {
  const launched = launch(["serve", "--empty", "--port", "0", "--data-dir", dataDir, ...args]);
  running.push(launched);
  return launched;
}

async function readAddress(launched: Launched): Promise<string> {
  return /http:\/\/[\d.:]+\d/.exec(await launched.line(/^Trunkline is at/))?.[0] ?? "";
}

const answers = async (address: string) => (await fetch(`${address}/healthz`).catch(() => null))?.status ?? 0;
const cluster = () => join(dataDir, "postgres");

/** The postmaster removes its lock just before it ends, so the program may be over a moment earlier. */
const nothingRuns = () => expect.poll(() => listClusterProcesses(cluster())).toEqual([]);

describe("a start", () => {
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

  it("works again after SIGKILL of the program, and stops the database that was left behind", async () => {
    const first = serve("--role", "worker");
    await first.line(/worker is running/);
    first.child.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");
    expect(findPostmaster(cluster())).not.toBeNull();
    const second = serve("--role", "worker");
    await second.line(/worker is running/);
    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
    await nothingRuns();
  });

  it("works again after SIGKILL of program and database, whose lock is still there", async () => {
    const first = serve("--role", "worker");
    await first.line(/worker is running/);
    const pid = findPostmaster(cluster())?.pid ?? 0;
    first.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await first.ended;
    expect(existsSync(join(cluster(), "postmaster.pid"))).toBe(true);
    const second = serve("--role", "worker");
    await second.line(/worker is running/);
  });

  it("shares the database of one that runs already, says so, and takes it over when that one ends", async () => {
    const first = serve();
    await readAddress(first);
    const second = serve();
    const address = await readAddress(second);
    expect(second.said()).toContain(
      `Another Trunkline runs the database in ${dataDir}. This one shares it and takes over when the other stops.`,
    );
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    await second.line(/^The Trunkline that ran the database has stopped\. This one runs it from now on\.$/);
    while ((await fetch(`${address}/readyz`)).status !== 200) await pause(50);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    await nothingRuns();
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
    const server = await startEmbedded({ dataDir });
    await insertDatabase(server.url("postgres"), "trunkline");
    const older = openDatabase(server.url("trunkline"));
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
    const server = await startEmbedded({ dataDir });
    await insertDatabase(server.url("postgres"), "trunkline");
    const db = openDatabase(server.url("trunkline"));
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

describe("the embedded database", () => {
  it("is started again on its port when it is killed, and the pool continues", async () => {
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

  it("is not left behind by a Trunkline that is stopped while it takes the database over", async () => {
    const first = serve();
    await readAddress(first);
    const second = serve();
    await readAddress(second);
    const before = findPostmaster(cluster())?.pid;
    first.child.kill("SIGTERM");
    await first.ended;
    // a new server is starting, and is not ready yet
    while (listClusterProcesses(cluster()).every((pid) => pid === before)) await pause(1);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(listClusterProcesses(cluster())).toEqual([]);
  });

  it("is not kept from starting by a lock that names some other process", async () => {
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
