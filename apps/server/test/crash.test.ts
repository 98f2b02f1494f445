import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { breakingDatabase } from "./breakingDatabase.ts";
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

const db = await freshDatabase({ connections: 16 });

describe("a worker that is killed (reliability F1, I1–I5)", () => {
  it("with SIGKILL, at any statement: no step is lost or repeated, no text is sent twice, doubt is shown and ends", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(300));
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template, 1, "seconds")),
      contacts,
    );
    let kills = 0;
    for (const [at, point] of [
      [9, "before"],
      [31, "committed"],
      [38, "during"],
    ] as const) {
      if (await runUntilKilled(db.url, at, point)) kills++;
      await ageWorkers(db);
    }
    expect(kills).toBe(3);
    const worker = quickWorker(db, { unknownAfterMs: 200 });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await worker.stop();
    const states = await statesOf(db, world);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(300);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});

describe("a worker that is killed in mid-call (reliability F1)", () => {
  it("with SIGKILL, at any statement: no call is placed twice, each ends with a stated outcome", () =>
    killInCalls(db, [
      [31, "committed"],
      [60, "before"],
      [140, "during"],
    ]));
});

describe("a statement that fails (reliability R4)", () => {
  it("at one of seven places of a run leaves nothing half done", async () => {
    const points = Array.from({ length: 7 }, (_, index) => 1 + index * 6);
    for (const at of points) {
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

describe("two workers on one database (issue: both used, nothing twice)", () => {
  it("share a batch", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(600));
    const did = [0, 0];
    const workers = did.map((_, index) =>
      quickWorker(db, {
        claimLoops: 1,
        claimed(result) {
          did[index] = (did[index] ?? 0) + result.claimed;
        },
      }),
    );
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template, 1, "seconds")),
      contacts,
    );
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(did.every((count) => count > 0)).toBe(true);
    expect(await statesOf(db, world)).toEqual({ accepted: 600 });
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});
