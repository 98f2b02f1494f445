import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  oneText,
  quickWorker,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { pauseResumeStop } from "../../../test/pauseRun.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { listBroken, listTooFrequent } from "../../store/invariants.ts";
import { insertBatch, repaceBatch, startBatch, stopBatch } from "../../store/runs/batch.ts";
import { enrolBatch } from "./enrolBatch.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

const stop = (world: EngineWorld, batch: string, mode: "pause" | "stop") =>
  db.tx([world.account], (q) => stopBatch(q, world.account, batch, mode));
const start = (world: EngineWorld, batch: string) => db.tx([world.account], (q) => startBatch(q, world.account, batch));
const broken = (world: EngineWorld) => db.tx([world.account], (q) => listBroken(q, world.account));
const countOf = async (world: EngineWorld, where: string): Promise<number> =>
  (await ask<{ n: number }>(db, world, `select count(*)::int n from ${where}`))[0]?.n ?? -1;

describe("enrolment (readings, Frequency)", () => {
  it("turns away who is archived, has no phone or is filtered, each with its reason", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(4));
    await ask(db, world, "update contact set archived = now() where account_id = $1 and contact_id = $2 returning 1", [
      contacts[0],
    ]);
    await ask(db, world, "update contact set phone = null where account_id = $1 and contact_id = $2 returning 1", [
      contacts[1],
    ]);
    await ask(db, world, "update contact set dnc = 2 where account_id = $1 and contact_id = $2 returning 1", [
      contacts[2],
    ]);
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const batch = await db.tx([world.account], async (q) => {
      const made = await insertBatch(q, world.account, {
        ...campaign,
        displayName: "Filtered",
        periodMs: -1,
        dncFilter: ["sms"],
        selection: { contactIds: contacts },
        createdBy: "test",
      });
      await startBatch(q, world.account, made.batchId);
      return made.batchId;
    });
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const rows = await ask(
      db,
      world,
      "select contact_id, reason from batch_filtered where account_id = $1 order by contact_id",
    );
    expect(new Set(rows)).toEqual(
      new Set([
        { contact_id: contacts[0], reason: "archived" },
        { contact_id: contacts[1], reason: "no_phone" },
        { contact_id: contacts[2], reason: "dnc" },
      ]),
    );
    expect(await broken(world)).toEqual([]);
  });

  it("counts contactIds that the account does not have", async () => {
    const world = await makeWorld(db);
    const other = await makeWorld(db);
    const [mine] = await makeContacts(db, world, handsets(1));
    const [foreign] = await makeContacts(db, other, handsets(1));
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const made = await db.tx([world.account], (q) =>
      insertBatch(q, world.account, {
        ...campaign,
        displayName: "Foreign",
        periodMs: -1,
        dncFilter: [],
        selection: { contactIds: [mine!, foreign!, mine!] },
        createdBy: "test",
      }),
    );
    expect(made.unknownContacts).toBe(1);
  });

  it("holds a frequency cap when several batches enrol at the same time (I9)", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(60));
    const campaign = await makeCampaign(db, world, oneText(world.template), { frequencyDays: 7 });
    const batches = await Promise.all([1, 2, 3].map(() => runBatch(db, world, campaign, contacts)));
    await Promise.all(
      batches.map(async (batch) => {
        while (await enrolBatch(db, world.account, batch, 700, 7));
      }),
    );
    for (const batch of batches) await until("it is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await countOf(world, "journey where account_id = $1")).toBe(60);
    expect(await countOf(world, "batch_filtered where account_id = $1 and reason = 'frequency'")).toBe(120);
    expect(await db.tx([world.account], (q) => listTooFrequent(q, world.account, campaign.campaignId, 7))).toEqual([]);
    expect(await broken(world)).toEqual([]);
  });

  it("one time only means once, and a cap that has run out lets the contact in again", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    const once = await makeCampaign(db, world, oneText(world.template), { frequencyDays: 0 });
    const daily = await makeCampaign(db, world, oneText(world.template), { frequencyDays: 1 });
    const enrolled = async (campaign: { campaignId: string; version: number }) => {
      const batch = await runBatch(db, world, campaign, contacts);
      await until("it is done", async () => (await statusOf(db, world, batch)) === "done");
      return countOf(world, `journey where account_id = $1 and batch_id = '${batch}'`);
    };
    expect([await enrolled(once), await enrolled(daily)]).toEqual([1, 1]);
    await ask(
      db,
      world,
      "update journey set starts_at = starts_at - interval '25 hours' where account_id = $1 returning 1",
    );
    expect([await enrolled(once), await enrolled(daily)]).toEqual([0, 1]);
  });

  it("spaces starts by the period", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(5));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts, 40_000);
    await until(
      "those of the next minute are enrolled",
      async () => (await countOf(world, "journey where account_id = $1")) === 2,
    );
    const rows = await ask<{ gap: number }>(
      db,
      world,
      `select round(date_part('epoch', starts_at - min(starts_at) over ()))::int gap from journey where account_id = $1 order by starts_at`,
    );
    expect(rows.map((row) => row.gap)).toEqual([0, 40]);
    await stop(world, batch, "stop");
  });
});

