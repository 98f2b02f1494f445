import type { MoveChoice } from "@trunkline/contract/runs/journeyMove.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  runBatch,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import { appendEvents, journeyClass } from "../../store/journeys/journey.ts";
import { repaceBatch, startBatch, stopBatch } from "../../store/runs/batch.ts";
import { findJourneyMove, insertJourneyMove, type JourneyMoveRow, stepMove } from "../../store/runs/journeyMove.ts";
import { listAgain, listOnTheirWay } from "../../store/runs/journeyMoveEntry.ts";
import { saveVersion } from "../../store/workflows/campaign.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

interface Moved {
  world: EngineWorld;
  campaign: { campaignId: string; version: number };
  batchId: string;
}

interface Row {
  id: string;
  version: number;
  node: number | null;
  status: number;
  revision: number;
  listening: boolean;
  wake: number | null;
  due: number | null;
  since: number;
  vars: Record<string, string>;
}

const journeys = ({ world, batchId }: Pick<Moved, "world" | "batchId">): Promise<Row[]> =>
  ask<Row>(
    db,
    world,
    `select journey_id id, version, node, status, revision, listening, date_part('epoch', wake_at) wake, date_part('epoch', due_at) due,
       date_part('epoch', since) since, vars from journey where account_id = $1 and batch_id = $2 order by journey_id`,
    [batchId],
  );

/** A run whose contacts are all at one node. */
async function waiting(nodes: readonly TestNode[], count: number, at = 3, world?: EngineWorld): Promise<Moved> {
  const made = world ?? (await makeWorld(db));
  const contacts = await makeContacts(db, made, handsets(count));
  const campaign = await makeCampaign(db, made, nodes);
  const batchId = await runBatch(db, made, campaign, contacts);
  const moved = { world: made, campaign, batchId };
  await until(`all are at node ${at}`, async () => {
    const rows = await journeys(moved);
    return rows.length === count && rows.every(({ node, status }) => node === at && status === 2);
  });
  return moved;
}

const publish = ({ world, campaign }: Moved, nodes: readonly TestNode[]): Promise<number> => {
  const saved = nodes.map((node) => ({ x: 0, y: 0, children: [], ...node }));
  const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes: saved, sections: { main: 1 } });
  return db.tx([world.account], (q) => saveVersion(q, world.account, campaign.campaignId, definition, "test"));
};

const find = async ({ world }: Moved, moveId: string): Promise<JourneyMoveRow> => {
  const row = await db.tx([world.account], (q) => findJourneyMove(q, world.account, moveId));
  if (row === null) throw new Error("The move is gone");
  return row;
};

async function simulated(of: Moved, version: number, choices: readonly MoveChoice[]): Promise<JourneyMoveRow> {
  const { world, campaign } = of;
  const moveId = await db.tx([world.account], (q) =>
    insertJourneyMove(q, world.account, {
      campaignId: campaign.campaignId,
      version,
      batchId: null,
      choices,
      createdBy: "user:test",
      byName: "Ann Test",
    }),
  );
  return reached(of, moveId, "ready");
}

async function reached(of: Moved, moveId: string, status: JourneyMoveRow["status"]): Promise<JourneyMoveRow> {
  let row = await find(of, moveId);
  await until(`the move is ${status}`, async () => {
    row = await find(of, moveId);
    if (row.problem !== null) throw new Error(row.problem);
    return row.status === status;
  });
  return row;
}

const step = ({ world }: Moved, moveId: string, what: Parameters<typeof stepMove>[3]) =>
  db.tx([world.account], (q) => stepMove(q, world.account, moveId, what));

/** Simulates and does a move to its end. */
async function moveAll(of: Moved, version: number, choices: readonly MoveChoice[]): Promise<JourneyMoveRow> {
  const { moveId } = await simulated(of, version, choices);
  await step(of, moveId, "start");
  return reached(of, moveId, "done");
}

