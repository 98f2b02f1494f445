import { describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  oneText,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { ownCalls } from "../../../test/ownCalls.ts";
import { findAccount, updateAccount } from "../../store/identity/account.ts";
import { repaceBatch } from "../../store/runs/batch.ts";

const { db, callOnce, calls, onHandset, broken } = await ownCalls();

const pull = (world: EngineWorld, killSwitch: boolean) =>
  db.tx([world.account], async (q) => {
    const account = (await findAccount(q, world.account, true))!;
    await updateAccount(q, { ...account, settings: { ...account.settings, killSwitch } });
  });

const spent = (world: EngineWorld, micros: number) =>
  ask(
    db,
    world,
    `insert into spend (account_id, day, slot, cost_micros) values ($1, (now() at time zone 'UTC')::date, 0, ${micros}) returning 1`,
  );

const because = async (world: EngineWorld) =>
  (
    await ask<{ because: string }>(
      db,
      world,
      "select because from step where account_id = $1 and node = 2 and outcome = 0",
    )
  ).map((row) => row.because);

describe("a call that the account does not place (architecture, Security)", () => {
  it.each([
    ["a premium number", "+19005551234", {}, "premium_blocked", "premium numbers are blocked"],
    [
      "a country that is not opened",
      "+442071838750",
      {},
      "country_blocked",
      "the account does not send to this country",
    ],
    [
      "an island that +1 does not open",
      "+18765551234",
      {},
      "country_blocked",
      "the account does not send to this country",
    ],
    [
      "anybody while sending is switched off",
      "+13035567001",
      { killSwitch: true },
      "kill_switch",
      "sending is turned off for this account",
    ],
    [
      "anybody once the day's money is spent",
      "+13035567002",
      { spendLimitMicros: 0 },
      "spend_limit",
      "the account's spend limit is reached",
    ],
  ])("%s: nothing rings, and the step says why", async (_whom, phone, settings, reason, words) => {
    const world = await makeWorld(db, settings);
    await (await callOnce(world, phone)).over();
    expect(await calls(world)).toMatchObject([{ state: "blocked", line: null, reason, cost: 0 }]);
    expect(await onHandset(world, phone)).toEqual([]);
    expect(await because(world)).toEqual([words]);
    expect(await broken(world)).toEqual([]);
  });
});

describe("the kill switch pulled during a run", () => {
  it("stops what has not left: each with its reason, none at the carrier, and what comes after the release goes", async () => {
    const world = await makeWorld(db);
    const campaign = await makeCampaign(db, world, oneText(world.template));
    const people = 60;
    const contacts = await makeContacts(db, world, handsets(people));
    // most of it is still to come, however late the switch is pulled
    const batch = await runBatch(db, world, campaign, contacts, 500);
    const left = async () => (await ask(db, world, "select 1 from simulator_message where account_id = $1")).length;
    await until("some have left", async () => (await left()) >= 5);
    await pull(world, true);
    await db.tx([world.account], (q) => repaceBatch(q, world.account, batch, -1));
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const rows = await ask<{ state: string; reason: string | null; n: number }>(
      db,
      world,
      "select state, reason, count(*)::int n from message where account_id = $1 group by 1, 2 order by 1",
    );
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ["accepted", null],
      ["blocked", "kill_switch"],
    ]);
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(people);
    expect(await left()).toBe(rows[0]?.n);
    expect(new Set(await because(world))).toContain("sending is turned off for this account");
    expect(await broken(world)).toEqual([]);

    await pull(world, false);
    const before = await left();
    const [late] = await makeContacts(db, world, handsets(1, people));
    const again = await runBatch(db, world, campaign, [late!]);
    await until("the second run is done", async () => (await statusOf(db, world, again)) === "done");
    expect(await left()).toBe(before + 1);
  });
});

describe("the spending limit reached during a run", () => {
  it("lets through what it covers, blocks the rest with the reason, and counts what was spent before", async () => {
    const world = await makeWorld(db, { segmentPriceMicros: 1_000, spendLimitMicros: 13_500 });
    await spent(world, 10_000);
    const contacts = await makeContacts(db, world, handsets(8));
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const rows = await ask<{ reason: string | null }>(
      db,
      world,
      "select reason from message where account_id = $1 order by reason nulls first",
    );
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, null, ...Array(5).fill("spend_limit")]);
    expect((await ask(db, world, "select 1 from simulator_message where account_id = $1")).length).toBe(3);
  });
});