/** The journeys of an account that have not begun. */
const toStart = "journey where account_id = $1 and class >= 2";

/** Seconds between the first and the last start that is due, and from there to the next contact's. */
interface Starts {
  gap: number;
  next: number;
}
const startsOf = (periodSeconds: number): string =>
  `select round(date_part('epoch', max(due_at) - min(due_at)))::int gap,
     round(date_part('epoch', (select enrol_from + enrolled * interval '${periodSeconds} seconds' from batch where account_id = $1)
       - max(due_at)))::int next
   from ${toStart}`;

describe("pause, stop and start again (readings, Pause and stop)", () => {
  it("pause holds queued texts and waiting journeys until the run is started", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(40));
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template, 2, "seconds")),
      contacts,
    );
    await until("the first texts are out", async () => (await countOf(world, "message where account_id = $1")) > 0);
    expect(await stop(world, batch, "pause")).toBe(true);
    expect(await stop(world, batch, "pause")).toBe(false);
    // what was under way when the pause was committed may still come to its end, also a claim that is not committed yet
    const paused = await db.owner((q) => q.one<{ at: Date }>("select clock_timestamp() at"));
    await until("every transaction from before the pause has ended", async () => {
      const older = await db.owner((q) =>
        q.rows("select 1 from pg_stat_activity where datname = current_database() and xact_start < $1", [paused?.at]),
      );
      return older.length === 0;
    });
    await until(
      "nothing is under way",
      async () => (await countOf(world, "message where account_id = $1 and state = 'submitting'")) === 0,
    );
    const submitted = await countOf(world, "simulator_message where account_id = $1");
    const moved = await countOf(world, "step where account_id = $1");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await countOf(world, "simulator_message where account_id = $1")).toBe(submitted);
    expect(await countOf(world, "step where account_id = $1")).toBe(moved);
    expect(await start(world, batch)).toBe(true);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await countOf(world, "simulator_message where account_id = $1")).toBe(40);
    expect(await broken(world)).toEqual([]);
  });

  it("a run of thousands that is paused and stopped sends nothing after the click and counts exactly", async () => {
    await pauseResumeStop(db, 3_000, worker);
  });

  it("starts that passed in a pause keep their distance (readings, Rate)", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(9));
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const batch = await runBatch(db, world, campaign, contacts, 25_000);
    await until(
      "the first has begun, and the others of its minute are enrolled",
      async () =>
        (await countOf(world, "journey where account_id = $1")) === 3 && (await countOf(world, toStart)) === 2,
    );
    await stop(world, batch, "pause");
    await ask(
      db,
      world,
      "update journey set due_at = due_at - interval '40 seconds' where account_id = $1 and class >= 2",
    );
    // in one transaction: the next contact is enrolled as soon as the start is committed
    const row = await db.tx([world.account], async (q) => {
      await startBatch(q, world.account, batch);
      return q.one<Starts>(startsOf(25), [world.account]);
    });
    expect(row).toEqual({ gap: 25, next: 25 });
    await stop(world, batch, "stop");
  });

  it("a rate changed on a running batch takes effect at once, for those that are enrolled and those to come (spec 2 §5.6)", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(12));
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const batch = await runBatch(db, world, campaign, contacts, 25_000);
    await until("the first minute is enrolled", async () => (await countOf(world, toStart)) === 2);
    const repace = (periodMs: number) => db.tx([world.account], (q) => repaceBatch(q, world.account, batch, periodMs));
    // in one transaction: more are enrolled as soon as the new rate is committed
    const row = await db.tx([world.account], async (q) => {
      await repaceBatch(q, world.account, batch, 10_000);
      return q.one<Starts>(startsOf(10), [world.account]);
    });
    expect(row).toEqual({ gap: 10, next: 10 });
    await until("more are enrolled", async () => (await countOf(world, toStart)) >= 5);
    // Auto: no contact waits any longer
    await repace(-1);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await countOf(world, "simulator_message where account_id = $1")).toBe(12);
    expect(await repace(1000)).toBe(false);
    expect(await broken(world)).toEqual([]);
  });

  it("stop also cancels what a claim queues that began before it, and a start what was queued even later", async () => {
    const world = await makeWorld(db);
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const batch = await runBatch(db, world, campaign, await makeContacts(db, world, handsets(2)), 3_600_000);
    const sent = "message where account_id = $1 and state = 'accepted'";
    await until("the first is sent, the other starts in an hour", async () => (await countOf(world, sent)) === 1);
    const queue = `insert into message (account_id, message_id, campaign_id, batch_id, direction, from_number, to_number, state, carrier)
      select account_id, trunkline_uuid7(), campaign_id, batch_id, 'out', $2, '+13035567701', 'queued', 'simulated'
      from batch where account_id = $1`;
    const queued = () => countOf(world, "message where account_id = $1 and state = 'queued'");
    await db.tx([world.account], async (q) => {
      await q.run(queue, [world.account, world.number]);
      await stop(world, batch, "stop");
      // the worker looks for what is to be cancelled meanwhile
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    await until("what came later is cancelled", async () => (await queued()) === 0);
    await until(
      "the stop is over",
      async () => (await countOf(world, "lane where account_id = $1 and cancelling")) === 0,
    );
    await ask(db, world, `${queue} returning 1`, [world.number]);
    const call = `insert into call (account_id, call_id, campaign_id, batch_id, direction, from_number, to_number, plan, state, carrier)
      select account_id, trunkline_uuid7(), campaign_id, batch_id, 'out', $2, '+13035567701', '{}', 'queued', 'simulated'
      from batch where account_id = $1 returning 1`;
    await ask(db, world, call, [world.number]);
    await start(world, batch);
    const cancelled = (what: string) =>
      countOf(world, `${what} where account_id = $1 and state = 'cancelled' and reason = 'stopped'`);
    expect(await cancelled("message")).toBe(2);
    expect(await cancelled("call")).toBe(1);
    await stop(world, batch, "stop");
    expect(await broken(world)).toEqual([]);
  });

  it("stop cancels queued texts, and their journeys continue without them after a new start", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(30));
    // texts of an unknown carrier stay in the queue: the sender refuses them only when it sees them
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const batch = await db.tx([world.account], async (q) => {
      const made = await insertBatch(q, world.account, {
        ...campaign,
        displayName: "Stopped",
        periodMs: -1,
        dncFilter: [],
        selection: { contactIds: contacts },
        createdBy: "test",
      });
      await startBatch(q, world.account, made.batchId);
      await q.run(
        `insert into bucket (account_id, key, free_at) values ($1, 'number ' || $2, now() + interval '1 hour')`,
        [world.account, world.number],
      );
      return made.batchId;
    });
    await until("texts are queued", async () => (await countOf(world, "message where account_id = $1")) > 0);
    await stop(world, batch, "stop");
    await until(
      "the queue is empty",
      async () => (await countOf(world, "message where account_id = $1 and state in ('queued', 'submitting')")) === 0,
    );
    await start(world, batch);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await broken(world)).toEqual([]);
  });
});