/** A reply that the next claim hands to the engine. */
const replyTo = ({ world }: Moved, journey: Row | undefined, text: string) =>
  db.tx([world.account], (q) =>
    appendEvents(
      q,
      [
        {
          accountId: world.account,
          journeyId: journey?.id ?? "",
          events: [{ type: "replied" as const, node: 2, text }],
        },
      ],
      journeyClass.interactive,
    ),
  );

const broken = ({ world }: Moved): Promise<unknown[]> => db.tx([world.account], (q) => listBroken(q, world.account));

const move = (version: number, node: number, to: number): MoveChoice => ({ version, node, action: "move", to });

const stepsOf = ({ world }: Moved, journeyId: string) =>
  ask<{ revision: number; node: number; outcome: number; because: string | null; data: Record<string, unknown> }>(
    db,
    world,
    "select revision, node, outcome, because, data from step where account_id = $1 and journey_id = $2 order by revision",
    [journeyId],
  );

/** A newer drawing of `replyFlow` with a longer wait and one more step, that is another version. */
const longer = (template: string, wait: number): TestNode[] => [
  ...replyFlow(template, wait),
  { id: 6, type: "control" },
];

it("a contact who waits for a reply is moved to the same node and keeps its end and its variables", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 12, 3, world);
  const version = await publish(here, longer(world.template, 1));
  const before = await journeys(here);
  const { moved, goneOn, result, total } = await moveAll(here, version, [move(1, 3, 3)]);
  expect({ moved, goneOn, total }).toEqual({ moved: 12, goneOn: 0, total: 12 });
  expect(result).toEqual([{ count: 12, inStep: 0, noReply: 0, noTime: 0, atOnce: 0, again: {} }]);
  const after = await journeys(here);
  expect(after).toEqual(before.map((row) => ({ ...row, version, revision: row.revision + 1 })));
  const last = (await stepsOf(here, after[0]?.id ?? "")).at(-1);
  expect(last).toMatchObject({ node: 3, outcome: 6, because: "by Ann Test" });
  expect(last?.data).toMatchObject({ fromVersion: 1, fromNode: 3, toVersion: 2 });
  expect(await broken(here)).toEqual([]);
});

it("a wait that the new version lengthens runs from when the contact came", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 3, 3, world);
  const version = await publish(here, replyFlow(world.template, 5));
  const before = await journeys(here);
  await moveAll(here, version, [move(1, 3, 3)]);
  for (const [index, row] of (await journeys(here)).entries()) {
    expect(row).toMatchObject({ version, status: 2, listening: true });
    expect((row.wake ?? 0) - (before[index]?.wake ?? 0)).toBeCloseTo(4 * 86_400, 0);
    expect(row.due).toBe(row.wake);
  }
  expect(await broken(here)).toEqual([]);
});

it("a reply after the move takes the path of the new version", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 1, 3, world);
  const version = await publish(here, [
    ...replyFlow(world.template).slice(0, 2),
    {
      id: 3,
      type: "event",
      children: [4, 5],
      timeoutData: {
        timeoutType: "wait",
        timeoutWaitType: "number",
        timeoutWaitNumber: 2,
        timeoutWaitUnits: "days",
        timeoutPath: 5,
      },
      conditions: [
        {
          targetNode: 4,
          statements: [{ variable: "node2.reply", operation: "EQUALS", value: "later", negated: false }],
        },
      ],
    },
    { id: 4, type: "control" },
    { id: 5, type: "control" },
  ]);
  await moveAll(here, version, [move(1, 3, 3)]);
  const [row] = await journeys(here);
  await replyTo(here, row, "later");
  await until("the journey has ended", async () => (await journeys(here))[0]?.status === 3);
  expect((await stepsOf(here, row?.id ?? "")).map(({ node, outcome }) => [node, outcome]).slice(-3)).toEqual([
    [3, 6],
    [3, 0],
    [4, 4],
  ]);
  expect((await journeys(here))[0]?.vars).toMatchObject({ "node2.reply": "later" });
  expect(await broken(here)).toEqual([]);
});

