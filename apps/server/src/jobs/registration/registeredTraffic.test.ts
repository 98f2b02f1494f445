import type { Brand } from "@trunkline/contract/registration/brand.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  makeCampaign,
  makeContacts,
  makeWorld,
  oneText,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { registrations } from "../../../test/registrations.ts";
import { testServer } from "../../../test/server.ts";
import { tenDlcChangeSample } from "../../../test/tenDlcSample.ts";
import { brandSample } from "../../../test/world.ts";
import type { Worker } from "../../program/worker.ts";
import { nextPacificMidnight, pacificDayOf } from "../../rules/pacificDay.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import type { QueuedMessage } from "../../store/messages/sendQueue.ts";
import { listNumberRegistrations, lockBrandDays } from "../../store/registration/tenDlcTraffic.ts";
import { readRegistrations } from "./enforceRegistration.ts";

let db: Database;
let server: Awaited<ReturnType<typeof testServer>>;
let worker: Worker;
/** How far the carriers' clock is ahead of the machine's. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;

beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  server = await testServer(db);
  // the registry uses the tests' clock: a worker on the machine's clock would claim its filings
  worker = quickWorker(db, { now, registry: null });
});
afterAll(() => worker.stop());

/** Handsets of the simulated carrier by their tens digit: 0 AT&T, 3 and 4 T-Mobile, 6 Verizon. */
const att = ["+13035551100", "+13035551102", "+13035551105"];
const tmobile = ["+13035551130", "+13035551131", "+13035551140", "+13035551141"];
const verizon = ["+13035551160"];

/** An account whose number's set is registered with a brand of this score. */
async function registeredWorld(score: number | null, more: object = {}, settings: object = {}) {
  const made = await ownRegistrations(await makeWorld(db, { registrationDemanded: true, ...settings }));
  const { own, world } = made;
  const { brandId } = await own.brand("The Shop", score);
  return { ...made, brandId, file: () => own.file({ brandId, numberSetId: world.numberSet }, more) };
}

/** The registry on the test's clock for this account, whose number set is emptied so that it can be attached. */
async function ownRegistrations(world: Awaited<ReturnType<typeof makeWorld>>) {
  const { account } = world;
  const key = await server.key(account, "owner");
  const call: typeof server.call = (method, url, sent = {}) => server.call(method, url, { as: { key }, ...sent });
  const own = registrations(db, { account, call });
  await own.first("PUT", `/v4/numberset/${world.numberSet}/`, { name: "Main", phoneNumbers: [] });
  return { world, own, first: own.first };
}
const attach = ({ own, world }: Pick<Awaited<ReturnType<typeof registeredWorld>>, "own" | "world">) =>
  own.first("PUT", `/v4/numberset/${world.numberSet}/`, { name: "Main", phoneNumbers: [world.number] });

async function run(world: Awaited<ReturnType<typeof makeWorld>>, phones: readonly string[]): Promise<string> {
  const contacts = await makeContacts(db, world, phones);
  return runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
}
const texts = (world: Awaited<ReturnType<typeof makeWorld>>) =>
  ask<{ phone: string; state: string; reason: string | null; heldMs: number }>(
    db,
    world,
    `select to_number phone, state, reason, date_part('epoch', not_before - now()) * 1000 "heldMs"
     from message where account_id = $1 order by message_id`,
  );
const outcome = async (world: Awaited<ReturnType<typeof makeWorld>>) =>
  Object.fromEntries((await texts(world)).map(({ phone, state, reason }) => [phone, reason ?? state]));

/** The buckets that its texts took from, and how many of them went within one second at most. */
const buckets = async ({ account }: { account: string }) =>
  (
    await db.tx([account], (q) =>
      q.rows<{ key: string }>("select key from bucket where account_id = $1 order by key", [account]),
    )
  ).map(({ key }) => key);
async function busiestSecond(world: Awaited<ReturnType<typeof makeWorld>>): Promise<number> {
  const sent = await ask<{ at: number }>(
    db,
    world,
    `select date_part('epoch', submitted) * 1000 "at" from message where account_id = $1 order by submitted`,
  );
  return Math.max(...sent.map(({ at }) => sent.filter((one) => one.at >= at && one.at < at + 1_000).length));
}

