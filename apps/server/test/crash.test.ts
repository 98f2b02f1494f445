import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { ageWorkers, runUntilKilled, statesOf } from "./crashCycles.ts";
import {
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

// at any statement, in mid-call, and with statements that fail: crash.prove.ts

const db = await freshDatabase({ connections: 16 });

describe("a worker that is killed (reliability F1, I1–I5)", () => {
  it("with SIGKILL in the middle of its work: no step is lost or repeated, no text is sent twice, doubt is shown and ends", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(300));
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template, 1, "seconds")),
      contacts,
    );
    expect(await runUntilKilled(db.url, 31, "committed")).toBe(true);
    await ageWorkers(db);
    const worker = quickWorker(db, { unknownAfterMs: 200 });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await worker.stop();
    const states = await statesOf(db, world);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(300);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
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
