import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

const start = (next: number): TestNode => ({ id: 1, type: "start", children: [next] });
const end = (id: number): TestNode => ({ id, type: "control", children: [] });
const send = (id: number, next: number, template: string): TestNode => ({
  id,
  type: "smsSend",
  children: [next],
  smsTemplateId: template,
  smsTemplateName: "Hello",
  useAiRewording: false,
});

async function runToEnd(
  world: EngineWorld,
  nodes: TestNode[],
  contacts: readonly string[],
  settings = {},
): Promise<string> {
  const batch = await runBatch(db, world, await makeCampaign(db, world, nodes, settings), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  return batch;
}

describe("nodes that change or enrol the contact, in the step's own transaction", () => {
  it("editContact writes and clears fields that later nodes and texts read", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(3));
    await runToEnd(
      world,
      [
        start(2),
        {
          id: 2,
          type: "editContact",
          children: [3],
          assignments: [
            { mode: "assignFixed", variable: "firstName", value: "Bea" },
            { mode: "assignFixed", variable: "tier", value: "silver" },
            { mode: "clear", variable: "city", value: "" },
          ],
        },
        send(3, 4, world.template),
        end(4),
      ],
      contacts,
    );
    expect(
      await ask(db, world, "select distinct first_name, city, extdata from contact where account_id = $1"),
    ).toEqual([{ first_name: "Bea", city: null, extdata: { tier: "silver" } }]);
    expect(await ask(db, world, "select distinct body from message where account_id = $1")).toEqual([
      { body: "Hi Bea, the silver offer of  ends soon." },
    ]);
  });

  it("dnc puts the number on the list, its bits on the contact, and later texts are not sent", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(2));
    await runToEnd(
      world,
      [start(2), { id: 2, type: "dnc", children: [3], dncType: "all" }, send(3, 4, world.template), end(4)],
      contacts,
    );
    expect(await ask(db, world, "select distinct dnc from contact where account_id = $1")).toEqual([{ dnc: 7 }]);
    expect(await ask(db, world, "select count(*)::int n from dnc where account_id = $1 and source = 'node'")).toEqual([
      { n: 6 },
    ]);
    // skipped as blocked, with the reason, among the messages too (readings, STOP); the step names the message
    expect(
      await ask(
        db,
        world,
        `select m.state, m.reason, m.to_number = c.phone as addressed, m.body, s.because, s.node from message m
         join contact c on c.account_id = m.account_id and c.contact_id = m.contact_id
         join step s on s.account_id = m.account_id and s.data->>'messageId' = m.message_id::text and s.revision = m.revision
         where m.account_id = $1`,
      ),
    ).toEqual(
      contacts.map(() => ({
        state: "blocked",
        reason: "dnc",
        addressed: true,
        body: "Hi Ann, the gold offer of Boston ends soon.",
        because: "the contact is on the do-not-contact list",
        node: 3,
      })),
    );
  });

  it("campaign enrols in the newest version of another workflow, whose own chain ends at ten", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(2));
    const other = await makeCampaign(db, world, [start(2), send(2, 3, world.template), end(3)]);
    await runToEnd(
      world,
      [
        start(2),
        { id: 2, type: "campaign", children: [3], campaignId: other.campaignId, observeTimezoneProtection: true },
        end(3),
      ],
      contacts,
    );
    await until("the enrolled have ended", async () => {
      const rows = await ask(
        db,
        world,
        "select 1 from journey where account_id = $1 and campaign_id = $2 and status = 3 and depth = 1",
        [other.campaignId],
      );
      return rows.length === 2;
    });
    expect(
      await ask(db, world, "select kind, status, enrolled from batch where account_id = $1 and campaign_id = $2", [
        other.campaignId,
      ]),
    ).toEqual([{ kind: "node", status: "running", enrolled: 2 }]);
  });

  it("a workflow that enrols in itself stops after ten", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    const self = await makeCampaign(db, world, [start(2), end(2)]);
    const looping = JSON.stringify({
      schemaVersion: 1,
      startNode: 1,
      nodes: [
        { x: 0, y: 0, ...start(2) },
        {
          x: 0,
          y: 0,
          id: 2,
          type: "campaign",
          children: [3],
          campaignId: self.campaignId,
          observeTimezoneProtection: true,
        },
        { x: 0, y: 0, ...end(3) },
      ],
      sections: { main: 1 },
    });
    const { saveVersion } = await import("../../store/workflows/campaign.ts");
    const version = await db.tx([world.account], (q) =>
      saveVersion(q, world.account, self.campaignId, looping, "test"),
    );
    await runBatch(db, world, { campaignId: self.campaignId, version }, contacts);
    await until("the chain has ended", async () => {
      const rows = await ask(db, world, "select reason from batch_filtered where account_id = $1");
      return rows.length === 1;
    });
    const rows = await ask<{ depth: number }>(
      db,
      world,
      "select max(depth)::int depth from journey where account_id = $1",
    );
    expect(rows[0]?.depth).toBeLessThanOrEqual(10);
    const steps = await ask<{ because: string; reason: string | null; steps: number }>(
      db,
      world,
      "select because, data->>'reason' reason, count(*)::int steps from step where account_id = $1 and node = 2 group by 1, 2 order by 3",
    );
    expect(steps).toEqual([
      {
        because: "not enrolled: more than ten workflows enrolled one after another",
        reason: "too_deep",
        steps: 1,
      },
      { because: "enrolled", reason: null, steps: rows[0]?.depth },
    ]);
  });

  it("the step of a workflow node says that the contact was turned away, and why", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    const other = await makeCampaign(db, world, [start(2), end(2)], { frequencyDays: 0 });
    const enrols = {
      id: 2,
      type: "campaign",
      children: [3],
      campaignId: other.campaignId,
      observeTimezoneProtection: true,
    };
    await runToEnd(world, [start(2), enrols, end(3)], contacts);
    await runToEnd(world, [start(2), enrols, end(3)], contacts);
    expect(
      await ask(
        db,
        world,
        "select because, data->>'reason' reason from step where account_id = $1 and because like '%enrolled%' order by at",
      ),
    ).toEqual([
      { because: "enrolled", reason: null },
      { because: "not enrolled: the contact was in this workflow too recently", reason: "frequency" },
    ]);
  });

  it("a contact that two nodes enrol at once is enrolled once, and the second step says so", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    const other = await makeCampaign(db, world, [start(2), end(2)]);
    const enrols = (id: number) => ({
      id,
      type: "campaign",
      children: [id + 1],
      campaignId: other.campaignId,
      observeTimezoneProtection: true,
    });
    await runToEnd(world, [start(2), enrols(2), enrols(3), end(4)], contacts);
    expect(
      await ask(
        db,
        world,
        "select node, because from step where account_id = $1 and because like '%enrolled%' order by node",
      ),
    ).toEqual([
      { node: 2, because: "enrolled" },
      { node: 3, because: "not enrolled: the contact is already in this run" },
    ]);
  });
});

