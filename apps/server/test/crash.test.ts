import { describe, expect, it } from "vitest";
import { listBroken } from "../src/store/invariants.ts";
import { breakingDatabase } from "./breakingDatabase.ts";
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
  type TestNode,
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
      [16, "during"],
      [23, "before"],
      [31, "committed"],
      [38, "during"],
      [52, "before"],
    ] as const) {
      if (await runUntilKilled(db.url, at, point)) kills++;
      await ageWorkers(db);
    }
    expect(kills).toBe(6);
    const worker = quickWorker(db, { unknownAfterMs: 200 });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await worker.stop();
    const states = await statesOf(db, world);
    expect((states["accepted"] ?? 0) + (states["unknown"] ?? 0)).toBe(300);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});

describe("a worker that is killed in mid-call (reliability F1)", () => {
  const calling = (): TestNode[] => [
    { id: 1, type: "start", children: [2] },
    {
      id: 2,
      type: "call",
      children: [3],
      answerAction: "textToSpeech",
      textToSpeechText: "Hello ${firstName}",
      textToSpeechVoice: "en-us-standard-male-1",
      audioUrl: "",
      audioTimeout: 3,
      useAiRewording: false,
      dtmfActions: [],
      statusCallbackUrl: "",
      fallbackUrl: "",
      record: true,
      recordCallbackUrl: "",
      ifMachine: "continue",
      ifMachineCallbackUrl: "",
    },
    { id: 3, type: "control", children: [] },
  ];
  /** People who answer, a machine, a busy line: each ends by itself. */
  const phones = ["0060", "0063", "0068", "0061"].flatMap((end) =>
    Array.from({ length: 10 }, (_, index) => `+1303${556 + index}${end}`),
  );

  it("with SIGKILL, at any statement: no call is placed twice, each ends with a stated outcome", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, phones);
    const batch = await runBatch(db, world, await makeCampaign(db, world, calling()), contacts);
    let kills = 0;
    for (const [at, point] of [
      [20, "before"],
      [31, "committed"],
      [44, "during"],
      [60, "before"],
      [90, "committed"],
      [140, "during"],
    ] as const) {
      if (await runUntilKilled(db.url, at, point)) kills++;
      await ageWorkers(db);
    }
    expect(kills).toBe(6);
    const worker = quickWorker(db, { unknownAfterMs: 200, simulator: { callPace: 0.01, timeoutMs: 100 } });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await worker.stop();
    const calls = await ask<{ outcome: string; n: number }>(
      db,
      world,
      "select coalesce(line, state) outcome, count(*)::int n from call where account_id = $1 group by 1",
    );
    expect(calls.reduce((sum, { n }) => sum + n, 0)).toBe(phones.length);
    expect(
      calls.map(({ outcome }) => outcome).filter((one) => !["completed", "busy", "unknown"].includes(one)),
    ).toEqual([]);
    // every phone rang at most once, and every journey received the result of its call
    expect(
      await ask(db, world, "select handset from simulator_call where account_id = $1 group by 1 having count(*) > 1"),
    ).toEqual([]);
    expect(
      await ask(db, world, "select 1 from journey where account_id = $1 and not vars ? 'node2.status'"),
    ).toHaveLength(calls.find(({ outcome }) => outcome === "unknown")?.n ?? 0);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});

describe("a statement that fails (reliability R4)", () => {
  it("at every place of a run leaves nothing half done", async () => {
    const points = Array.from({ length: 14 }, (_, index) => 1 + index * 3);
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
