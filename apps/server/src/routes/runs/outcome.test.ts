import { journeyFigures } from "@trunkline/contract/journeys/journey.ts";
import type { Comparison, Outcome, RunCost } from "@trunkline/contract/runs/outcome.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { beforeAll, expect, it } from "vitest";
import { chances, idAt } from "../../../test/chances.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  runBatch,
  splitFlow,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type TestServer, testServer } from "../../../test/server.ts";
import { countOutcomesJob } from "../../jobs/runs/countOutcomes.ts";
import { countingFieldGoals } from "../../store/contacts/fieldGoal.ts";
import type { Database } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";
import type { CampaignSettings } from "../../store/workflows/campaign.ts";

let db: Database;
let server: TestServer;
beforeAll(async () => {
  db = await freshDatabase();
  server = await testServer(db);
});

const hourMs = 3_600_000;

interface Text {
  journey: number;
  at: number;
  direction: "in" | "out";
  state: string;
  receipt: string | null;
  countsAs: string | null;
  clicked: number | null;
  counts: boolean;
  cost: number;
}

interface History {
  campaignId: string;
  batchId: string;
  goal: CampaignSettings["goal"];
  journeys: { id: string; start: number; hasStarted: boolean; arm: number }[];
  texts: Text[];
  calls: { journey: number; answered: number | null; by: string }[];
}

/** A run with a random history, written to the tables as the product writes it. */
async function drawHistory(world: EngineWorld, seed: number, goal: CampaignSettings["goal"]): Promise<History> {
  const next = chances(seed);
  const pick = <T>(...all: T[]): T => all[Math.floor(next() * all.length)] as T;
  const contacts = await makeContacts(db, world, handsets(80, seed * 100));
  const campaign = await makeCampaign(db, world, splitFlow, { goal: goal ?? null });
  const batchId = await runBatch(db, world, campaign, contacts);
  const nowMs = Date.now();
  const journeys = contacts.map((contactId) => {
    const start = nowMs - Math.floor(next() * 12 * hourMs) - 60_000;
    return { id: idAt(start), contactId, start, hasStarted: next() < 0.9, arm: next() < 0.5 ? 0 : 1 };
  });
  const texts: Text[] = [];
  const calls: History["calls"] = [];
  journeys.forEach(({ start, hasStarted }, journey) => {
    if (!hasStarted) return;
    const later = () => Math.min(nowMs - 1_000, start + 1_000 + Math.floor(next() * 10 * hourMs));
    let counts = false;
    for (let sent = 0; sent < pick(0, 1, 1, 2); sent++) {
      const state = pick("accepted", "accepted", "accepted", "rejected", "blocked", "in_doubt", "cancelled");
      const receipt = state === "accepted" ? pick("delivered", "delivered", "read", "undelivered", null) : null;
      const clicked = state === "accepted" && next() < 0.4 ? later() : null;
      const at = start + 500 + sent;
      const isFirst: boolean = clicked !== null && !counts;
      texts.push({
        journey,
        at,
        direction: "out",
        state,
        receipt,
        countsAs: null,
        clicked,
        counts: isFirst,
        cost: 7_500,
      });
      counts ||= isFirst;
    }
    for (let came = 0; came < pick(0, 0, 1, 2); came++) {
      const word = pick("reply", "reply", "opt_out", null);
      texts.push({
        journey,
        at: later(),
        direction: "in",
        state: "received",
        receipt: null,
        countsAs: word,
        clicked: null,
        counts: false,
        cost: 0,
      });
    }
    if (next() < 0.3) calls.push({ journey, answered: pick(later(), null), by: pick("human", "machine") });
  });
  const history = { campaignId: campaign.campaignId, batchId, goal, journeys, texts, calls };
  await writeHistory(
    world,
    history,
    journeys.map(({ contactId }) => contactId),
  );
  return history;
}