describe("rateLimit (spec 2 §3.3): turns are shared over all contacts of the node", () => {
  it("gives each journey its own turn, evenly spaced", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(6));
    await runToEnd(world, [start(2), { id: 2, type: "rateLimit", children: [3], tpm: 240 }, end(3)], contacts);
    const rows = await ask<{ after: number }>(
      db,
      world,
      `select round(date_part('epoch', at - (select min(at) from step where account_id = $1 and node = 2 and outcome = 1)) * 1000)::int after
       from step where account_id = $1 and node = 2 and outcome = 0 order by at`,
    );
    expect(rows).toHaveLength(6);
    // never before its turn; how long after it depends on the machine
    rows.forEach((row, turn) => {
      expect(row.after).toBeGreaterThanOrEqual(turn * 250 - 1);
    });
  });
});

describe("windows (readings, Windows)", () => {
  it("outside its window a text waits at its node, and the step says until when and why", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    const hour = new Date().getUTCHours();
    const at = (offset: number) => `${String((hour + offset) % 24).padStart(2, "0")}:00:00`;
    // three to four hours from now, in UTC
    await runBatch(
      db,
      world,
      await makeCampaign(db, world, [start(2), send(2, 3, world.template), end(3)], {
        timezoneProtectionType: 3,
        timezoneProtectionTimezoneFixed: 0,
        timezoneProtectionStartTime: at(3) > at(4) ? "22:00:00" : at(3),
        timezoneProtectionEndTime: at(3) > at(4) ? "23:00:00" : at(4),
      }),
      contacts,
    );
    await until(
      "it waits",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and status = 2")).length === 1,
    );
    const rows = await ask<{ ahead: number; because: string }>(
      db,
      world,
      `select date_part('epoch', j.wake_at - now())::int ahead, s.because from journey j
       join step s on s.account_id = j.account_id and s.journey_id = j.journey_id and s.outcome = 2 where j.account_id = $1`,
    );
    expect(rows[0]?.ahead).toBeGreaterThan(0);
    expect(rows[0]?.because).toMatch(/window/i);
    expect(await ask(db, world, "select 1 from message where account_id = $1")).toEqual([]);
  });

  it("a text whose window closed before the carrier got it is cancelled, and its node checks the window again", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(1));
    await ask(db, world, "insert into bucket (account_id, key, free_at) values ($1, 'x', now()) returning 1");
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, [start(2), send(2, 3, world.template), end(3)]),
      contacts,
    );
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    // a receipt that came later would report on the first sending
    await until("the receipt has come", async () => {
      const rows = await ask<{ receipt: string | null }>(
        db,
        world,
        "select receipt from message where account_id = $1",
      );
      return rows.every((row) => row.receipt === "delivered");
    });
    // the same journey, put back to where its text was queued with a window that has closed
    const again = await db.tx([world.account], async (q) => {
      await q.run("update batch set status = 'running', finished = null where account_id = $1", [world.account]);
      await q.run(
        `insert into lane (account_id, batch_id, campaign_id, version)
         select account_id, batch_id, campaign_id, version from batch where account_id = $1 and batch_id = $2`,
        [world.account, batch],
      );
      await q.run("update journey set status = 1, node = 2 where account_id = $1", [world.account]);
      await q.run("update batch_count set done = 0 where account_id = $1", [world.account]);
      return q.run(
        `update message set state = 'queued', open_until = now() - interval '1 second' where account_id = $1 and direction = 'out'`,
        [world.account],
      );
    });
    expect(again).toBe(1);
    await until("a new text is accepted", async () => {
      const rows = await ask<{ state: string }>(
        db,
        world,
        "select state from message where account_id = $1 order by message_id",
      );
      return rows.map((row) => row.state).join() === "cancelled,accepted";
    });
  });
});
