import { expect } from "vitest";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import type { BreakingPoint } from "./breakingDatabase.ts";
import { ageWorkers, runUntilKilled } from "./crashCycles.ts";
import {
  ask,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "./engineWorld.ts";

/** start → call with a text that is spoken → end. */
export const calling = (): TestNode[] => [
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
export const phones = ["0060", "0063", "0068", "0061"].flatMap((end) =>
  Array.from({ length: 10 }, (_, index) => `+1303${556 + index}${end}`),
);

/** Kills one worker after the other at these statements while calls are under way: none is placed twice, each has a stated outcome. */
export async function killInCalls(db: Database, points: readonly (readonly [number, BreakingPoint])[]): Promise<void> {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, phones);
  const batch = await runBatch(db, world, await makeCampaign(db, world, calling()), contacts);
  let kills = 0;
  for (const [at, point] of points) {
    if (await runUntilKilled(db.url, at, point)) kills++;
    await ageWorkers(db);
  }
  expect(kills).toBe(points.length);
  const worker = quickWorker(db, { unknownAfterMs: 200, simulator: { callPace: 0.01, timeoutMs: 100 } });
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  await worker.stop();
  const calls = await ask<{ outcome: string; n: number }>(
    db,
    world,
    "select coalesce(line, state) outcome, count(*)::int n from call where account_id = $1 group by 1",
  );
  expect(calls.reduce((sum, { n }) => sum + n, 0)).toBe(phones.length);
  expect(calls.map(({ outcome }) => outcome).filter((one) => !["completed", "busy", "unknown"].includes(one))).toEqual(
    [],
  );
  // every phone rang at most once, and every journey received the result of its call
  expect(
    await ask(db, world, "select handset from simulator_call where account_id = $1 group by 1 having count(*) > 1"),
  ).toEqual([]);
  expect(
    await ask(db, world, "select 1 from journey where account_id = $1 and not vars ? 'node2.status'"),
  ).toHaveLength(calls.find(({ outcome }) => outcome === "unknown")?.n ?? 0);
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
}