it("contacts of a node that is gone arrive at the chosen one, and the simulation says who would get a text again", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 6, 3, world);
  const version = await publish(here, [
    { id: 1, type: "start", children: [2] },
    {
      id: 2,
      type: "smsSend",
      children: [7],
      smsTemplateId: world.template,
      smsTemplateName: "Hello",
      useAiRewording: false,
    },
    { id: 7, type: "control" },
  ]);
  const { moveId, result } = await simulated(here, version, [move(1, 3, 2)]);
  expect(result).toEqual([{ count: 6, inStep: 0, noReply: 6, noTime: 6, atOnce: 6, again: { 2: 6 } }]);
  const listed = await db.tx([world.account], (q) => listAgain(q, world.account, moveId, { choice: 0, node: 2 }));
  expect(listed.map(({ journeyId }) => journeyId)).toEqual((await journeys(here)).map(({ id }) => id));
  expect((await journeys(here)).every((row) => row.version === 1)).toBe(true);
  await step(here, moveId, "start");
  await reached(here, moveId, "done");
  await until("all have ended", async () => (await journeys(here)).every(({ status }) => status === 3));
  const texts = await ask<{ count: number }>(
    db,
    world,
    "select count(*)::int count from message where account_id = $1 and direction = 'out' group by journey_id",
  );
  expect(texts.map(({ count }) => count)).toEqual(Array(6).fill(2));
  expect(await broken(here)).toEqual([]);
});

it("contacts who leave end with the reason, and their run counts them as done", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 4, 3, world);
  const version = await publish(here, longer(world.template, 1));
  const { left, moved } = await moveAll(here, version, [
    { version: 1, node: 3, action: "leave", reason: "Offer withdrawn" },
  ]);
  expect({ left, moved }).toEqual({ left: 4, moved: 0 });
  const [row] = await journeys(here);
  expect(row).toMatchObject({ status: 3, node: null, due: null });
  expect((await stepsOf(here, row?.id ?? "")).at(-1)).toMatchObject({
    outcome: 4,
    because: "left the workflow: Offer withdrawn (by Ann Test)",
  });
  expect(await broken(here)).toEqual([]);
});

it("an undo moves back who has taken no step since, and leaves the others", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 5, 3, world);
  const version = await publish(here, longer(world.template, 4));
  const before = await journeys(here);
  const { moveId } = await moveAll(here, version, [move(1, 3, 3)]);
  const [first] = before;
  await replyTo(here, first, "yes");
  await until("one has continued", async () => (await journeys(here)).some(({ status }) => status === 3));
  expect(await step(here, moveId, "undo")).toBe(true);
  const { undone, tooLate } = await reached(here, moveId, "undone");
  expect({ undone, tooLate }).toEqual({ undone: 4, tooLate: 1 });
  const after = await journeys(here);
  expect(after.filter(({ id }) => id !== first?.id)).toEqual(
    before.filter(({ id }) => id !== first?.id).map((row) => ({ ...row, revision: row.revision + 2 })),
  );
  expect(after.find(({ id }) => id === first?.id)).toMatchObject({ version, status: 3 });
  expect(await broken(here)).toEqual([]);
});

it("contacts who left come back when their move is undone", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 3, 3, world);
  const version = await publish(here, longer(world.template, 1));
  await db.tx([world.account], (q) => stopBatch(q, world.account, here.batchId, "pause"));
  const before = await journeys(here);
  const { moveId } = await moveAll(here, version, [{ version: 1, node: 3, action: "leave", reason: "Mistake" }]);
  await step(here, moveId, "undo");
  expect((await reached(here, moveId, "undone")).undone).toBe(3);
  expect(await journeys(here)).toEqual(before.map((row) => ({ ...row, revision: row.revision + 2 })));
  expect(await broken(here)).toEqual([]);
});

