import { noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import { expect, it } from "vitest";
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
  statusOf,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { endDryRun, findDryRun, insertDryRun, listDryRunContacts, type NewDryRun } from "../../store/runs/dryRun.ts";
import { listNodeCounts } from "../../store/runs/nodeCountList.ts";
import { dryRunJob } from "./dryRun.ts";

const db = await freshDatabase();

/** Contacts without a value, others who are to be left out, and handsets that refuse. */
async function makeAudience(world: EngineWorld): Promise<string[]> {
  const contacts = await makeContacts(db, world, [...handsets(40), "+13035550050", "+13035550051", "+13035550098"]);
  const set = (what: string, from: number, to: number) =>
    ask(db, world, `update contact set ${what} where account_id = $1 and contact_id = any ($2::uuid[]) returning 1`, [
      contacts.slice(from, to),
    ]);
  await set("dnc = 2", 0, 3);
  await set("dnc = 18", 3, 5);
  await set("extdata = '{}'", 5, 12);
  await set("city = 'Denver'", 12, 20);
  await set("dnc = 1", 20, 24);
  return contacts;
}

/** A condition by city, texts on both ways, and a call. */
const manyWays = (template: string): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  {
    id: 2,
    type: "condition",
    children: [3, 4],
    conditions: [
      { targetNode: 3, statements: [{ variable: "city", operation: "EQUALS", value: "Denver", negated: false }] },
      { targetNode: 4, statements: [] },
    ],
    defaultNodePath: 4,
  },
  { id: 3, type: "smsSend", children: [5], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 4, type: "dncCheck", children: [5, 6], dncList: "account", subtype: "call", matchPath: 5, noMatchPath: 6 },
  { id: 5, type: "control", children: [] },
  { id: 6, type: "smsSend", children: [7], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 7, type: "smsSend", children: [8], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 8, type: "control", children: [] },
];

async function dryRun(
  world: EngineWorld,
  campaign: { campaignId: string; version: number },
  run: Partial<NewDryRun> = {},
): Promise<string> {
  const { dryRunId } = await db.tx([world.account], (q) =>
    insertDryRun(q, world.account, {
      ...campaign,
      drawn: null,
      selection: { statements: [] },
      dncFilter: [],
      periodMs: -1,
      startsAt: new Date(),
      assumptions: noAssumptions,
      createdBy: "user:test",
      ...run,
    }),
  );
  return dryRunId;
}

const found = async (world: EngineWorld, id: string) => {
  const row = await db.tx([world.account], (q) => findDryRun(q, world.account, id));
  if (row === null) throw new Error("The dry run is gone");
  return row;
};

async function played(world: EngineWorld, ...args: [{ campaignId: string; version: number }, Partial<NewDryRun>?]) {
  const id = await dryRun(world, ...args);
  await dryRunJob({ hasModel: false }).run(db);
  const { result, problem, status } = await found(world, id);
  if (result === null) throw new Error(`${status}: ${problem}`);
  return { id, result };
}

