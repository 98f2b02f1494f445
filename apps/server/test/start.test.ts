import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findPostmaster } from "../src/postgres/processes.ts";
import { type Launched, launch, makeOpenFolder } from "./launch.ts";
import { copyMigratedCluster } from "./migratedCluster.ts";
import { readAddress, StartFolder } from "./startFolder.ts";

// Issue, item 1: starting, stopping, and what a start may find. More of what it may find: start.prove.ts.

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

const answers = async (address: string) => (await fetch(`${address}/healthz`).catch(() => null))?.status ?? 0;

describe("a start", () => {
  eachInItsOwnFolder();

  it("says where it is in one line, lets other commands at its database, and ends everything on SIGTERM", async () => {
    const product = at.serve();
    const address = await readAddress(product);
    expect(await answers(address)).toBe(200);
    const other = launch(["migrate", "--data-dir", at.dataDir]);
    expect([await other.ended, other.said().trim()]).toEqual([0, "The database is up to date."]);
    expect(await answers(address)).toBe(200);
    product.child.kill("SIGTERM");
    expect(await product.ended).toBe(0);
    expect(await answers(address)).toBe(0);
    await at.nothingRuns();
    expect(existsSync(join(at.cluster, "postmaster.pid"))).toBe(false);
  });

  it("names the port that is in use, ends with 1 and leaves no database running", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
    });
    const product = at.serve("--port", String(port));
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(existsSync(at.cluster)).toBe(false);
    other.close();
  });

  it("says what is wrong with a setting, naming it, and ends with 2", async () => {
    const product = launch(["serve", "--data-dir", at.dataDir], { PORT: "many", TRUNKLINE_PUBLIC_URL: "here" });
    expect(await product.ended).toBe(2);
    expect(product.said()).toContain('PORT must be a port, a whole number from 0 to 65535 (it is "many").');
    expect(product.said()).toContain(
      'TRUNKLINE_PUBLIC_URL must be a web address, such as https://trunkline.example.com (it is "here").',
    );
  });

  it("says that the database of DATABASE_URL does not answer, without its password", async () => {
    const env = { DATABASE_URL: "postgres://ann:secret@127.0.0.1:1/there", TRUNKLINE_MASTER_KEY: "ab".repeat(32) };
    const product = launch(["serve", "--port", "0", "--data-dir", at.dataDir], env);
    expect(await product.ended).toBe(1);
    expect(product.said()).toContain("The database in DATABASE_URL (127.0.0.1:1/there) cannot be reached");
    expect(product.said()).not.toContain("secret");
  });
});

// The tests of this group continue where the one before ended, with its program still running.
describe("a start on what another Trunkline left", () => {
  let last: Launched;
  beforeAll(async () => {
    at = new StartFolder(join(folder, "lasting"));
    await copyMigratedCluster(at.dataDir);
    last = await at.serveWorker();
  });
  afterAll(() => at.stopAll());

  it("works after SIGKILL of program and database, whose lock is still there", async () => {
    const pid = findPostmaster(at.cluster)?.pid ?? 0;
    last.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    expect(await last.ended).toBe("SIGKILL");
    expect(existsSync(join(at.cluster, "postmaster.pid"))).toBe(true);
    last = await at.serveWorker();
  });

  it("works after SIGKILL of the program, with the database that was left behind", async () => {
    const left = findPostmaster(at.cluster)?.pid;
    last.child.kill("SIGKILL");
    expect(await last.ended).toBe("SIGKILL");
    last = await at.serveWorker();
    expect(findPostmaster(at.cluster)?.pid).toBe(left);
  });
});
