import { termsOf } from "@trunkline/carriers/registry/carrierTerms.ts";
import { rbmConnectionSettings } from "@trunkline/contract/carriers/rbmConnection.ts";
import { smppConnectionSettings } from "@trunkline/contract/carriers/smppConnection.ts";
import { telnyxConnectionSettings } from "@trunkline/contract/carriers/telnyxConnection.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { brandDraft } from "@trunkline/contract/registration/brandFields.ts";
import { tenDlcBody } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  oneText,
  replyFlow,
  runBatch,
  type TestNode,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { rcsFlow } from "../../test/rcsFlow.ts";
import { tenDlcSample } from "../../test/tenDlcSample.ts";
import { enrolBatch } from "../jobs/runs/enrolBatch.ts";
import { carrierNameOf, saveCarrierConnection } from "../store/carriers/carrierConnection.ts";
import { newId } from "../store/newId.ts";
import { insertBrand } from "../store/registration/brand.ts";
import { insertTenDlcCampaign } from "../store/registration/tenDlcCampaign.ts";
import { insertRcsAgent, insertRcsTemplate } from "../store/templates/rcs.ts";
import { forecastRun } from "./forecastRun.ts";

const db = await freshDatabase();
const startMs = Date.parse("2026-06-01T03:00:00Z");

/** A connection of each kind, which sends and calls so many a second. */
const connections = {
  smpp: (perSecond: number) => smppConnectionSettings.parse({ perSecond }),
  twilio: (perSecond: number) => twilioConnectionSettings.parse({ perSecond, callsPerSecond: perSecond }),
  rbm: (perSecond: number) => rbmConnectionSettings.parse({ perSecond }),
  telnyx: (perSecond: number) =>
    telnyxConnectionSettings.parse({ publicKey: `${"A".repeat(43)}=`, perSecond, callsPerSecond: perSecond }),
};
type Kind = keyof typeof connections;

/** Connects a world. Returns the id of the connection. */
async function connect({ account }: EngineWorld, kind: Kind, name: string, perSecond: number): Promise<string> {
  const connectionId = newId();
  const fields = { name, host: "127.0.0.1", port: 443, tls: true, systemId: "s", password: "p" };
  const settings = connections[kind](perSecond);
  await db.tx([account], (q) => saveCarrierConnection(q, account, connectionId, { kind, ...fields, settings }));
  return connectionId;
}

/** Lets the number of a world send and call over a connection. */
async function sendOver(world: EngineWorld, name: string, perSecond: number, kind: Kind = "smpp"): Promise<void> {
  const connectionId = await connect(world, kind, name, perSecond);
  const carrier = carrierNameOf({ kind, connectionId });
  await ask(db, world, "update number set carrier = $2 where account_id = $1 returning 1", [carrier]);
}

/** Lets the agent of `rcsFlow` send over a connection. */
async function sendRcsOver(world: EngineWorld, name: string, perSecond: number, kind: Kind): Promise<void> {
  const connectionId = await connect(world, kind, name, perSecond);
  const agent = { agentId: "the_shop", name: "The Shop", description: "", logoUrl: null, connectionId };
  const content: RcsContent = { type: "text", text: "Hi", mediaUrl: null, cards: [], suggestions: [] };
  await db.tx([world.account], async (q) => {
    await insertRcsAgent(q, world.account, agent);
    await insertRcsTemplate(q, world.account, "spring_offer", content);
  });
}

/** Where the paths of an RCS message end. */
const ends: TestNode[] = [
  { id: 3, type: "control", children: [] },
  { id: 6, type: "control", children: [] },
];
const oneCall: TestNode[] = [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "call", answerAction: "textToSpeech", textToSpeechText: "Hello", ifMachine: "continue" },
];

/** Files a 10DLC campaign for the number of a world: so many segments a day at T-Mobile, 60 a minute at AT&T. */
async function register({ account, numberSet }: EngineWorld, perDay: number): Promise<void> {
  const standing = { registryId: "B1", entityType: "PRIVATE_PROFIT", status: "VERIFIED", score: null };
  const terms = termsOf(standing, "MARKETING").map((term) =>
    term.network === "tmobile" ? { ...term, perDay } : { ...term, perMinute: term.perMinute && 60 },
  );
  await db.tx([account], async (q) => {
    const brandId = await insertBrand(q, account, {
      details: brandDraft.parse({ entityType: "GOVERNMENT", displayName: "B" }),
      wanted: null,
    });
    const details = tenDlcBody.parse(tenDlcSample({ brandId, numberSetId: numberSet }));
    await insertTenDlcCampaign(q, account, { details, terms });
  });
}