describe("journeys that break", () => {
  it("a journey that cannot be written ends alone, and the others go on", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(20));
    // no text may hold this name: a stand-in for whatever a row refuses
    await db.owner((q) => q.run(`alter table message add constraint no_poison check (body not like '%Poison%')`));
    await ask(
      db,
      world,
      "update contact set first_name = 'Poison' where account_id = $1 and contact_id = $2 returning 1",
      [contacts[7]],
    );
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await db.owner((q) => q.run("alter table message drop constraint no_poison"));
    expect(await ask(db, world, "select contact_id, status from journey where account_id = $1 and status = 4")).toEqual(
      [{ contact_id: contacts[7], status: 4 }],
    );
    expect(await countOf(world, "simulator_message where account_id = $1")).toBe(19);
    expect(await broken(world)).toEqual([]);
  });

  it("a deleted template fails the journeys that need it, with a reason", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(2));
    const campaign = await makeCampaign(db, world, oneText(world.template));
    await ask(db, world, "delete from sms_template where account_id = $1 returning 1");
    const batch = await runBatch(db, world, campaign, contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await ask(db, world, "select distinct reason from journey where account_id = $1")).toEqual([
      { reason: "template_deleted" },
    ]);
    expect(await broken(world)).toEqual([]);
  });
});