async function writeHistory(world: EngineWorld, history: History, contacts: readonly string[]): Promise<void> {
  const { campaignId, batchId, journeys, texts, calls } = history;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const rows = {
    journeys: journeys.map((one, index) => ({
      ...one,
      contact: contacts[index],
      at: iso(one.start),
      next: one.arm + 3,
    })),
    texts: texts.map((one) => ({
      ...one,
      id: idAt(one.at),
      contact: contacts[one.journey],
      journey: journeys[one.journey]?.id,
      sent: iso(one.at + 40),
      clicked: iso(one.clicked),
    })),
    calls: calls.map((one) => ({
      ...one,
      id: newId(),
      contact: contacts[one.journey],
      journey: journeys[one.journey]?.id,
      answered: iso(one.answered),
    })),
  };
  await db.tx([world.account], async (q) => {
    const insert = (text: string, values: readonly object[]) =>
      q.run(text, [world.account, campaignId, batchId, JSON.stringify(values)]);
    await insert(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, revision)
       select $1, r.id, $3, $2, r.contact, r.at, 1, case when r."hasStarted" then 2 else 0 end
       from jsonb_to_recordset($4::jsonb) r (id uuid, contact uuid, at timestamptz, "hasStarted" boolean)`,
      rows.journeys,
    );
    await insert(
      `insert into step (account_id, journey_id, revision, node, at, outcome, next_node)
       select $1, r.id, 1, 2, r.at, 0, r.next from jsonb_to_recordset($4::jsonb) r (id uuid, at timestamptz, next int, "hasStarted" boolean)
       where r."hasStarted" and $2::uuid is not null and $3::uuid is not null`,
      rows.journeys,
    );
    await insert(
      `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number, to_number,
         state, receipt, counts_as, clicked, click_counts, cost_micros, submitted)
       select $1, r.id, r.contact, $2, $3, r.journey, r.direction, '+1', '+1', r.state, r.receipt, r."countsAs", r.clicked, r.counts, r.cost,
         case when r.direction = 'out' then r.sent end
       from jsonb_to_recordset($4::jsonb) r (id uuid, contact uuid, journey uuid, direction text, state text, receipt text,
         "countsAs" text, clicked timestamptz, counts boolean, cost int, sent timestamptz)`,
      rows.texts,
    );
    await insert(
      `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number, to_number, plan,
         state, answered_by, answered, cost_micros)
       select $1, r.id, r.contact, $2, $3, r.journey, 'out', '+1', '+1', '{}', 'accepted', r.by, r.answered, 10000
       from jsonb_to_recordset($4::jsonb) r (id uuid, contact uuid, journey uuid, by text, answered timestamptz)`,
      rows.calls,
    );
  });
}

/** The figures of a history by plain counting over its events. */
function count({ goal, journeys, texts, calls }: History) {
  const out = texts.filter(({ direction }) => direction === "out");
  const charged = out.filter(({ state }) => ["accepted", "in_doubt", "unknown"].includes(state));
  const contactsOf = (some: readonly { journey: number }[]) => new Set(some.map(({ journey }) => journey));
  const endOf = (journey: number) => (journeys[journey]?.start ?? 0) + (goal?.windowHours ?? 168) * hourMs;
  const reached = {
    reply: () => texts.filter((one) => one.countsAs === "reply" && one.at < endOf(one.journey)),
    click: () => texts.filter((one) => one.counts && (one.clicked ?? 0) < endOf(one.journey)),
    call: () => calls.filter((one) => one.by === "human" && one.answered !== null && one.answered < endOf(one.journey)),
    field: () => [],
  }[goal?.kind ?? "reply"]();
  const converted = contactsOf(reached);
  const replied = contactsOf(texts.filter(({ countsAs }) => countsAs === "reply")).size;
  const cost = charged.reduce((sum, one) => sum + one.cost, 0) + calls.length * 10_000;
  const started = journeys.flatMap((one, journey) => (one.hasStarted ? [{ ...one, journey }] : []));
  return {
    figures: {
      goal: goal ?? null,
      contacts: started.length,
      reached: contactsOf([...charged, ...calls]).size,
      sent: charged.length,
      delivered: out.filter(({ receipt }) => receipt === "delivered" || receipt === "read").length,
      failed: out.filter((one) => ["rejected", "blocked"].includes(one.state) || one.receipt === "undelivered").length,
      read: out.filter(({ receipt }) => receipt === "read").length,
      replied,
      optedOut: contactsOf(texts.filter(({ countsAs }) => countsAs === "opt_out")).size,
      clicked: contactsOf(texts.filter(({ counts }) => counts)).size,
      converted: goal === null || goal === undefined ? null : converted.size,
      cost: cost / 1_000_000,
      costPerReply: cost / 1_000_000 / replied,
    },
    /** What the lists show. Without a goal, replies within a week are listed as conversions. */
    listed: {
      reached: contactsOf([...charged, ...calls]).size,
      replied,
      optedOut: contactsOf(texts.filter(({ countsAs }) => countsAs === "opt_out")).size,
      clicked: contactsOf(texts.filter(({ counts }) => counts)).size,
      converted: converted.size,
      delivered: out.filter(({ receipt }) => receipt === "delivered" || receipt === "read").length,
      failed: out.filter((one) => ["rejected", "blocked"].includes(one.state) || one.receipt === "undelivered").length,
      handedOver: charged.length,
    },
    plotted: {
      sent: charged.length,
      delivered: out.filter(({ receipt }) => receipt === "delivered" || receipt === "read").length,
      replies: texts.filter(({ countsAs }) => countsAs === "reply").length,
    },
    arms: ["Short text", "Long text"].map((label, arm) => {
      const all = started.filter((one) => one.arm === arm);
      const over = all.filter(({ journey }) => endOf(journey) <= Date.now());
      return {
        label,
        people: over.length,
        waiting: all.length - over.length,
        converted: over.filter(({ journey }) => converted.has(journey)).length,
      };
    }),
  };
}

async function read<Item>(world: EngineWorld, path: string): Promise<Item> {
  const { cookie } = await server.user(world.account, "viewer", []);
  return (await server.call("GET", path, { as: { cookie } })).body.payload[0] as Item;
}

/** What the answers about a run and its workflow show, and when that was counted. */
async function readAll(world: EngineWorld, { campaignId, batchId }: History) {
  const run = `/v4/campaign/${campaignId}`;
  const { points, stepSeconds: _, asOf, ...figures } = await read<Outcome>(world, `${run}/batch/${batchId}/outcome`);
  const plotted = { sent: 0, delivered: 0, replies: 0 };
  for (const point of points)
    for (const name of Object.keys(plotted) as (keyof typeof plotted)[]) plotted[name] += point[name];
  const ofRun = await read<Comparison>(world, `${run}/comparison?batchId=${batchId}`);
  const ofWorkflow = await read<Comparison>(world, `${run}/comparison`);
  const { asOf: costAsOf, ...spent } = await read<RunCost>(world, `${run}/batch/${batchId}/cost`);
  return { figures, plotted, spent, ofRun, ofWorkflow, asOf: [asOf, costAsOf, ofRun.asOf, ofWorkflow.asOf] };
}

/** What `readAll` is to answer. */
function expectedOf(counted: ReturnType<typeof count>, goal: CampaignSettings["goal"]) {
  const compared = { kind: "percent", name: "Two texts", hasGoal: goal !== null, arms: counted.arms };
  const { sent, cost } = counted.figures;
  const spent = { texts: sent, segments: sent, cost };
  return { figures: counted.figures, plotted: counted.plotted, spent, ofRun: compared, ofWorkflow: compared };
}

/** Lets a run look like one with so many contacts that it is counted ahead. */
const makeLarge = (world: EngineWorld, batchId: string) =>
  ask(
    db,
    world,
    "update batch set enrolled = 20001, started = coalesce(started, now()) where account_id = $1 and batch_id = $2 returning 1",
    [batchId],
  );

/** How many journeys or texts the lists show for each figure of a run that links to one. */
async function listedCounts(world: EngineWorld, batchId: string): Promise<Record<string, number>> {
  const { cookie } = await server.user(world.account, "viewer", []);
  const counts = new Map<string, number>();
  const add = async (list: string, figure: string) => {
    const path = `/v4/${list}/?batchId=${batchId}&figure=${figure}&limit=200`;
    const { body } = await server.call("GET", path, { as: { cookie } });
    counts.set(figure, new Set(body.payload.map((row: object) => JSON.stringify(row))).size);
  };
  for (const figure of journeyFigures) await add("journey", figure);
  for (const figure of ["delivered", "failed", "handedOver"]) await add("message", figure);
  return Object.fromEntries(counts);
}

it.for<[name: string, goal: CampaignSettings["goal"]]>([
  ["no goal", null],
  ["a reply within four hours", { kind: "reply", windowHours: 4 }],
  ["a click within six hours", { kind: "click", windowHours: 6 }],
  ["an answered call within five hours", { kind: "call", windowHours: 5 }],
])("counts a run with %s as its events are counted one by one", async ([, goal]) => {
  const world = await makeWorld(db);
  for (const seed of [1, 2, 3]) {
    const history = await drawHistory(world, seed, goal);
    const counted = count(history);
    const shownNow = await readAll(world, history);
    expect(shownNow).toMatchObject(expectedOf(counted, goal));
    expect(shownNow.asOf).toEqual([null, null, null, null]);
    expect(await listedCounts(world, history.batchId)).toEqual(counted.listed);

    // the same figures where they are counted ahead
    await makeLarge(world, history.batchId);
    const ahead = await readAll(world, history);
    expect(ahead).toMatchObject(expectedOf(counted, goal));
    expect(ahead.asOf).not.toContain(null);
  }
});

it("shows a large run as it was counted last, and counts it again once a request has found that old", async () => {
  const world = await makeWorld(db);
  const goal = { kind: "reply" as const, windowHours: 4 };
  const history = await drawHistory(world, 1, goal);
  await makeLarge(world, history.batchId);
  const before = expectedOf(count(history), goal);
  // counted before any request
  await countOutcomesJob.run(db);
  const [first] = (await readAll(world, history)).asOf;
  const more = {
    ...history,
    texts: history.texts.map((text) => (text.state === "rejected" ? { ...text, state: "accepted" } : text)),
  };
  await ask(
    db,
    world,
    "update message set state = 'accepted' where account_id = $1 and batch_id = $2 and state = 'rejected' returning 1",
    [history.batchId],
  );
  await countOutcomesJob.run(db);
  expect(await readAll(world, history)).toMatchObject({ ...before, asOf: [first, first, first, expect.any(String)] });

  await ask(
    db,
    world,
    "update outcome_count set as_of = as_of - interval '1 minute' where account_id = $1 returning 1",
  );
  await countOutcomesJob.run(db);
  expect(await readAll(world, history)).toMatchObject(before);
  await countOutcomesJob.run(db);
  const after = await readAll(world, history);
  expect(after).toMatchObject(expectedOf(count(more), goal));
  expect(Date.parse(String(after.asOf[0]))).toBeGreaterThan(Date.parse(String(first)));
});

it("does not count a large run again that is older than ten times its count and that no request is for", async () => {
  const world = await makeWorld(db);
  const history = await drawHistory(world, 2, null);
  await makeLarge(world, history.batchId);
  const asOfAfter = async (countAge: string, runAge: string): Promise<number> => {
    await ask(
      db,
      world,
      `with aged as (update outcome_count set as_of = now() - $3::interval where account_id = $1)
       update batch set started = now() - $4::interval where account_id = $1 and batch_id = $2 returning 1`,
      [history.batchId, countAge, runAge],
    );
    await countOutcomesJob.run(db);
    const rows = await ask<{ seconds: number }>(
      db,
      world,
      "select extract(epoch from now() - as_of)::float8 seconds from outcome_count where account_id = $1",
    );
    return Math.max(...rows.map(({ seconds }) => seconds));
  };
  await countOutcomesJob.run(db);
  expect(await asOfAfter("9 minutes", "1 hour")).toBeGreaterThan(500);
  expect(await asOfAfter("11 minutes", "1 hour")).toBeLessThan(500);
  expect(await asOfAfter("11 minutes", "2 hours")).toBeGreaterThan(600);
  expect(await asOfAfter("1 day", "11 days")).toBeGreaterThan(80_000);
});

it("lists the runs of a workflow with their conversions, each contact once in the run that it started first", async () => {
  const world = await makeWorld(db);
  const campaign = await makeCampaign(db, world, splitFlow, { goal: { kind: "reply", windowHours: 1 } });
  const [again = "", first = "", second = ""] = await makeContacts(db, world, handsets(3, 700));
  const runs: string[] = [];
  for (const [contacts, ageHours] of [
    [[again, first], 30],
    [[again, second], 10],
  ] as const) {
    const batchId = await runBatch(db, world, campaign, contacts);
    runs.push(batchId);
    await ask(
      db,
      world,
      `with started as (
         insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, revision)
         select $1, trunkline_first_id(now() - $5 * interval '1 hour' + n * interval '1 ms'), $2, $3, c, now() - $5 * interval '1 hour', 1, 1
         from unnest($4::uuid[]) with ordinality u (c, n) returning journey_id, contact_id)
       insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number, to_number, state, counts_as)
       select $1, trunkline_first_id(now() - $5 * interval '1 hour' + interval '1 minute'), contact_id, $3, $2, journey_id, 'in', '+1', '+1',
         'received', 'reply' from started where contact_id = $6 returning 1`,
      [batchId, campaign.campaignId, contacts, ageHours, second],
    );
  }
  const { cookie } = await server.user(world.account, "viewer", []);
  const { body } = await server.call("GET", `/v4/campaign/${campaign.campaignId}/comparison`, { as: { cookie } });
  const listed = (body.payload as unknown as Comparison[]).find(({ kind }) => kind === "run");
  expect(listed?.arms.map(({ batchId, people, converted }) => [batchId, people, converted])).toEqual([
    [runs[1], 1, 1],
    [runs[0], 2, 0],
  ]);
  expect(listed?.verdict.sentence).toBe("");
});

it("counts contacts whose field gets the goal's value, once and only if they did not have it before", async () => {
  const world = await makeWorld(db);
  const [had = "", gets = "", late = "", other = ""] = await makeContacts(db, world, handsets(4, 900));
  const goal = { kind: "field" as const, windowHours: 24, field: "Plan", value: "Gold" };
  const campaign = await makeCampaign(db, world, splitFlow, { goal });
  const batchId = await runBatch(db, world, campaign, [had, gets, late, other]);
  const set = (contactId: string, extdata: object) =>
    db.tx([world.account], (q) =>
      countingFieldGoals(q, [{ accountId: world.account, contactId }], () =>
        q.run("update contact set extdata = $3 where account_id = $1 and contact_id = $2", [
          world.account,
          contactId,
          JSON.stringify(extdata),
        ]),
      ),
    );
  await set(had, { plan: "gold" });
  await ask(
    db,
    world,
    `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, revision)
     select $1, trunkline_uuid7(), $2, $3, c, now() - case when c = $5 then 25 else 1 end * interval '1 hour', 1, 1
     from unnest($4::uuid[]) c returning 1`,
    [batchId, campaign.campaignId, [had, gets, late, other], late],
  );
  await set(had, { plan: "gold", city: "Rome" });
  await set(had, { plan: "none" });
  await set(had, { plan: "gold" });
  for (const contact of [gets, late]) await set(contact, { plan: " GOLD " });
  await set(gets, { plan: "none" });
  await set(gets, { plan: "gold" });
  await set(other, { plan: "silver" });
  const { converted, goal: shown } = await read<Outcome>(
    world,
    `/v4/campaign/${campaign.campaignId}/batch/${batchId}/outcome`,
  );
  expect({ converted, shown }).toEqual({ converted: 1, shown: goal });
});

it("shows in the list of workflows what the runs of each do, as they are counted one by one", async () => {
  const world = await makeWorld(db);
  const [contact = ""] = await makeContacts(db, world, handsets(1, 990));
  const next = chances(7);
  const pick = <T>(...all: T[]): T => all[Math.floor(next() * all.length)] as T;
  const expected = new Map<string, [state: string, lastRun: string | null]>();
  for (let drawn = 0; drawn < 16; drawn++) {
    const campaign = await makeCampaign(db, world, splitFlow);
    const does = new Set<string>();
    let last: string | null = null;
    for (let run = 0; run < pick(0, 1, 2, 3); run++) {
      const batchId = await runBatch(db, world, campaign, [contact]);
      const status = pick("not_started", "running", "paused", "stopped", "done");
      const [started, over] = pick([0, 0], [3, 1], [4, 2], [4, 4]) as [number, number];
      await ask(
        db,
        world,
        `with changed as (
           update batch set status = $3, enrolment = 'done', enrolled = 4, queued = 4,
             started = case when $3 = 'not_started' then null else now() end
           where account_id = $1 and batch_id = $2 returning 1)
         insert into batch_count (account_id, batch_id, slot, enrolled, filtered, started, done, failed)
         select $1, $2, slot, case slot when 0 then 4 else 0 end, 0, case slot when 0 then $4::int else 0 end, case slot when 0 then 0 else $5::int end, 0
         from generate_series(0, 1) slot, changed returning 1`,
        [batchId, status, started, over],
      );
      if (status !== "not_started") last = batchId;
      if (status === "paused") does.add("paused");
      if (status === "running" && started < 4) does.add("running");
      if (status === "running" && over < 4) does.add("waiting");
    }
    const state =
      ["running", "waiting", "paused"].find((one) => does.has(one)) ?? (last === null ? "never" : "finished");
    expected.set(campaign.campaignId, [state, last]);
  }
  const { cookie } = await server.user(world.account, "viewer", []);
  const { body } = await server.call("GET", "/v4/campaign/", { as: { cookie } });
  const shown = (body.payload as Campaign[]).flatMap(({ campaignId, state, lastRun }): [string, unknown][] =>
    expected.has(campaignId) ? [[campaignId, [state, lastRun?.batchId ?? null]]] : [],
  );
  expect(new Map(shown)).toEqual(expected);
});