it("counts at every node what a run of the same contacts then does there", async () => {
  const world = await makeWorld(db, { segmentPriceMicros: 10_000 });
  const contacts = await makeAudience(world);
  const campaign = await makeCampaign(db, world, manyWays(world.template));
  const { id, result } = await played(world, campaign, { selection: { contactIds: contacts } });
  const worker = quickWorker(db);
  try {
    const batch = await runBatch(db, world, campaign, contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const counts = await db.tx([world.account], (q) => listNodeCounts(q, world.account, campaign.campaignId, batch));
    expect(result.nodes).toEqual(counts.map(({ node, entered, here, failed }) => ({ node, entered, here, failed })));
    const moves = await ask<{ from: number; to: number; count: number }>(
      db,
      world,
      `select s.node "from", s.next_node "to", count(*)::int count from step s join journey j using (account_id, journey_id)
       where account_id = $1 and j.batch_id = $2 and s.outcome = 0 group by 1, 2 order by 1, 2`,
      [batch],
    );
    expect([...result.edges].sort((a, b) => a.from - b.from || a.to - b.to)).toEqual(moves);
    const onward = counts.flatMap(({ node, onward: ways }) => (ways ?? []).map((way) => ({ ...way, from: node })));
    expect(onward.map(({ from, node, count }) => ({ from, to: node, count }))).toEqual(moves);
    const sent = await ask<{ node: number; texts: number; segments: number }>(
      db,
      world,
      `select node, count(*)::int texts, sum(segments)::int segments from message
       where account_id = $1 and batch_id = $2 and state = 'accepted' group by node order by node`,
      [batch],
    );
    expect(result.sends.map(({ node, sent: texts, segments }) => ({ node, texts, segments }))).toEqual(sent);
    const stopped = await ask<{ node: number; reason: string; count: number }>(
      db,
      world,
      `select node, reason, count(*)::int count from message where account_id = $1 and batch_id = $2
         and state in ('blocked', 'rejected', 'in_doubt', 'unknown') group by node, reason order by node, reason`,
      [batch],
    );
    const forecast = result.sends.flatMap(({ node, blocked }) =>
      blocked.map(({ reason, count }) => ({ node, reason, count })),
    );
    expect(forecast.sort((a, b) => a.node - b.node || (a.reason < b.reason ? -1 : 1))).toEqual(stopped);
    const [{ reached } = { reached: -1 }] = await ask<{ reached: number }>(
      db,
      world,
      "select count(distinct contact_id)::int reached from message where account_id = $1 and batch_id = $2 and state = 'accepted'",
      [batch],
    );
    expect(result).toMatchObject({ selected: 43, enrolled: 43, reached });
    const left = result.leftOut.reduce((sum, { count }) => sum + count, 0);
    expect(left).toBe(43 - reached);
    const [first] = result.leftOut;
    const listed = await db.tx([world.account], (q) => listDryRunContacts(q, world.account, id, first?.list ?? ""));
    expect(listed).toHaveLength(first?.count ?? -1);
  } finally {
    await worker.stop();
  }
});

it("says who is turned away, which variables are empty and what it costs, and changes nothing", async () => {
  const world = await makeWorld(db, { segmentPriceMicros: 10_000 });
  await makeAudience(world);
  const campaign = await makeCampaign(db, world, manyWays(world.template));
  const before = await ask(db, world, "select contact_id, dnc, extdata from contact where account_id = $1 order by 1");
  const { id, result } = await played(world, campaign, { dncFilter: ["sms"] });
  expect(result.leftOut).toContainEqual({ reason: "dnc", count: 5, list: "left:dnc" });
  expect(result.sends.find(({ node }) => node === 6)?.empty).toEqual([
    { variable: "tier", count: 7, list: "empty:6:tier" },
  ]);
  expect(await db.tx([world.account], (q) => listDryRunContacts(q, world.account, id, "empty:6:tier"))).toHaveLength(7);
  expect(result).toMatchObject({ texts: result.segments, cost: result.segments * 0.01, boundBy: null });
  expect(await ask(db, world, "select contact_id, dnc, extdata from contact where account_id = $1 order by 1")).toEqual(
    before,
  );
  expect(await ask(db, world, "select 1 from journey where account_id = $1")).toEqual([]);
});

it("sends contacts along the paths of assumed replies, in their share", async () => {
  const world = await makeWorld(db);
  await makeContacts(db, world, handsets(400));
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const replies = [{ node: 3, path: 0, text: "yes", percent: 25, afterSeconds: 600 }];
  const { result } = await played(world, campaign, { assumptions: { ...noAssumptions, replies } });
  const yes = result.edges.find(({ to }) => to === 4)?.count ?? 0;
  expect(yes + (result.edges.find(({ to }) => to === 5)?.count ?? 0)).toBe(400);
  expect(yes).toBe(result.replies);
  expect(yes).toBeGreaterThan(70);
  expect(yes).toBeLessThan(130);
});

it("plays a drawing that is not saved", async () => {
  const world = await makeWorld(db);
  await makeContacts(db, world, handsets(3));
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const saved = await ask<{ settings: NonNullable<NewDryRun["drawn"]>["settings"] }>(
    db,
    world,
    "select settings from workflow_version where account_id = $1",
  );
  const nodes = [
    { id: 1, type: "start", x: 0, y: 0, children: [2] },
    { id: 2, type: "control", x: 0, y: 0, children: [] },
  ];
  const workflow = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes, sections: { main: 1 } });
  const settings = saved[0]?.settings;
  if (settings === undefined) throw new Error("The workflow has no version");
  const { result } = await played(world, campaign, { version: null, drawn: { workflow, settings } });
  expect(result).toMatchObject({ texts: 0, reached: 0, leftOut: [{ reason: "no_message", count: 3 }] });
});

it("is over when it is cancelled, also while it is queued", async () => {
  const world = await makeWorld(db);
  await makeContacts(db, world, handsets(3));
  const id = await dryRun(world, await makeCampaign(db, world, replyFlow(world.template)));
  await db.tx([world.account], (q) => endDryRun(q, world.account, id, { status: "cancelled" }));
  await dryRunJob({ hasModel: false }).run(db);
  expect(await found(world, id)).toMatchObject({ status: "cancelled", result: null });
});

it("spreads a run over the carrier's pace and the rate as the forecast does", async () => {
  const world = await makeWorld(db);
  await makeContacts(db, world, handsets(50));
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const startsAt = new Date("2026-06-01T15:00:00Z");
  const { result } = await played(world, campaign, { periodMs: 1_000, startsAt });
  expect(result).toMatchObject({
    beginSeconds: 49,
    takesSeconds: 49,
    boundBy: "rate",
    lastSendAt: "2026-06-01T15:00:49.000Z",
    timeline: { stepSeconds: 3600, counts: [{ at: "2026-06-01T15:00:00.000Z", count: 50 }] },
  });
  expect(result.hours).toEqual([{ zone: "America/New_York", counts: expect.any(Array) }]);
  expect(result.hours[0]?.counts[11]).toBe(50);
});
