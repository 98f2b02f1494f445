import { expect, it } from "vitest";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { appendEvents, journeyClass } from "../src/store/journeys/journey.ts";
import { findJourneyMove, insertJourneyMove, stepMove } from "../src/store/runs/journeyMove.ts";
import { saveVersion } from "../src/store/workflows/campaign.ts";
import type { BreakingPoint } from "./breakingDatabase.ts";
import { ageWorkers, runUntilKilled } from "./crashCycles.ts";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";

const points: readonly BreakingPoint[] = ["before", "during", "committed"];
const contacts = 4_000;
const replies = 400;

/** The statement at which a worker dies: it starts with about fifty, and a chunk of a move has about ten. */
const killAt = (cycle: number): number => 60 + ((cycle * 37) % 240);

/** Workers that die are taken for dead at once, and the move is free for the next. */
async function age(db: Database): Promise<void> {
  await ageWorkers(db);
  await db.global((q) => q.run("update journey_move_queue set seen_at = now() - interval '1 hour'"));
}

it("workers killed with SIGKILL during a move and its undo: no contact is lost, and none is moved twice", async () => {
  const db = await freshDatabase({ connections: 16 });
  const world = await makeWorld(db);
  const flow = replyFlow(world.template);
  const campaign = await makeCampaign(db, world, flow);
  const batchId = await runBatch(db, world, campaign, await makeContacts(db, world, handsets(contacts)));
  const state = async () =>
    (
      await ask<{ at: number; done: number }>(
        db,
        world,
        `select count(*) filter (where node = 3 and status = 2 and inbox is null)::int "at", count(*) filter (where status = 3)::int done
         from journey where account_id = $1 and batch_id = $2`,
        [batchId],
      )
    )[0] ?? { at: 0, done: 0 };
  const first = quickWorker(db);
  await until(
    "all wait for a reply",
    async () => (await state()).at === contacts,
    async () => (await state()).at,
  );
  const longer = [...flow, { id: 6, type: "control" }].map((node) => ({ x: 0, y: 0, children: [], ...node }));
  const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes: longer, sections: { main: 1 } });
  const version = await db.tx([world.account], (q) =>
    saveVersion(q, world.account, campaign.campaignId, definition, "test"),
  );
  const moveId = await db.tx([world.account], (q) =>
    insertJourneyMove(q, world.account, {
      campaignId: campaign.campaignId,
      version,
      batchId: null,
      choices: [{ version: 1, node: 3, action: "move", to: 3 }],
      createdBy: "user:test",
      byName: "Ann",
    }),
  );
  const move = async () => {
    const row = await db.tx([world.account], (q) => findJourneyMove(q, world.account, moveId));
    if (row === null || row.problem !== null) throw new Error(row?.problem ?? "The move is gone");
    return row;
  };
  await until("it is simulated", async () => (await move()).status === "ready");
  await first.stop();
  await db.tx([world.account], (q) => stepMove(q, world.account, moveId, "start"));
  const journeys = await ask<{ id: string }>(
    db,
    world,
    "select journey_id id from journey where account_id = $1 order by md5(journey_id::text) limit $2",
    [replies],
  );
  for (let cycle = 0; cycle < 30 && (await move()).status === "running"; cycle++) {
    // replies come while contacts are moved
    const some = journeys.splice(0, 20).map(({ id }) => ({
      accountId: world.account,
      journeyId: id,
      events: [{ type: "replied" as const, node: 2, text: "yes" }],
    }));
    await db.tx([world.account], (q) => appendEvents(q, some, journeyClass.interactive));
    await runUntilKilled(db.url, killAt(cycle), points[cycle % points.length] as BreakingPoint);
    await age(db);
  }
  let worker = quickWorker(db);
  await until("the move is done", async () => (await move()).status === "done", move);
  await worker.stop();
  const { moved, goneOn, total } = await move();
  expect(moved + goneOn).toBe(total);
  expect(total).toBe(contacts);
  const steps = await ask<{ moves: number; n: number }>(
    db,
    world,
    `select moves, count(*)::int n from (
       select count(*) filter (where s.outcome = 6)::int moves from journey j
       join step s on s.account_id = j.account_id and s.journey_id = j.journey_id where j.account_id = $1 group by j.journey_id) m
     group by moves order by moves`,
  );
  expect(new Map(steps.map(({ moves, n }) => [moves, n])).get(1)).toBe(moved);
  expect(steps.reduce((sum, { n }) => sum + n, 0)).toBe(contacts);
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);

  await db.tx([world.account], (q) => stepMove(q, world.account, moveId, "undo"));
  for (let cycle = 0; cycle < 30 && (await move()).status === "undoing"; cycle++) {
    await runUntilKilled(db.url, killAt(cycle), points[cycle % points.length] as BreakingPoint);
    await age(db);
  }
  worker = quickWorker(db);
  await until("the move is undone", async () => (await move()).status === "undone", move);
  await until("every contact waits or has replied", async () => {
    const { at, done } = await state();
    return at + done === contacts;
  });
  await worker.stop();
  const { undone, tooLate } = await move();
  expect(undone + tooLate).toBe(moved);
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
});
