import { afterEach, expect } from "vitest";
import { enrolBatch } from "../src/jobs/runs/enrolBatch.ts";
import type { Worker } from "../src/program/worker.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  type TestNode,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { openWindowedCarrier, type WindowedCarrier } from "./windowedCarrier.ts";

/** A text, then a day's wait and another text. */
export const textWaitText = (template: string): TestNode[] => {
  const text = { type: "smsSend", smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false };
  const wait = { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "days" };
  return [
    { id: 1, type: "start", children: [2] },
    { ...text, id: 2, children: [3] },
    { ...wait, id: 3, type: "timeDelay", children: [4] },
    { ...text, id: 4, children: [5] },
    { id: 5, type: "control", children: [] },
  ];
};

/** Runs of several accounts over one carrier with a window, and a worker that sends them. */
export async function windowedRuns() {
  const db = await freshDatabase({ connections: 16 });
  const workers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  let carrier = openWindowedCarrier(0);

  /** A worker with a carrier of its own, which takes nothing until its window is opened. */
  function start(): WindowedCarrier {
    carrier = openWindowedCarrier(0);
    workers.push(quickWorker(db, { carriers: [carrier] }));
    return carrier;
  }

  /** An account whose number sends over the carrier. */
  async function account(): Promise<EngineWorld> {
    const world = await makeWorld(db);
    await ask(db, world, "update number set carrier = 'windowed' where account_id = $1 returning 1");
    return world;
  }

  let handset = 5_000_000;
  const phones = (count: number): string[] => Array.from({ length: count }, () => `+1303${++handset}`);

  /** Starts runs of one workflow, each over contacts of its own. */
  async function run(world: EngineWorld, nodes: TestNode[], runs: number, contacts: number): Promise<string[]> {
    const campaign = await makeCampaign(db, world, nodes);
    const batches: string[] = [];
    for (let index = 0; index < runs; index++)
      batches.push(await runBatch(db, world, campaign, await makeContacts(db, world, phones(contacts))));
    for (const batch of batches) await enrolBatch(db, world.account, batch, 900);
    return batches;
  }

  const queuedOf = async (world: EngineWorld): Promise<number> =>
    (
      await ask<{ n: number }>(
        db,
        world,
        "select count(*)::int n from message where account_id = $1 and state = 'queued' and not_before <= now()",
      )
    )[0]?.n ?? 0;
  const queued = (world: EngineWorld, count: number) =>
    until(
      `${count} texts are queued`,
      async () => (await queuedOf(world)) === count,
      () => queuedOf(world),
    );

  /** The run of each text that was handed over, in order; a text outside any run names its account. */
  async function lanesOf(worlds: readonly EngineWorld[]): Promise<string[]> {
    const rows = await Promise.all(
      worlds.map((world) =>
        ask<{ id: string; lane: string }>(
          db,
          world,
          "select message_id id, coalesce(batch_id, account_id)::text lane from message where account_id = $1",
        ),
      ),
    );
    const lanes = new Map(rows.flat().map(({ id, lane }) => [id, lane]));
    return carrier.given.map(({ messageId }) => lanes.get(messageId) ?? "unknown");
  }

  return { db, start, account, run, queuedOf, queued, lanesOf };
}

/** Checks that at each moment until `count` texts had been handed over, these had sent equally many, give or take `most`. */
export function expectEqualShares(given: readonly string[], of: readonly string[], count: number, most: number): void {
  const sent = new Map(of.map((name) => [name, 0]));
  for (const name of given.slice(0, count)) {
    sent.set(name, (sent.get(name) ?? 0) + 1);
    const counts = [...sent.values()];
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(most);
  }
}
