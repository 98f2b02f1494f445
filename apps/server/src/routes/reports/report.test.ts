import type { ReportLine } from "@trunkline/contract/reports/report.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { foldReportsJob } from "../../jobs/reports/foldReports.ts";
import type { Worker } from "../../program/worker.ts";
import { newId } from "../../store/newId.ts";
import { countCalls, countMessages } from "../../store/reports/countChanges.ts";
import { countEnrolment } from "../../store/runs/enrolment.ts";

const db = await freshDatabase({ connections: 14 });
const server = await testServer(db);
const fold = async (): Promise<void> => {
  while ((await foldReportsJob.run(db)) === true);
};

/** A report of an account. */
async function reporter(world: EngineWorld): Promise<(query: string) => Promise<ReportLine[]>> {
  const key = await server.key(world.account, "viewer");
  return async (query) => {
    const { status, body } = await server.call("GET", `/v4/campaign/report/?${query}`, { as: { key } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.payload as unknown as ReportLine[];
  };
}

describe("GET /v4/campaign/report/ (spec 2 §3.11, §7.4)", () => {
  let worker: Worker;
  beforeAll(() => {
    worker = quickWorker(db);
  });
  afterAll(() => worker.stop());

  it("reports the results of a run: enrolled, filtered, sent, delivered, failed, replies, opt-outs, segments, cost", async () => {
    const world = await makeWorld(db, { segmentPriceMicros: 8_000 });
    const report = await reporter(world);
    const phones = [...handsets(5), "+13035550004"];
    const contacts = await makeContacts(db, world, phones);
    const campaign = await makeCampaign(db, world, replyFlow(world.template), { frequencyDays: 7 });
    await runBatch(db, world, campaign, contacts);
    await runBatch(db, world, campaign, contacts.slice(0, 2));
    const [contact = ""] = phones;
    const says = (from: string, text: string) =>
      receiveMessage(db, { from, to: world.number, text, mediaUrl: null, carrier: "simulated", carrierRef: newId() });
    await until("all texts were sent and reported", async () => {
      const [line] = await report("");
      return line?.filtered === 2 && line.delivered === 5 && line.failed === 1;
    });
    await says(contact, "yes");
    await says(phones[1] ?? "", "STOP");
    await says("+13035569999", "Who is this?");
    const all = { enrolled: 6, filtered: 2, delivered: 5, failed: 1, replies: 1, optOuts: 1, clicks: 0, calls: 0 };
    const [line] = await report("grouping=campaign");
    expect(line).toMatchObject({ key: campaign.campaignId, name: "Test workflow", ...all });
    const [stored] = await ask<{ sent: number; segments: number; cost: number }>(
      db,
      world,
      `select count(*)::int sent, sum(segments)::int segments, sum(cost_micros)::float8 / 1000000 as cost
       from message where account_id = $1 and direction = 'out' and state = 'accepted' and campaign_id is not null`,
    );
    expect(line).toMatchObject(stored ?? {});
    const templates = await report(`grouping=template&templateId=${world.template}`);
    expect(templates).toMatchObject([
      { key: world.template, name: "Hello", sent: stored?.sent, replies: 1, optOuts: 1 },
    ]);
    const nodes = await report(`grouping=node&campaignId=${campaign.campaignId}`);
    expect(nodes).toMatchObject([
      { key: "2", name: "Test workflow", campaignId: campaign.campaignId, sent: stored?.sent },
      { key: null, enrolled: 6, filtered: 2 },
    ]);
    expect((await report("grouping=carrier")).map(({ key }) => key)).toContain("simulated");
    expect((await report("grouping=number")).map(({ key }) => key)).toContain(world.number);
  });
});

describe("the figures of a report", () => {
  it("equal a recount of texts, calls and journeys after changes in any order", async () => {
    const world = await makeWorld(db, { defaultTimezoneId: -14 });
    const report = await reporter(world);
    const campaigns = [
      await makeCampaign(db, world, replyFlow(world.template)),
      await makeCampaign(db, world, replyFlow(world.template)),
    ].map(({ campaignId }) => campaignId);
    const change = (sql: string, ...values: unknown[]) =>
      db.tx([world.account], (q) => q.run(sql, [world.account, ...values]));
    const insertMessages = (sql: string, ...values: unknown[]) =>
      change(`with r as (${sql} returning *) ${countMessages("r", null)}`, ...values);
    const insertCalls = (sql: string) => change(`with r as (${sql} returning *) ${countCalls("r", null)}`);
    // each change counts the row before it and the row after it
    const everyColumn = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, `o.${name}`]));
    const updateMessages = (set: string, where: string) =>
      change(
        `with o as materialized (select * from message where account_id = $1 and ${where}),
         r as (update message m set ${set} from o where m.account_id = $1 and m.message_id = o.message_id returning m.*)
         ${countMessages("r join o using (message_id)", everyColumn("state receipt click_counts"))}`,
      );
    const updateCalls = (set: string, where: string) =>
      change(
        `with o as materialized (select * from call where account_id = $1 and ${where}),
         r as (update call c set ${set} from o where c.account_id = $1 and c.call_id = o.call_id returning c.*)
         ${countCalls("r join o using (call_id)", everyColumn("state line answered answered_by connected ended duration_seconds cost_micros"))}`,
      );
    const someTime = "trunkline_first_id(timestamptz '2026-03-01Z' + random() * interval '20 days')";
    // A unique id at a random time: the first id of that time with a random suffix.
    const someId = `overlay(${someTime}::text placing right(gen_random_uuid()::text, 12) from 25)::uuid`;
    const oneOf = (words: string, chance: string) =>
      `nullif(split_part('${words}', ',', 1 + floor(${chance} * ${words.split(",").length})::int), 'NULL')`;
    const one = (words: string) => oneOf(words, "random()");
    // what an UPDATE on a cluster takes instead of random(): drawn from the id of the row, each time in another way
    let draws = 0;
    const drawn = (id: string) => `((hashtextextended(${id}::text, ${draws++}) & 1023) / 1024.0)`;
    const half = (id: string) => `${drawn(id)} < 0.5`;
    const ofText = (words: string) => oneOf(words, drawn("m.message_id"));
    const ofCall = (words: string) => oneOf(words, drawn("c.call_id"));
    const flow = `case when random() < 0.9 then ${one(campaigns.join(","))}::uuid end`;
    for (let round = 0; round < 6; round++) {
      await insertMessages(
        `insert into message (account_id, message_id, campaign_id, template_id, node, direction, from_number, to_number, segments,
           cost_micros, carrier, state)
         select $1, ${someId}, ${flow}, case when g % 3 > 0 then $2::uuid end, g % 4, 'out', '+1202555000' || g % 7, '+13035550100',
           1 + g % 3, 8000 * (1 + g % 3), ${one("simulated,smpp")}, 'queued' from generate_series(1, 400) g`,
        world.template,
      );
      await insertMessages(
        `insert into message (account_id, message_id, campaign_id, direction, from_number, to_number, state, counts_as)
         select $1, ${someId}, ${flow}, 'in', '+13035550100', '+12025550001', 'received', ${one("reply,opt_out,NULL")}
         from generate_series(1, 60) g`,
      );
      await insertCalls(
        `insert into call (account_id, call_id, campaign_id, node, direction, from_number, to_number, plan, state)
         select $1, ${someId}, ${flow}, 3, ${one("in,out")}, '+12025550001', '+13035550100', '{}', 'queued' from generate_series(1, 80) g`,
      );
      for (const campaignId of campaigns)
        await change(
          `with let_in as materialized (select ${someId} journey_id from generate_series(1, 45) g),
           made as (
             insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version)
             select $1, journey_id, trunkline_uuid7(), $2::uuid, trunkline_uuid7(), now(), 1 from let_in)
           ${countEnrolment("$1", "$2::uuid", "let_in", "let_in where false")}`,
          campaignId,
        );
      // Final states change again: doubts are resolved, and receipts arrive late and are corrected.
      await updateMessages(
        `state = ${ofText("submitting,accepted,accepted,rejected,blocked,in_doubt,unknown,cancelled")}`,
        `direction = 'out' and ${half("message_id")}`,
      );
      await updateMessages(
        `receipt = ${ofText("delivered,read,undelivered,expired")}`,
        `direction = 'out' and state = 'accepted' and ${half("message_id")}`,
      );
      await updateMessages(
        `clicked = now(), click_counts = ${ofText("true,NULL,NULL")}::boolean`,
        `direction = 'out' and state in ('accepted', 'unknown') and ${half("message_id")}`,
      );
      await updateCalls(
        `state = 'accepted', answered = now(), answered_by = ${ofCall("human,machine,unknown")},
         duration_seconds = floor(${drawn("c.call_id")} * 300), cost_micros = c.cost_micros + 14000`,
        half("call_id"),
      );
      await updateCalls(
        `line = ${ofCall("completed,abandoned")}, connected = case when ${half("c.call_id")} then now() - interval '20 seconds' end,
         ended = case when ${drawn("c.call_id")} < 0.7 then now() end`,
        `direction = 'in' and ${half("call_id")}`,
      );
      if (round % 2 === 0) await fold();
    }
    const zone = "America/St_Johns";
    const when = (id: string) =>
      `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone '${zone}'`;
    const number = "case direction when 'out' then from_number else to_number end";
    const keys: [string, Record<"message" | "call" | "journey", string>][] = [
      ["none", { message: "null", call: "null", journey: "null" }],
      ["campaign", { message: "campaign_id", call: "campaign_id", journey: "campaign_id" }],
      ["template", { message: "template_id", call: "null", journey: "null" }],
      ["number", { message: number, call: number, journey: "null" }],
      ["carrier", { message: "carrier", call: "carrier", journey: "null" }],
      [
        "day",
        {
          message: `(${when("message_id")})::date`,
          call: `(${when("call_id")})::date`,
          journey: `(${when("journey_id")})::date`,
        },
      ],
    ];
    const words =
      "campaignId, sent, delivered, failed, replies, optOuts, segments, calls, inboundCalls, abandonedCalls, answered, answeredByHuman";
    const names = [
      ...words.split(", ").slice(1),
      "answeredByMachine",
      "cost",
      "enrolled",
      "clicks",
    ] as (keyof ReportLine)[];
    for (const [grouping, by] of keys) {
      const recounted = await ask<Record<string, unknown>>(
        db,
        world,
        `select key, sum(sent)::int sent, sum(delivered)::int delivered, sum(failed)::int failed, sum(replies)::int replies,
           sum(opt_outs)::int "optOuts", sum(segments)::int segments, sum(calls)::int calls, sum(calls_in)::int "inboundCalls",
           sum(abandoned)::int "abandonedCalls", sum(answered)::int answered,
           sum(human)::int "answeredByHuman", sum(machine)::int "answeredByMachine", sum(cost)::float8 / 1000000 as cost, sum(enrolled)::int enrolled,
           sum(clicks)::int clicks
         from (
           select (${by.message})::text as key, (state = 'accepted')::int sent, (receipt in ('delivered', 'read'))::int delivered,
             (state in ('rejected', 'blocked') or coalesce(receipt in ('undelivered', 'expired'), false))::int failed, 0 replies, 0 opt_outs,
             case when state = 'accepted' then segments else 0 end segments, 0 calls, 0 calls_in, 0 abandoned, 0 answered, 0 human, 0 machine,
             case when state = 'accepted' then cost_micros else 0 end as cost, 0 enrolled,
             coalesce(click_counts::int, 0) clicks from message where account_id = $1 and direction = 'out'
           union all select (${by.message})::text, 0, 0, 0, coalesce((counts_as = 'reply')::int, 0), coalesce((counts_as = 'opt_out')::int, 0),
             0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from message where account_id = $1 and direction = 'in'
           union all select (${by.call})::text, 0, 0, 0, 0, 0, 0, (direction = 'in' or state = 'accepted')::int,
             (direction = 'in')::int, (direction = 'in' and coalesce(line, '') = 'abandoned')::int,
             (case direction when 'out' then answered else connected end is not null)::int,
             coalesce((answered_by = 'human' and (direction = 'out' or connected is not null))::int, 0),
             coalesce((direction = 'out' and answered_by = 'machine')::int, 0), cost_micros, 0, 0 from call where account_id = $1
           union all select (${by.journey})::text, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 from journey where account_id = $1) f
         group by key`,
      );
      const reported = (await report(`grouping=${grouping}`)).map((line) =>
        Object.fromEntries(["key", ...names].map((name) => [name, line[name as keyof ReportLine]])),
      );
      const sorted = (rows: Record<string, unknown>[]) =>
        rows
          .filter((row) => names.some((name) => Number(row[name]) !== 0))
          .map((row) => ({ ...row, cost: Math.round(Number(row["cost"]) * 1e6) }))
          .sort((a: Record<string, unknown>, b: Record<string, unknown>) =>
            String(a["key"]).localeCompare(String(b["key"])),
          );
      expect(sorted(reported), grouping).toEqual(sorted(recounted));
    }
    // Days are whole days in the account's time zone, including the last one.
    const days = await report("grouping=day");
    const [from, to] = [days[3]?.key ?? "", days[9]?.key ?? ""];
    const part = await report(`grouping=day&startDate=${from}&endDate=${to}`);
    expect(part).toEqual(days.slice(3, 10));
    const hours = await report(`grouping=hour&startDate=${from}&endDate=${to}`);
    expect(hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(part.reduce((sum, { sent }) => sum + sent, 0));
    // A time zone with a half-hour offset, whose hours start at half past in UTC.
    expect(new Set(hours.map(({ key }) => key?.slice(13)))).toEqual(new Set([":30:00Z"]));
    await fold();
    expect(await report("grouping=day")).toEqual(days);
  });

  it("are limited to the account and refuse an invalid query", async () => {
    const stranger = await makeWorld(db);
    expect(await (await reporter(stranger))("grouping=campaign")).toEqual([]);
    const key = await server.key(stranger.account, "viewer");
    for (const [query, where, message] of [
      ["startDate=2026-03-02&endDate=2026-03-01", "query.endDate", "endDate must not be before startDate"],
      ["startDate=yesterday", "query.startDate", "must be a day such as 2026-03-12"],
      ["grouping=colour", "query.grouping", "must be one of none, campaign"],
      ["campaignId=All", "query.campaignId", "must be an id"],
    ] as const) {
      const { status, body } = await server.call("GET", `/v4/campaign/report/?${query}`, { as: { key } });
      expect([status, body.error[0]?.where, body.error[0]?.message]).toEqual([
        400,
        where,
        expect.stringContaining(message),
      ]);
    }
  });
});