describe("what registration is for (telecom §4.3)", () => {
  it("a brand goes from draft to attached, and midnight Pacific frees the day's cap (spec 1 §4.7)", async () => {
    const world = await makeWorld(db, { registrationDemanded: true });
    const made = await ownRegistrations(world);
    const { own, first } = made;
    const draft = await first<Brand>("POST", `/${world.account}/brand?draft=true`, {
      entityType: "PRIVATE_PROFIT",
      displayName: "The Shop",
    });
    const { brandId } = draft;
    expect(draft).toMatchObject({ status: "DRAFT", registryId: null });
    await first("PUT", `/${world.account}/brand/${brandId}`, brandSample("The Shop", "123456712"));
    await own.settle();
    expect(await own.look(draft)).toMatchObject({ status: "VERIFIED", score: null });
    await first("POST", `/${world.account}/brand/${brandId}/vetting`);
    await own.settle();
    expect(await own.look(draft)).toMatchObject({ status: "VETTED_VERIFIED", score: 12 });

    const of = { brandId, numberSetId: world.numberSet };
    const filed = await own.file(of, { helpMessage: "Write to help@shop.example.com, or wait." });
    await own.settle();
    expect(await own.readCampaign(filed)).toMatchObject({ status: "DECLINED" });
    await first("PUT", `/${world.account}/campaign/${filed.id}`, tenDlcChangeSample(of));
    await own.settle();
    const accepted = await own.readCampaign(filed);
    expect(accepted.rateConfigs.map(({ carrier, status, max }) => [carrier, status, max])).toEqual([
      ["AT&T", "APPROVED", null],
      ["T-Mobile", "APPROVED", 2_000],
      ["Verizon", "APPROVED", null],
      ["US Cellular", "APPROVED", null],
    ]);
    await attach(made);

    // ten segments each: the cap is reached by what the batch itself sends
    await ask(db, world, "update sms_template set text = $2 where account_id = $1 returning 1", ["word ".repeat(300)]);
    const many = Array.from({ length: 202 }, (_, n) => `+1303${555 + (n % 3)}${1_130 + 100 * Math.floor(n / 3)}`);
    const batch = await run(world, [...many, ...verizon]);
    await until("all that may go has gone", async () => {
      const states = Object.values(await outcome(world));
      return (
        states.filter((one) => one === "accepted").length === 201 &&
        states.filter((one) => one === "tendlc_day").length === 2
      );
    });
    const heldOf = async () => (await texts(world)).filter(({ reason }) => reason === "tendlc_day");
    for (const { phone, state } of await heldOf()) expect([phone, state]).toEqual([expect.any(String), "queued"]);
    const untilMidnight = nextPacificMidnight(now()) - now();
    for (const { heldMs } of await heldOf()) expect(Math.abs(heldMs - untilMidnight)).toBeLessThan(60_000);
    expect((await own.readCampaign(filed)).rateConfigs[1]).toMatchObject({ usedToday: 2_000 });
    // the report has the sender's own numbers (spec 1 §3.8)
    const today = pacificDayOf(now());
    const line = { brandId, brandName: "The Shop", carrier: "T-Mobile", cap: 2_000 };
    expect(await first("GET", "/v4/campaign/report/brand/")).toEqual({
      ...line,
      day: today,
      segments: 2_000,
      held: 20,
    });
    expect(await statusOf(db, world, batch)).toBe("running");

    // two clocks advance: the carriers' clock, and the waiting work comes nearer by as much
    const pass = async (ms: number) => {
      aheadMs += ms;
      await ask(
        db,
        world,
        `update message set not_before = not_before - $2 * interval '1 millisecond'
         where account_id = $1 and state = 'queued' returning 1`,
        [ms],
      );
      worker.wakeUp();
    };
    const shortBefore = Math.min(120_000, (nextPacificMidnight(now()) - now()) / 2);
    await pass(nextPacificMidnight(now()) - now() - shortBefore);
    expect(pacificDayOf(now())).toBe(today);
    for (const { heldMs } of await heldOf()) expect(heldMs).toBeGreaterThan(0);
    expect(await heldOf()).toHaveLength(2);
    await pass(shortBefore + 60_000);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(new Set(Object.values(await outcome(world)))).toEqual(new Set(["accepted"]));
    expect(await first("GET", "/v4/campaign/report/brand/")).toEqual({
      ...line,
      day: pacificDayOf(now()),
      segments: 20,
      held: 0,
    });
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("blocks what is sent from a number without a 10DLC campaign, with the reason, where registration is demanded", async () => {
    const world = await makeWorld(db, { registrationDemanded: true });
    const free = await makeWorld(db);
    for (const one of [world, free]) {
      const batch = await run(one, att);
      await until("the run is done", async () => (await statusOf(db, one, batch)) === "done");
    }
    expect(new Set(Object.values(await outcome(world)))).toEqual(new Set(["unregistered"]));
    expect(new Set(Object.values(await outcome(free)))).toEqual(new Set(["accepted"]));
  });

  it("blocks while the carriers have not approved, and at the one that has suspended it", async () => {
    const made = await registeredWorld(null);
    const { world, own } = made;
    const filed = await made.file();
    await attach(made);
    const first = await run(world, [att[0]!]);
    await until("the run is done", async () => (await statusOf(db, world, first)) === "done");
    expect(await outcome(world)).toEqual({ [att[0]!]: "tendlc_pending" });
    await own.settle();
    await own.first("POST", `/v4/simulator/registry/${filed.id}/`, { action: "suspend", carrier: "T-Mobile" });
    await own.afterMinutes(0);
    const second = await run(world, [tmobile[0]!, verizon[0]!]);
    await until("the run is done", async () => (await statusOf(db, world, second)) === "done");
    expect(await outcome(world)).toMatchObject({ [tmobile[0]!]: "tendlc_suspended", [verizon[0]!]: "accepted" });
    // a handset with an unknown network is stopped by all networks together, and by none alone
    const [text] = await ask<QueuedMessage>(
      db,
      world,
      `select account_id "accountId", from_number "from", to_number "to", channel, 'smpp' carrier from message
       where account_id = $1 and to_number = '${verizon[0]}'`,
    );
    const problem = () =>
      db.tx([world.account], async (q) => (await readRegistrations(q, [text!], () => false)).problemOf(text!));
    expect(await problem()).toBe(null);
    for (const carrier of ["AT&T", "Verizon", "US Cellular"])
      await own.first("POST", `/v4/simulator/registry/${filed.id}/`, { action: "suspend", carrier });
    await own.afterMinutes(0);
    expect(await problem()).toBe("tendlc_suspended");
  });

  it("blocks at the one carrier that has rejected it, with its reason on the 10DLC campaign", async () => {
    const made = await registeredWorld(null, { directLending: true, ageGated: true });
    const { world, own } = made;
    const filed = await made.file();
    await own.settle();
    await attach(made);
    const { status, rateConfigs, events } = await own.readCampaign(filed);
    const reason = "Lending to an age-gated audience is not carried";
    expect(status).toBe("ACCEPTED");
    expect(rateConfigs[0]).toMatchObject({ carrier: "AT&T", status: "REJECTED", reason });
    expect(rateConfigs[2]).toMatchObject({ carrier: "Verizon", status: "APPROVED", reason: null });
    expect(events.map(({ words }) => words)).toContain(`AT&T rejected it · ${reason}`);
    const batch = await run(world, [att[0]!, verizon[0]!]);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await outcome(world)).toEqual({ [att[0]!]: "tendlc_rejected", [verizon[0]!]: "accepted" });
  });

  it("a filing that is not accepted limits nothing where nothing demands registration, and says to correct it where that does", async () => {
    const made = await registeredWorld(null, { helpMessage: "Write to help@shop.example.com, or wait." });
    const { world, own } = made;
    const filed = await made.file();
    await attach(made);
    await own.settle();
    expect(await own.readCampaign(filed)).toMatchObject({ status: "DECLINED" });
    const terms = () =>
      db.tx([world.account], async (q) => {
        const [one] = await listNumberRegistrations(q, [{ accountId: world.account, phone: world.number }]);
        return one?.terms.length;
      });
    expect(await terms()).toBe(0);
    const first = await run(world, [tmobile[0]!]);
    await until("the run is done", async () => (await statusOf(db, world, first)) === "done");
    expect(await outcome(world)).toEqual({ [tmobile[0]!]: "tendlc_declined" });

    await own.first(
      "PUT",
      `/${world.account}/campaign/${filed.id}`,
      tenDlcChangeSample({ brandId: made.brandId, numberSetId: world.numberSet }),
    );
    await own.settle();
    expect(await terms()).toBe(4);
    await ask(
      db,
      world,
      `update brand set details = jsonb_set(details, '{mock}', 'true') where account_id = $1 returning 1`,
    );
    expect(await terms()).toBe(0);
  });

  it("a text that the spend limit blocks takes nothing of the day", async () => {
    const made = await registeredWorld(12, {}, { spendLimitMicros: 25_000, segmentPriceMicros: 10_000 });
    const { world, own, brandId } = made;
    await made.file();
    await own.settle();
    await attach(made);
    const batch = await run(world, tmobile);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(Object.values(await outcome(world)).sort()).toEqual(["accepted", "accepted", "spend_limit", "spend_limit"]);
    const today = {
      accountId: world.account,
      brandId,
      network: "tmobile",
      day: pacificDayOf(now()),
      cap: 2_000,
    } as const;
    expect(await db.tx([world.account], (q) => lockBrandDays(q, [today]))).toEqual([2]);
  });

  it("sends to AT&T at the pace of its class, from whichever process, and to others at once", async () => {
    // a brand that is merely verified: class F, 240 segments a minute
    const made = await registeredWorld(null);
    const { world, own } = made;
    await made.file();
    await own.settle();
    await attach(made);
    const second = quickWorker(db, { now, registry: null });
    const phones = Array.from({ length: 24 }, (_, index) => `+1303556${String(1100 + index * 100).padStart(4, "0")}`);
    const batch = await run(world, [...phones, ...verizon]);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    await second.stop();
    // four a second, a lease of a quarter ahead, and what two processes take of a bucket as they make it
    expect(await busiestSecond(world)).toBeLessThanOrEqual(4 + 4 + verizon.length);
  });

  it("sends pictures to AT&T at their own pace of its class", async () => {
    // class F: 150 pictures a minute
    const made = await registeredWorld(null);
    const { world, own } = made;
    const filed = await made.file();
    await own.settle();
    await attach(made);
    const url = "https://a.example/spring.png";
    await ask(db, world, "update sms_template set media_url = $2 where account_id = $1 returning 1", [url]);
    const pictures = Array.from({ length: 9 }, (_, index) => `+1303557${1100 + index * 100}`);
    const batch = await run(world, pictures);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await buckets(world)).toEqual([`10dlc ${filed.id} att mms`]);
    expect(await busiestSecond(world)).toBeLessThanOrEqual(5);
  });

  it("sends to Verizon and US Cellular at the pace of each number, where registration is demanded (telecom §14.3)", async () => {
    const made = await registeredWorld(90);
    const { world, own } = made;
    const filed = await made.file();
    await own.settle();
    await attach(made);
    expect((await own.readCampaign(filed)).rateConfigs.map(({ carrier, numberTph }) => [carrier, numberTph])).toEqual([
      ["AT&T", null],
      ["T-Mobile", null],
      ["Verizon", 360_000],
      ["US Cellular", 3_600],
    ]);
    const usCellular = Array.from({ length: 4 }, (_, index) => `+1303558${1190 + index * 100}`);
    const batch = await run(world, usCellular);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    // one a second, a quarter of it ahead, and what is taken of a bucket as it is made
    expect(await busiestSecond(world)).toBeLessThanOrEqual(3);
    const second = await run(world, verizon);
    await until("the second run is done", async () => (await statusOf(db, world, second)) === "done");
    const ofNumber = ["uscellular", "verizon"].map((network) => `10dlc ${network} ${world.number}`);
    expect(await buckets(world)).toEqual(ofNumber);

    // and no slower where nothing is demanded
    const free = await registeredWorld(90, {}, { registrationDemanded: false });
    await free.file();
    await free.own.settle();
    await attach(free);
    const third = await run(free.world, usCellular);
    await until("the third run is done", async () => (await statusOf(db, free.world, third)) === "done");
    expect(await buckets(free.world)).toEqual([]);
  });
});

describe("midnight on the Pacific coast", () => {
  it.each([
    ["2026-11-22T05:00:00Z", "2026-11-21", "2026-11-22T08:00:00Z"],
    ["2026-07-01T06:59:59Z", "2026-06-30", "2026-07-01T07:00:00Z"],
    // the day that summer time ends has 25 hours, the one on which it begins 23
    ["2026-11-01T07:30:00Z", "2026-11-01", "2026-11-02T08:00:00Z"],
    ["2026-03-08T08:00:00Z", "2026-03-08", "2026-03-09T07:00:00Z"],
  ])("after %s, still %s there, is %s", (at, today, midnight) => {
    expect(pacificDayOf(Date.parse(at))).toBe(today);
    expect(new Date(nextPacificMidnight(Date.parse(at))).toISOString()).toBe(midnight.replace("Z", ".000Z"));
  });
});