/** The forecast of a run to all contacts that may send between eight and five of one time zone alone. */
async function forecastByDay(world: EngineWorld) {
  const campaign = await makeCampaign(db, world, replyFlow(world.template), {
    timezoneProtectionType: 3,
    timezoneProtectionStartTime: "08:00:00",
    timezoneProtectionEndTime: "17:00:00",
    timezoneProtectionTimezoneFixed: -20,
  });
  const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs, statements: [] };
  return db.tx([world.account], (q) => forecastRun(q, world.account, run));
}

describe("the summary before a start (spec 2 §2.6)", () => {
  it("counts who gets it, who is filtered and why, what is sent and what it costs", async () => {
    const world = await makeWorld(db, { segmentPriceMicros: 10_000 });
    const contacts = await makeContacts(db, world, handsets(30));
    const set = (what: string, which: number) =>
      ask(db, world, `update contact set ${what} where account_id = $1 and contact_id = $2`, [contacts[which]]);
    await set("archived = now()", 0);
    await set("phone = null", 1);
    await set("dnc = 2", 2);
    await set("dnc = 1", 3);
    const campaign = await makeCampaign(db, world, replyFlow(world.template), { frequencyDays: 7 });
    const earlier = await runBatch(db, world, campaign, [contacts[4]!, contacts[5]!]);
    await enrolBatch(db, world.account, earlier, 1);
    const run = { ...campaign, frequencyDays: 7, dncFilter: ["sms" as const], periodMs: 60_000, startMs };
    const forecast = await db.tx([world.account], (q) => forecastRun(q, world.account, { ...run, statements: [] }));
    expect(forecast).toEqual({
      enrolled: 25,
      filtered: [
        { reason: "frequency", count: 2 },
        { reason: "dnc", count: 1 },
        { reason: "no_phone", count: 1 },
      ],
      sampled: 25,
      texts: 25,
      segments: 25,
      rcs: 0,
      calls: 0,
      emails: 0,
      costMicros: 250_000,
      blocked: [],
      beginSeconds: 24 * 60,
      carrierSeconds: 0,
      slowest: null,
      sharedBy: 0,
      lastSendMs: startMs + 24 * 60_000,
      numbers: 1,
      dayCaps: [],
    });
    const picked = await db.tx([world.account], (q) =>
      forecastRun(q, world.account, { ...run, dncFilter: [], contactIds: [...contacts.slice(0, 4), contacts[0]!] }),
    );
    expect([picked.enrolled, picked.filtered]).toEqual([
      2,
      [
        { reason: "archived", count: 1 },
        { reason: "no_phone", count: 1 },
      ],
    ]);
  });

  it("says when the last text goes where a window holds it back", async () => {
    const world = await makeWorld(db);
    await makeContacts(db, world, handsets(3));
    const forecast = await forecastByDay(world);
    expect(new Date(forecast.lastSendMs ?? 0).toISOString()).toBe("2026-06-01T12:00:00.000Z");
  });

  it("takes the carriers' limits into account beside the rate, and names the one that needs longest", async () => {
    const world = await makeWorld(db);
    await makeContacts(db, world, handsets(400));
    await sendOver(world, "Slow line", 2);
    const texts = await makeCampaign(db, world, replyFlow(world.template));
    const calls = await makeCampaign(db, world, oneCall);
    const forecast = (campaign: { campaignId: string; version: number }, periodMs: number) =>
      db.tx([world.account], async (q) => {
        const plan = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs, startMs, statements: [] };
        const { enrolled, beginSeconds, carrierSeconds, slowest, lastSendMs } = await forecastRun(
          q,
          world.account,
          plan,
        );
        return { enrolled, beginSeconds, carrierSeconds, slowest, lastAfterMs: (lastSendMs ?? 0) - startMs };
      });
    const line = { what: "connection", name: "Slow line", perSecond: 2, unit: "segments" };
    // 400 texts, two a second: the last one goes after 199.5 s, although half the contacts are not even played
    expect(await forecast(texts, -1)).toEqual({
      enrolled: 400,
      beginSeconds: 0,
      carrierSeconds: 200,
      slowest: line,
      lastAfterMs: 199_500,
    });
    // faster than the line: the line binds, and the last text goes when the line has come to it
    expect(await forecast(texts, 100)).toMatchObject({ beginSeconds: 39.9, carrierSeconds: 200, lastAfterMs: 199_500 });
    // slower than the line: the rate binds
    expect(await forecast(texts, 1000)).toMatchObject({ beginSeconds: 399, carrierSeconds: 200, lastAfterMs: 399_000 });
    // a connection does not call: its number places none, the simulated carrier's twenty a second
    expect(await forecast(calls, -1)).toMatchObject({ carrierSeconds: 0, slowest: null });
    await ask(db, world, "update number set carrier = 'simulated' where account_id = $1", []);
    expect(await forecast(calls, -1)).toMatchObject({
      carrierSeconds: 20,
      slowest: { what: "number", name: world.number, perSecond: 20, unit: "calls" },
    });
    expect(await forecast(texts, -1)).toMatchObject({ carrierSeconds: 0, slowest: null, lastAfterMs: 0 });
  });

  it.each<[kind: Kind, what: "texts" | "rcs" | "calls"]>([
    ["smpp", "texts"],
    ["twilio", "texts"],
    ["telnyx", "texts"],
    ["rbm", "rcs"],
    ["twilio", "rcs"],
    ["twilio", "calls"],
    ["telnyx", "calls"],
  ])("keeps to the pace of a connection by %s for %s, at the prices of the account", async (kind, what) => {
    const world = await makeWorld(db, { segmentPriceMicros: 10_000, minutePriceMicros: 20_000 });
    await makeContacts(db, world, handsets(40));
    if (what === "rcs") {
      // the number's own connection is slower, and does not count
      await sendOver(world, "Slow line", 1);
      await sendRcsOver(world, "Provider", 4, kind);
    } else await sendOver(world, "Provider", 4, kind);
    const flow = { texts: oneText(world.template), rcs: rcsFlow(world).slice(0, 2).concat(ends), calls: oneCall }[what];
    const campaign = await makeCampaign(db, world, flow);
    const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs, statements: [] };
    const forecast = await db.tx([world.account], (q) => forecastRun(q, world.account, run));
    const unit = what === "calls" ? "calls" : "segments";
    expect(forecast).toMatchObject({
      texts: 0,
      rcs: 0,
      calls: 0,
      [what]: 40,
      carrierSeconds: 10,
      slowest: { what: "connection", name: "Provider", perSecond: 4, unit },
      costMicros: 40 * (what === "calls" ? 20_000 : 10_000),
    });
  });

  it("shares a connection with the runs under way: each sends as much, as long as it has something left", async () => {
    const world = await makeWorld(db);
    const contacts = await makeContacts(db, world, handsets(60));
    await sendOver(world, "Slow line", 2);
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const forecast = (most: number, at = startMs) =>
      db.tx([world.account], async (q) => {
        const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs: at };
        const forecast = await forecastRun(q, world.account, { ...run, contactIds: contacts.slice(0, most) });
        const { carrierSeconds, sharedBy, lastSendMs } = forecast;
        return { carrierSeconds, sharedBy, lastAfterMs: (lastSendMs ?? 0) - at };
      });
    expect(await forecast(20)).toEqual({ carrierSeconds: 10, sharedBy: 0, lastAfterMs: 9_500 });
    // forty who have not begun, and a text that waits
    const first = await runBatch(db, world, campaign, contacts.slice(0, 40));
    await enrolBatch(db, world.account, first, 1);
    const other = await runBatch(db, world, campaign, []);
    await ask(
      db,
      world,
      `insert into message (account_id, message_id, batch_id, direction, from_number, to_number, state, segments, carrier)
       select $1, $2, $3, 'out', phone, '+12025550100', 'queued', 4, carrier from number where account_id = $1 returning 1`,
      [newId(), other],
    );
    // twenty of its own, twenty of the one and four of the other
    expect(await forecast(20)).toEqual({ carrierSeconds: 22, sharedBy: 2, lastAfterMs: 21_500 });
    // the first has no more than forty
    expect(await forecast(60)).toMatchObject({ carrierSeconds: 52, sharedBy: 2 });
    // they may be over by then
    expect(await forecast(20, Date.now() + 3_600_000)).toMatchObject({ carrierSeconds: 10, sharedBy: 0 });
  });

  it("holds what the carrier cannot take before the window closes until it opens again", async () => {
    const world = await makeWorld(db);
    await makeContacts(db, world, handsets(100));
    await sendOver(world, "One a second", 1);
    const campaign = await makeCampaign(db, world, replyFlow(world.template), {
      timezoneProtectionType: 3,
      timezoneProtectionStartTime: "08:00:00",
      timezoneProtectionEndTime: "17:00:00",
      timezoneProtectionTimezoneFixed: -20,
    });
    // 16:59:00 in New York: sixty seconds are left for a hundred texts
    const run = { ...campaign, startMs: Date.parse("2026-06-01T20:59:00Z"), frequencyDays: -1, dncFilter: [] };
    const forecast = await db.tx([world.account], (q) =>
      forecastRun(q, world.account, { ...run, periodMs: -1, statements: [] }),
    );
    expect(forecast.texts).toBe(100);
    expect(new Date(forecast.lastSendMs ?? 0).toISOString()).toMatch(/^2026-06-02T12:00:/);
  });

  it("keeps to the carriers' limits of the numbers' 10DLC campaign, a day's cap until midnight Pacific time", async () => {
    const world = await makeWorld(db);
    // AT&T's handsets, then T-Mobile's (packages/carriers/README.md)
    const phones = ["00", "01", "02", "10", "30", "31", "40"].map((ending) => `+130355512${ending}`);
    await makeContacts(db, world, phones);
    await register(world, 2);
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs, statements: [] };
    const runForecast = () => db.tx([world.account], (q) => forecastRun(q, world.account, run));
    // nothing that is only filed limits anything
    expect(await runForecast()).toMatchObject({ texts: 7, slowest: null, lastSendMs: startMs });
    await ask(db, world, "update tendlc_campaign set status = 'ACCEPTED' where account_id = $1 returning 1", []);
    const first = await runForecast();
    expect(first).toMatchObject({ texts: 7, slowest: { what: "connection", name: "AT&T", perSecond: 1 } });
    // two of T-Mobile's three go today, the last one after midnight there
    expect(new Date(first.lastSendMs ?? 0).toISOString()).toBe("2026-06-01T07:00:00.000Z");
    const cap = { brandName: "B", carrier: "T-Mobile", perDay: 2, usedToday: 0, waiting: 0, segments: 3 };
    expect(first.dayCaps).toEqual([{ ...cap, days: 2 }]);

    // what the brand sent today, and what other runs left for tomorrow, goes before it
    await ask(
      db,
      world,
      `insert into brand_day (account_id, brand_id, network, day, segments)
       select account_id, brand_id, 'tmobile', '2026-05-31', 1 from brand where account_id = $1 returning 1`,
      [],
    );
    await ask(
      db,
      world,
      `insert into message (account_id, message_id, direction, from_number, to_number, state, reason, segments)
       values ($1, $2, 'out', $3, $4, 'queued', 'tendlc_day', 2) returning 1`,
      [newId(), world.number, phones[4]],
    );
    const later = await db.tx([world.account], (q) => forecastRun(q, world.account, run, startMs));
    expect(later.dayCaps).toEqual([{ ...cap, usedToday: 1, waiting: 2, days: 2 }]);
    // one today, none tomorrow, two on the day after
    expect(new Date(later.lastSendMs ?? 0).toISOString()).toBe("2026-06-02T07:00:00.000Z");
  });

  it("keeps to the pace of each number at a carrier, where registration is demanded", async () => {
    const world = await makeWorld(db, { registrationDemanded: true });
    // US Cellular's handsets
    const phones = Array.from({ length: 60 }, (_, index) => `+1303${String(5_550_090 + index * 100)}`);
    await makeContacts(db, world, phones);
    await register(world, 2);
    await ask(
      db,
      world,
      `update tendlc_campaign set status = 'ACCEPTED', carriers = '{"uscellular": {"status": "APPROVED"}}' where account_id = $1 returning 1`,
    );
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs, statements: [] };
    const runForecast = () => db.tx([world.account], (q) => forecastRun(q, world.account, run));
    const slowest = { what: "number", name: world.number, at: "US Cellular", perSecond: 1, unit: "segments" };
    expect(await runForecast()).toMatchObject({ texts: 60, carrierSeconds: 60, slowest, lastSendMs: startMs + 59_000 });
    await sendOver(world, "Any line", 100);
    // the handsets' networks are unknown, and the line requires nothing
    expect(await runForecast()).toMatchObject({ slowest: { name: "AT&T" } });
  });

  it("spreads over several days under a carrier's day cap, within the sending hours", async () => {
    const world = await makeWorld(db);
    // T-Mobile's handsets, each one of the sample standing for two
    const phones = Array.from({ length: 400 }, (_, index) => `+1303${String(5_550_030 + index * 100)}`);
    await makeContacts(db, world, phones);
    await register(world, 99);
    await ask(db, world, "update tendlc_campaign set status = 'ACCEPTED' where account_id = $1 returning 1", []);
    const forecast = await forecastByDay(world);
    // four days of 99 from the forecast of June on, and the last four on the fifth
    expect(forecast).toMatchObject({ enrolled: 400, sampled: 200, texts: 400 });
    expect(new Date(forecast.lastSendMs ?? 0).toISOString()).toBe("2026-06-05T12:00:00.000Z");
  });
});
