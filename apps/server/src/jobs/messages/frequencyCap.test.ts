import { noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import { afterAll, describe, expect, it } from "vitest";
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
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { findDryRun, insertDryRun } from "../../store/runs/dryRun.ts";
import { forecastRun } from "../../world/forecastRun.ts";
import { dryRunJob } from "../runs/dryRun.ts";

const db = await freshDatabase();
const workers = [quickWorker(db), quickWorker(db)];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

/** A workflow of so many texts, one right after the other. */
const texts = (template: string, count: number): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  ...Array.from({ length: count }, (_, index) => ({
    id: index + 2,
    type: "smsSend",
    children: [index + 3],
    smsTemplateId: template,
    smsTemplateName: "Hello",
    useAiRewording: false,
  })),
  { id: count + 2, type: "control", children: [] },
];

const capped = (frequencyCapTexts: number): Promise<EngineWorld> =>
  makeWorld(db, { frequencyCapTexts, frequencyCapDays: 7 });

/** Runs a workflow of so many texts to its end. */
async function runTexts(world: EngineWorld, contacts: readonly string[], count: number): Promise<string> {
  const batch = await runBatch(db, world, await makeCampaign(db, world, texts(world.template, count)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  return batch;
}

/** The texts of a run: how many of each state and reason. */
const sentBy = (world: EngineWorld, batch: string) =>
  ask<{ state: string; reason: string | null; count: number }>(
    db,
    world,
    `select state, reason, count(*)::int count from message where account_id = $1 and batch_id = $2 and direction = 'out'
     group by 1, 2 order by 1, 2`,
    [batch],
  );

const blocked = (count: number) => ({ state: "blocked", reason: "frequency_cap", count });
const accepted = (count: number) => ({ state: "accepted", reason: null, count });

describe("the frequency cap of an account (decision 0101)", () => {
  it("stops what exceeds it within a workflow, and the step says why", async () => {
    const world = await capped(2);
    const batch = await runTexts(world, await makeContacts(db, world, handsets(3)), 3);
    expect(await sentBy(world, batch)).toEqual([accepted(6), blocked(3)]);
    const steps = await ask<{ because: string | null }>(
      db,
      world,
      "select because from step where account_id = $1 and node = 4 and outcome = 0",
    );
    expect(steps).toEqual(
      Array(3).fill({ because: "the contact has received as many texts as the account's frequency cap allows" }),
    );
  });

  it("counts the texts of all workflows within the rolling days", async () => {
    const world = await capped(1);
    const contacts = await makeContacts(db, world, handsets(4));
    await runTexts(world, contacts.slice(0, 3), 1);
    // a receipt that came later would say that all of them were delivered
    await until("their receipts have come", async () => {
      const texts = await ask<{ receipt: string | null }>(
        db,
        world,
        "select receipt from message where account_id = $1 and direction = 'out'",
      );
      return texts.every(({ receipt }) => receipt === "delivered");
    });
    await ask(
      db,
      world,
      `update message set submitted = now() - interval '7 days 1 minute' where account_id = $1 and contact_id = $2 returning 1`,
      [contacts[0]],
    );
    await ask(
      db,
      world,
      "update message set receipt = 'undelivered' where account_id = $1 and contact_id = $2 returning 1",
      [contacts[1]],
    );
    expect(await sentBy(world, await runTexts(world, contacts, 1))).toEqual([accepted(3), blocked(1)]);
  });

  it("lets replies to the contact and confirmations of STOP leave, and does not count them", async () => {
    const world = await capped(1);
    const [contact = ""] = await makeContacts(db, world, handsets(1));
    const answered = replyFlow(world.template).map((node) =>
      node.id === 4 ? { ...texts(world.template, 1)[1], id: 4, children: [5] } : node,
    );
    const batch = await runBatch(db, world, await makeCampaign(db, world, answered as TestNode[]), [contact]);
    await until("the workflow waits for the reply", async () => {
      const steps = await ask(db, world, "select 1 from step where account_id = $1 and node = 2 and outcome = 0");
      return steps.length === 1;
    });
    const says = (text: string) =>
      receiveMessage(db, {
        from: handsets(1)[0] ?? "",
        to: world.number,
        text,
        mediaUrl: null,
        carrier: "simulated",
        carrierRef: `the contact says ${text}`,
      });
    await says("yes");
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await sentBy(world, batch)).toEqual([accepted(2)]);
    await says("STOP");
    await until("STOP is confirmed", async () => {
      const rows = await ask<{ state: string }>(
        db,
        world,
        "select state from message where account_id = $1 and direction = 'out' and batch_id is null",
      );
      return rows.length === 1 && rows[0]?.state === "accepted";
    });
  });

  it("holds when several runs and workers send to the same contacts at once", async () => {
    const world = await capped(2);
    const contacts = await makeContacts(db, world, handsets(40));
    const campaign = await makeCampaign(db, world, texts(world.template, 1));
    const runs = await Promise.all(Array.from({ length: 6 }, () => runBatch(db, world, campaign, contacts)));
    for (const run of runs) await until("the run is done", async () => (await statusOf(db, world, run)) === "done");
    const each = await ask<{ sent: number; blocked: number }>(
      db,
      world,
      `select count(*) filter (where state = 'accepted')::int sent, count(*) filter (where state = 'blocked')::int blocked
       from message where account_id = $1 group by contact_id`,
    );
    expect(each).toEqual(Array(40).fill({ sent: 2, blocked: 4 }));
  });

  it("is part of the forecast and of dry runs, which say what a run then does", async () => {
    const world = await capped(2);
    const contacts = await makeContacts(db, world, handsets(6));
    await runTexts(world, contacts.slice(0, 2), 2);
    await runTexts(world, contacts.slice(2, 3), 1);
    const campaign = await makeCampaign(db, world, texts(world.template, 3));
    const plan = { ...campaign, dncFilter: [], periodMs: -1 };
    const forecast = await db.tx([world.account], (q) =>
      forecastRun(q, world.account, { ...plan, frequencyDays: -1, startMs: Date.now(), contactIds: contacts }),
    );
    // two get nothing, one gets one text, three get two
    expect([forecast.texts, forecast.blocked]).toEqual([7, [{ reason: "frequency_cap", count: 11 }]]);
    const { dryRunId } = await db.tx([world.account], (q) =>
      insertDryRun(q, world.account, {
        ...plan,
        drawn: null,
        selection: { contactIds: contacts },
        startsAt: new Date(),
        assumptions: noAssumptions,
        createdBy: "user:test",
      }),
    );
    await dryRunJob({ hasModel: false }).run(db);
    const findDry = () => db.tx([world.account], (q) => findDryRun(q, world.account, dryRunId));
    // the worker of the other tests may have taken it
    await until("the dry run is done", async () => (await findDry())?.result != null);
    const dry = await findDry();
    expect(dry?.result?.leftOut.map(({ reason, count }) => [reason, count])).toEqual([["frequency_cap", 2]]);
    const byNode = dry?.result?.sends.map(({ node, sent, blocked: of }) => [node, sent, of[0]?.count ?? 0]);
    expect(byNode).toEqual([
      [2, 4, 2],
      [3, 3, 3],
      [4, 0, 6],
    ]);
    const batch = await runBatch(db, world, campaign, contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await sentBy(world, batch)).toEqual([accepted(7), blocked(11)]);
  });
});
