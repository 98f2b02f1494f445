import { type Home, homeFigures } from "@trunkline/contract/reports/home.ts";
import { describe, expect, it } from "vitest";
import webhookExample from "../../../fixtures/webhook.json" with { type: "json" };
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  replyFlow,
  runBatch,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { brandSample } from "../../../test/world.ts";
import { foldReportsJob } from "../../jobs/reports/foldReports.ts";
import type { CarrierConnectionRow } from "../../store/carriers/carrierConnection.ts";
import { newId } from "../../store/newId.ts";
import { countCalls, countMessages } from "../../store/reports/countChanges.ts";
import { stopBatch } from "../../store/runs/batch.ts";
import { insertDelivery } from "../../store/webhooks/delivery.ts";
import { insertWebhook, type WebhookFields } from "../../store/webhooks/webhook.ts";
import { describeDown, describeFailing, describeSpending, isNearlyFull } from "./attention.ts";
import { secondsLeft } from "./homeRuns.ts";

const db = await freshDatabase({ connections: 8 });
const server = await testServer(db);

interface Caller {
  key?: string;
  cookie?: string;
}

async function readHome(as: Caller, query = ""): Promise<Home> {
  const { status, body } = await server.call("GET", `/v4/home/${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.payload[0] as unknown as Home;
}

/** How many rows a list has. */
async function countListed(as: Caller, url: string): Promise<number> {
  let [count, cursor] = [0, ""];
  do {
    const { status, body } = await server.call("GET", url + (cursor && `&cursor=${cursor}`), { as });
    expect(status, JSON.stringify(body)).toBe(200);
    count += body.payload.length;
    cursor = body.next ? encodeURIComponent(String(body.next)) : "";
  } while (cursor !== "");
  return count;
}

/** The SQL of a message's or call's day, and how it counts. */
const counted = {
  sent: "message where direction = 'out' and state = 'accepted'",
  delivered: "message where direction = 'out' and receipt in ('delivered', 'read')",
  replies: "message where counts_as = 'reply'",
  optOuts: "message where counts_as = 'opt_out'",
  failed:
    "message where direction = 'out' and (state in ('rejected', 'blocked') or receipt in ('undelivered', 'expired'))",
  callsAnswered: "call where case direction when 'out' then answered else connected end is not null",
  callsMissed: "call where direction = 'in' and line = 'abandoned'",
};

/** Writes a small random history of the last sixteen days. */
async function drawHistory(world: EngineWorld): Promise<void> {
  const id = `overlay(trunkline_first_id(now() - random() * interval '16 days')::text
    placing right(gen_random_uuid()::text, 12) from 25)::uuid`;
  const one = (words: string) => `('{${words}}'::text[])[1 + floor(random() * ${words.split(",").length})::int]`;
  const sometimes = (sql: string) => `case when random() < 0.5 then ${sql} end`;
  const size = Math.floor(Math.random() * 200);
  const write = (sql: string) => db.tx([world.account], (q) => q.run(sql, [world.account]));
  const insert = (table: string, columns: string, values: string, count: (rows: string, before: null) => string) =>
    write(`with r as (insert into ${table} (account_id, ${table}_id, ${columns})
      select $1, ${id}, ${values} from generate_series(1, ${size}) g returning *) ${count("r", null)}`);
  await insert(
    "message",
    "direction, from_number, to_number, carrier, node, segments, state, receipt",
    `'out', '+1202555000' || g % 5, '+13035550100', ${one("simulated,smpp")}, g % 3, 1,
     ${one("queued,accepted,accepted,accepted,rejected,blocked,unknown")}, ${sometimes(one("delivered,read,undelivered,expired"))}`,
    countMessages,
  );
  await insert(
    "message",
    "direction, from_number, to_number, state, counts_as",
    `'in', '+13035550100', '+12025550001', 'received', ${one("reply,opt_out,NULL")}`,
    countMessages,
  );
  await insert(
    "call",
    "direction, from_number, to_number, plan, state, line, answered, connected",
    `${one("in,out")}, '+13035550100', '+12025550001', '{}', ${one("accepted,received")}, ${one("completed,abandoned,no_answer")},
     ${sometimes("now()")}, ${sometimes("now()")}`,
    countCalls,
  );
}

describe("the figures of home", () => {
  it("equal a plain count over texts and calls, by the days of the reader's zone", async () => {
    const world = await makeWorld(db);
    const as = { key: await server.key(world.account, "viewer") };
    for (const zone of ["America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati"]) {
      await drawHistory(world);
      const home = await readHome(as, `?zone=${encodeURIComponent(zone)}`);
      expect(home.days).toHaveLength(14);
      for (const figure of homeFigures) {
        const [table = ""] = counted[figure].split(" ");
        const rows = await ask<{ day: string; n: number }>(
          db,
          world,
          `select to_char(to_timestamp(('x' || left(replace(${table}_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
             at time zone $2, 'YYYY-MM-DD') "day", count(*)::int n from ${counted[figure]} and account_id = $1 group by 1`,
          [zone],
        );
        const byDay = new Map(rows.map(({ day, n }) => [day, n]));
        expect([zone, figure, home.figures[figure]]).toEqual([
          zone,
          figure,
          home.days.map((day) => byDay.get(day) ?? 0),
        ]);
      }
      // half of the histories are read before the sums are folded, half after
      while ((await foldReportsJob.run(db)) === true);
      expect((await readHome(as, `?zone=${encodeURIComponent(zone)}`)).figures).toEqual(home.figures);
    }
  });

  it("are those of the lists that they link to", async () => {
    const world = await makeWorld(db);
    const as = { key: await server.key(world.account, "viewer") };
    await drawHistory(world);
    await drawHistory(world);
    const { days, figures } = await readHome(as, "?zone=Etc/UTC");
    const range = `startDate=${days[0]}T00:00:00Z&limit=500`;
    for (const figure of homeFigures) {
      const all = figures[figure].reduce((sum, count) => sum + count, 0);
      const name = figure.replace("callsA", "a").replace("callsM", "m");
      const list = figure.startsWith("calls") ? "call" : "message";
      expect([figure, await countListed(as, `/v4/${list}/?figure=${name}&${range}`)]).toEqual([figure, all]);
    }
  });

  it("are of the account's days without a zone, and refuse one that does not exist", async () => {
    const { account } = await makeWorld(db, { defaultTimezoneId: -20 });
    const as = { key: await server.key(account, "viewer") };
    expect((await readHome(as)).zone).not.toBe("Etc/UTC");
    const { status, body } = await server.call("GET", "/v4/home/?zone=Mars/Olympus", { as });
    expect([status, body.error[0]?.where]).toEqual([400, "query.zone"]);
  });
});

describe("runs under way", () => {
  it("show the contacts reached, the time left and why nothing is sent, paused ones last", async () => {
    const world = await makeWorld(db);
    const as = { key: await server.key(world.account, "owner") };
    const contacts = await makeContacts(db, world, handsets(4));
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const paused = await runBatch(db, world, campaign, contacts);
    await db.tx([world.account], (q) => stopBatch(q, world.account, paused, "pause"));
    const running = await runBatch(db, world, campaign, contacts, 60_000);
    const { runs, moreRuns, attention } = await readHome(as);
    expect(moreRuns).toBe(false);
    expect(runs).toMatchObject([
      { batchId: running, status: "In Progress", reached: 0, total: 0, waitsFor: { reason: "no_worker" } },
      { batchId: paused, status: "Paused", secondsLeft: null, waitsFor: null },
    ]);
    expect(attention.map(({ kind }) => kind)).toEqual(["noWorker", "runPaused"]);
    expect(attention[1]).toMatchObject({ subject: paused, campaignId: campaign.campaignId });
    const viewer = { key: await server.key(world.account, "viewer") };
    expect(await readHome(viewer)).toMatchObject({ runs: [{}, {}], attention: [], checklist: null });
  });
});

describe("what needs attention", () => {
  it("is listed only for users who may settle it", async () => {
    const { account, key } = await server.account();
    const as = { key };
    const send = (method: string, url: string, body?: unknown) => server.call(method, url, { as, body });
    expect((await readHome(as)).attention).toEqual([]);
    const fields = { ...webhookExample, name: "CRM", callbackServerConfigId: null } as WebhookFields;
    const webhookId = await db.tx([account], (q) => insertWebhook(q, account, fields));
    await db.tx([account], (q) =>
      insertDelivery(q, account, {
        ...{
          deliveryId: newId(),
          webhookId,
          eventType: "dnc",
          messageId: newId(),
          attempt: 1,
          elapsedMs: 5,
          ok: false,
        },
        ...{
          reason: null,
          test: false,
          method: "POST",
          url: "https://example.com",
          requestHeaders: {},
          requestBody: "",
        },
        ...{ status: 500, answerHeaders: {}, answerBody: "", contactId: null, campaignId: null, journeyId: null },
      }),
    );
    const brand = await send("POST", `/${account}/brand/`, brandSample("Corner Shop"));
    const brandId = String(brand.body.payload[0]?.["brandId"]);
    await db.tx([account], (q) =>
      q.run("update brand set status = 'UNVERIFIED', feedback = '{\"Tax ID does not match\"}' where account_id = $1", [
        account,
      ]),
    );
    await send("PUT", "/v4/account/", { settings: { spendLimitMicros: 10_000_000 } });
    await db.tx([account], (q) =>
      q.run(
        `insert into spend (account_id, day, slot, cost_micros) values ($1, (now() at time zone 'UTC')::date, 1, 9000000)`,
        [account],
      ),
    );
    const all = (await readHome(as)).attention;
    expect(all).toMatchObject([
      { kind: "spendNear", text: "$9.00 of $10.00 are spent today. Sending stops at the limit." },
      {
        kind: "webhook",
        title: "The webhook “CRM” fails",
        text: "Its last request failed: status 500.",
        subject: webhookId,
      },
      { kind: "brand", text: "Tax ID does not match", subject: brandId },
    ]);
    for (const [privilege, kind] of [
      ["account-config-update", "spendNear"],
      ["workflow-edit", "webhook"],
      ["registration-admin", "brand"],
    ] as const) {
      const { attention } = await readHome({ key: await server.key(account, "member", [privilege]) });
      expect(attention.map((one) => one.kind)).toEqual([kind]);
    }
  });
});

describe("the checklist", () => {
  it("ticks its steps from the account's data, and is dismissed and restored for one user", async () => {
    const { account } = await server.account();
    const ann = await server.user(account, "owner");
    const bea = await server.user(account, "member", ["contact-admin"]);
    const stepsOf = async (as: Caller) => (await readHome(as)).checklist;
    expect(await stepsOf(ann)).toEqual({
      dismissed: false,
      steps: ["number", "contacts", "workflow", "run", "reply", "carrier"].map((step) => ({ step, done: false })),
    });
    const made = await server.call("POST", "/v4/contact/", { as: ann, body: { phone: "+13035550142" } });
    expect(made.status).toBe(200);
    expect(await stepsOf(bea)).toEqual({ dismissed: false, steps: [{ step: "contacts", done: true }] });
    const dismiss = (dismissed: boolean) => server.call("PUT", "/v4/home/checklist/", { as: ann, body: { dismissed } });
    expect((await dismiss(true)).status).toBe(200);
    expect([(await stepsOf(ann))?.dismissed, (await stepsOf(bea))?.dismissed]).toEqual([true, false]);
    await dismiss(false);
    expect((await stepsOf(ann))?.dismissed).toBe(false);
  });
});

describe("the estimates of home", () => {
  const run = { reached: 100, total: 400, periodMs: -1, startedAt: new Date(0) };
  it.each([
    ["as fast as so far", run, 3_000],
    ["by the rate of the run", { ...run, periodMs: 500 }, 150],
    ["over", { ...run, reached: 400 }, 0],
    ["not known before the first contact", { ...run, reached: 0 }, null],
  ])("say how long a run takes: %s", (_, one, seconds) => expect(secondsLeft(one, 1_000_000)).toBe(seconds));

  const spending = { hold: null, limitMicros: 10_000_000, spentMicros: 8_000_000 };
  const hold = { since: null, by: null, spendLimitMicros: 10_000_000 };
  it.each([
    ["near the limit", spending, ["spendNear"]],
    ["far from the limit", { ...spending, spentMicros: 7_990_000 }, []],
    ["without a limit", { ...spending, limitMicros: null }, []],
    ["at the limit", { ...spending, hold: { ...hold, reason: "spend_limit" as const } }, ["spendLimit"]],
    ["held by the switch", { ...spending, hold: { ...hold, reason: "kill_switch" as const } }, ["sendingHeld"]],
  ])("name spending %s", (_, one, kinds) => expect(describeSpending(one).map(({ kind }) => kind)).toEqual(kinds));

  it.each([
    [9, 100, true],
    [11, 1_000, false],
    [9, 80, false],
  ])("call a disk with %i GB of %i GB nearly full: %s", (free, size, isFull) =>
    expect(isNearlyFull({ free: free * 1024 ** 3, size: size * 1024 ** 3 })).toBe(isFull),
  );

  const bound = { ...{ connectionId: newId(), name: "SMSC", numbers: 1, agents: 0, fresh: true }, state: "bound" };
  const connection = { ...bound, created: new Date(0), error: null } as CarrierConnectionRow;
  it.each([
    ["is bound", false, {}],
    ["is being opened", false, { state: "connecting" }],
    ["waits to be opened again", true, { state: "waiting" }],
    ["has no worker", true, { fresh: false }],
    ["sends for no number", false, { fresh: false, numbers: 0 }],
    ["is a few seconds old", false, { fresh: false, created: new Date(990_000) }],
  ])("say that a carrier connection that %s is down: %s", (_, isDown, change) =>
    expect(describeDown([{ ...connection, ...change }], 1_000_000)).toHaveLength(isDown ? 1 : 0),
  );

  it("say which of a connection's texts and calls fail, for how long and why, and what works", () => {
    const since = new Date(0).toISOString();
    const idle = { failingSince: null, failures: 0, reason: null, code: null };
    const texts = { service: "texts", worked: since, ...idle } as const;
    const calls = { ...texts, service: "calls", failingSince: since, failures: 3, reason: "carrier_account" } as const;
    const row = { ...connection, kind: "twilio", services: [texts, calls] } as CarrierConnectionRow;
    expect(describeFailing([row], 2 * 3_600_000)).toMatchObject([
      {
        kind: "carrier",
        title: "Calls over “SMSC” fail",
        text: "For 2 hours, calls have failed: the carrier refused the account. Texts work.",
      },
    ]);
    expect(describeFailing([{ ...row, services: [texts] }], 0)).toEqual([]);
  });
});
