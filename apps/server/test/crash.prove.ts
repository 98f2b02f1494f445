import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase } from "../src/store/provision.ts";
import { type BreakingPoint, breakingDatabase } from "./breakingDatabase.ts";
import { killInCalls } from "./callKills.ts";
import { ageWorkers, runUntilKilled, statesOf } from "./crashCycles.ts";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";

const cycles = Number(process.env["TRUNKLINE_PROVE_CYCLES"] ?? 200);
const points: readonly BreakingPoint[] = ["before", "during", "committed"];

/** The same numbers for the same seed, so that a cycle that fails can be run again. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4_294_967_296;
  };
}

describe("kill cycles (reliability R4)", () => {
  it(`${cycles} workers killed with SIGKILL: nothing is lost, nothing is sent twice`, async () => {
    const db = await freshDatabase({ connections: 16 });
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(20_000));
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template, 1, "seconds")),
      contacts,
    );
    const next = seeded(20_261_121);
    for (let cycle = 0; cycle < cycles; cycle++) {
      const at = 5 + Math.floor(next() * 80);
      await runUntilKilled(db.url, at, points[cycle % points.length] as BreakingPoint);
      await ageWorkers(db);
      if (cycle % 20 === 19) expect(await breaksWhileRunning(db, world.account)).toEqual([]);
    }
    const worker = quickWorker(db, { unknownAfterMs: 500 });
    await until(
      "the run is done",
      async () => (await statusOf(db, world, batch)) === "done",
      () => countSteps(db, world.account),
    );
    await worker.stop();
    const states = await statesOf(db, world);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(20_000);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("six workers killed in mid-call: no call is placed twice, each ends with a stated outcome", async () => {
    await killInCalls(await freshDatabase({ connections: 16 }), [
      [20, "before"],
      [31, "committed"],
      [44, "during"],
      [60, "before"],
      [90, "committed"],
      [140, "during"],
    ]);
  });

  it("a failure at every statement of a small run leaves nothing half done", async () => {
    const db = await freshDatabase({ connections: 16 });
    for (let at = 1; at <= 120; at++) {
      const world = await makeWorld(db);
      const contacts = await makeContacts(db, world, handsets(3));
      const batch = await runBatch(
        db,
        world,
        await makeCampaign(db, world, replyFlow(world.template, 0, "seconds")),
        contacts,
      );
      const failing = breakingDatabase(db, at, points[at % 2] as BreakingPoint, () => {
        throw Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
      });
      const worker = quickWorker(failing, { log: { error: () => {}, warn: () => {} } });
      await until(`the run with a failure at ${at} is done`, async () => (await statusOf(db, world, batch)) === "done");
      await worker.stop();
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    }
  });
});

describe("a statement that fails (reliability R4)", () => {
  it("at one of seven places of a run leaves nothing half done", async () => {
    const db = await freshDatabase({ connections: 16 });
    const places = Array.from({ length: 7 }, (_, index) => 1 + index * 6);
    for (const at of places) {
      const world = await makeWorld(db);
      const contacts = await makeContacts(db, world, handsets(3));
      const batch = await runBatch(
        db,
        world,
        await makeCampaign(db, world, replyFlow(world.template, 0, "seconds")),
        contacts,
      );
      const failing = breakingDatabase(db, at, "before", () => {
        throw Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
      });
      const worker = quickWorker(failing, { log: { error: () => {}, warn: () => {} } });
      await until(
        `the run with a failure at statement ${at} is done`,
        async () => (await statusOf(db, world, batch)) === "done",
      );
      await worker.stop();
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
      expect(await ask(db, world, "select 1 from simulator_message where account_id = $1")).toHaveLength(3);
    }
  });
});

describe("the database killed in mid-batch (reliability F3)", () => {
  it("comes back, and the worker continues where it was", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "trunkline-prove-"));
    const server = await startEmbedded({ dataDir });
    try {
      await insertDatabase(server.url("postgres"), "trunkline");
      const db = openDatabase(server.url("trunkline"), { connections: 12 });
      await migrate(db);
      const world = await makeWorld(db);
      const contacts = await makeContacts(db, world, handsets(20_000));
      const worker = quickWorker(db, { unknownAfterMs: 1_000, log: { error: () => {}, warn: () => {} } });
      const batch = await runBatch(
        db,
        world,
        await makeCampaign(db, world, replyFlow(world.template, 1, "seconds")),
        contacts,
      );
      for (let kill = 1; kill <= 3; kill++) {
        await until(
          "the batch is under way",
          async () => (await countSteps(db, world.account)) > kill * 5_000,
          () => countSteps(db, world.account),
        );
        process.kill(await postmasterOf(server.folder), "SIGKILL");
        await until("the database is back", () => isBack(db));
      }
      await until(
        "the run is done",
        async () => (await statusOf(db, world, batch).catch(() => "")) === "done",
        () => countSteps(db, world.account).catch(() => -1),
      );
      await worker.stop();
      const states = await statesOf(db, world);
      expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(20_000);
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
      await db.close();
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

const countSteps = async (db: Database, account: string): Promise<number> =>
  (
    await db
      .tx([account], (q) => q.one<{ n: number }>("select count(*)::int n from step where account_id = $1", [account]))
      .catch(() => null)
  )?.n ?? 0;

const isBack = (db: Database): Promise<boolean> =>
  db
    .global((q) => q.one("select 1"))
    .then(
      () => true,
      () => false,
    );

async function postmasterOf(folder: string): Promise<number> {
  const { findPostmaster } = await import("../src/postgres/processes.ts");
  const { readdirSync } = await import("node:fs");
  for (const name of readdirSync(folder)) {
    const found = findPostmaster(join(folder, name));
    if (found) return found.pid;
  }
  throw new Error(
    `No server runs in ${folder}: ${await readFile(join(folder, "postgres.log"), "utf8").catch(() => "no log")}`,
  );
}

/** What must hold even while workers come and go: those about what is under way wait for the end. */
async function breaksWhileRunning(db: Database, account: string): Promise<string[]> {
  const broken = await db.tx([account], (q) => listBroken(q, account));
  return broken.filter((rule) => /^I(1|3|4|10|13) /.test(rule));
}
