import { noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleAccount } from "../../../test/bundleAccount.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import type { Worker } from "../../program/worker.ts";
import { insertAudience } from "../../store/contacts/audience.ts";
import type { Database } from "../../store/database.ts";
import { findDryRun, insertDryRun } from "../../store/runs/dryRun.ts";
import { forecastRun } from "../../world/forecastRun.ts";
import { dryRunJob } from "../runs/dryRun.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

const isIn = (audienceId: string, operation = "IN_AUDIENCE") => ({
  variable: "audience.member",
  operation,
  value: "Denver",
  audienceId,
});
const denver = [{ variable: "city", operation: "EQUALS", value: "Denver", negated: false }];
const byAudience = (audienceId: string) => ({
  conditions: [
    { targetNode: 4, statements: [isIn(audienceId)] },
    { targetNode: 5, statements: [] },
  ],
  defaultNodePath: 5,
});

/** A contact moves to Denver in node 2 and is asked about in node 3; those of Denver get a text. */
const nodes = (audienceId: string, template: string, city = ""): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  {
    id: 2,
    type: "editContact",
    children: [3],
    assignments: [
      { mode: "assignFixed", variable: "lastName", value: "Moved" },
      ...(city === "" ? [] : [{ mode: "assignFixed", variable: "city", value: city }]),
    ],
  },
  { id: 3, type: "condition", children: [4, 5], ...byAudience(audienceId) },
  { id: 4, type: "smsSend", children: [5], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 5, type: "control", children: [] },
];

async function makeAudience(world: EngineWorld): Promise<{ contacts: string[]; audienceId: string }> {
  const contacts = await makeContacts(db, world, handsets(30));
  await ask(
    db,
    world,
    "update contact set city = 'Denver' where account_id = $1 and contact_id = any ($2::uuid[]) returning 1",
    [contacts.slice(0, 7)],
  );
  const audienceId = await db.tx([world.account], (q) =>
    insertAudience(q, world.account, { name: `Denver ${world.account}`, statements: denver }),
  );
  return { contacts, audienceId: String(audienceId) };
}

const textsOf = async (world: EngineWorld) =>
  (await ask<{ count: number }>(db, world, "select count(*)::int count from message where account_id = $1"))[0]?.count;

it("a condition asks who is in an audience when the journey reaches it, and a dry run and a forecast foresee it", async () => {
  const world = await makeWorld(db);
  const { contacts, audienceId } = await makeAudience(world);
  const campaign = await makeCampaign(db, world, nodes(audienceId, world.template));
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
    }),
  );
  await dryRunJob({ hasModel: false }).run(db);
  const dry = async () => db.tx([world.account], (q) => findDryRun(q, world.account, dryRunId));
  await until("the dry run is done", async () => (await dry())?.status === "done");
  expect((await dry())?.result?.sends.map(({ sent }) => sent)).toEqual([7]);
  const forecast = await db.tx([world.account], (q) =>
    forecastRun(q, world.account, {
      ...campaign,
      statements: [],
      dncFilter: [],
      frequencyDays: -1,
      periodMs: -1,
      startMs: Date.now(),
    }),
  );
  expect(forecast.texts).toBe(7);
  const batch = await runBatch(db, world, campaign, contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await textsOf(world)).toBe(7);
});

it("sees what earlier nodes of the same journey changed", async () => {
  const world = await makeWorld(db);
  const { contacts, audienceId } = await makeAudience(world);
  const campaign = await makeCampaign(db, world, nodes(audienceId, world.template, "Denver"));
  const batch = await runBatch(db, world, campaign, contacts.slice(5, 10));
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await textsOf(world)).toBe(5);
});

it("an audience that a workflow asks about is not deleted, and travels with the workflow", async () => {
  const server = await testServer(db);
  const source = await bundleAccount(server, "Asking");
  const { audienceId } = await source.first("POST", "/v4/audience/", { name: "From Denver", statements: denver });
  const node = {
    id: 2,
    type: "condition",
    children: [3, 4],
    conditions: [
      { targetNode: 3, statements: [isIn(String(audienceId), "DN_IN_AUDIENCE")] },
      { targetNode: 4, statements: [] },
    ],
    defaultNodePath: 4,
  };
  const places = [
    { id: 1, type: "start", children: [2] },
    node,
    ...[3, 4].map((id) => ({ id, type: "control", children: [] })),
  ];
  const workflow = JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    nodes: places.map((one) => ({ x: one.id * 300, y: one.id * 140, ...one })),
    sections: { main: 1 },
  });
  const id = await source.draw("Asks", [{ type: "rateLimit", tpm: 1 }]);
  await source.first("POST", `/v4/campaign/${id}/workflow/`, { workflow });
  const { status, body } = await source.call("DELETE", `/v4/audience/${String(audienceId)}/`);
  expect([status, body.error[0]?.code, body.error[0]?.message]).toEqual([
    409,
    "audience_in_use",
    `"From Denver" is used by the workflow "Asks". Stop or change them before you delete it.`,
  ]);
  const out = await source.exported(id);
  expect(JSON.stringify(out)).not.toContain(String(audienceId));
  const target = await bundleAccount(server, "Receiving");
  await target.first("POST", "/v4/campaign/import", out);
  const [made] = (await target.call("GET", "/v4/audience/")).body.payload;
  expect(made).toMatchObject({ name: "From Denver", usedBy: [{ kind: "workflow", name: "Asks" }] });
  const [there] = (await target.call("GET", "/v4/campaign/")).body.payload;
  const foreign = await target.call("POST", `/v4/campaign/${String(there?.["campaignId"])}/workflow/`, { workflow });
  expect([foreign.status, foreign.body.error[0]?.code]).toEqual([400, "missing_reference"]);
});