it("a contact in the middle of a step is left alone until the step has ended", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 2, 3, world);
  const version = await publish(here, longer(world.template, 1));
  const [first, second] = await journeys(here);
  await db.tx([world.account], (q) => stopBatch(q, world.account, here.batchId, "pause"));
  // a reply that no claim has handed to the engine yet
  await replyTo(here, first, "maybe");
  const { moveId, result } = await simulated(here, version, [move(1, 3, 3)]);
  expect(result?.[0]).toMatchObject({ count: 2, inStep: 1 });
  await step(here, moveId, "start");
  await until("the other is moved", async () => (await find(here, moveId)).moved === 1);
  expect((await journeys(here)).map((row) => row.version)).toEqual([1, version]);
  expect((await find(here, moveId)).status).toBe("running");
  await db.tx([world.account], (q) => startBatch(q, world.account, here.batchId));
  expect((await reached(here, moveId, "done")).moved).toBe(2);
  expect((await journeys(here)).map(({ id, version }) => [id, version])).toEqual([
    [first?.id, version],
    [second?.id, version],
  ]);
  expect(await broken(here)).toEqual([]);
});

it("a paused move moves no one, and who has continued before it does stays on its version", async () => {
  const world = await makeWorld(db);
  const here = await waiting(replyFlow(world.template), 4, 3, world);
  const version = await publish(here, longer(world.template, 1));
  const { moveId } = await simulated(here, version, [move(1, 3, 3)]);
  await db.tx([world.account], async (q) => {
    await stepMove(q, world.account, moveId, "start");
    await stepMove(q, world.account, moveId, "pause");
  });
  const [first] = await journeys(here);
  await replyTo(here, first, "yes");
  await until("one has ended", async () => (await journeys(here)).some(({ status }) => status === 3));
  expect(await find(here, moveId)).toMatchObject({ status: "paused", moved: 0, total: 4 });
  expect((await journeys(here)).every((row) => row.version === 1)).toBe(true);
  expect(await step(here, moveId, "start")).toBe(false);
  await step(here, moveId, "resume");
  expect(await reached(here, moveId, "done")).toMatchObject({ moved: 3, goneOn: 1 });
  expect(await broken(here)).toEqual([]);
});

it("contacts who have not started begin in the new version, at their place in the rate", async () => {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(5));
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  // all are enrolled within the horizon, and only the first starts
  const batchId = await runBatch(db, world, campaign, contacts, 15_000);
  const here = { world, campaign, batchId };
  await until("one waits and the rest is enrolled", async () => {
    const rows = await journeys(here);
    return rows.length === 5 && rows.some(({ node }) => node === 3);
  });
  await db.tx([world.account], (q) => stopBatch(q, world.account, batchId, "pause"));
  const version = await publish(here, longer(world.template, 1));
  const waitingNow = await db.tx([world.account], (q) =>
    listOnTheirWay(q, world.account, campaign.campaignId, version, null),
  );
  const unstarted = (await journeys(here)).filter(({ node }) => node === null);
  expect(waitingNow).toContainEqual({ version: 1, node: 0, here: unstarted.length });
  const { moved } = await moveAll(here, version, [move(1, 0, 0)]);
  expect(moved).toBe(unstarted.length);
  const after = (await journeys(here)).filter(({ version: of }) => of === version);
  expect(after.map(({ id, due, status, node }) => ({ id, due, status, node }))).toEqual(
    unstarted.map(({ id, due }) => ({ id, due, status: 0, node: null })),
  );
  expect(await broken(here)).toEqual([]);
  await db.tx([world.account], async (q) => {
    await repaceBatch(q, world.account, batchId, -1);
    await startBatch(q, world.account, batchId);
  });
  await until("all wait", async () => (await journeys(here)).every(({ node, status }) => node === 3 && status === 2));
  expect((await journeys(here)).filter((row) => row.version === version)).toHaveLength(unstarted.length);
  expect(await broken(here)).toEqual([]);
});
