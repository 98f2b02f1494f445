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
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { addDnc } from "../../store/doNotContact/dnc.ts";
import { listBroken } from "../../store/invariants.ts";
import { moveMessages } from "../../store/messages/message.ts";
import { insertReceipts } from "../../store/messages/receipt.ts";

let db: Database;
let worker: Worker;

beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db, { unknownAfterMs: 300 });
});
afterAll(() => worker.stop());

interface Outcome {
  phone: string;
  state: string;
  receipt: string | null;
  reason: string | null;
  attempt: number;
  because: string | null;
}

const outcomes = (world: EngineWorld): Promise<Outcome[]> =>
  ask<Outcome>(
    db,
    world,
    `select m.to_number phone, m.state, m.receipt, m.reason, m.attempt,
       (select s.because from step s where s.account_id = m.account_id and s.journey_id = m.journey_id and s.node = 2 and s.outcome = 0) because
     from message m where m.account_id = $1 order by m.to_number`,
  );

async function sendTo(world: EngineWorld, phones: readonly string[]): Promise<string> {
  const contacts = await makeContacts(db, world, phones);
  const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  return batch;
}

describe("sending with the simulated carrier (packages/carriers/README.md)", () => {
  it("ends every text as the handset's suffix says, sends nothing twice, and continues every journey", async () => {
    const world = await makeWorld(db);
    const suffixes = [
      "0002",
      "0003",
      "0004",
      "0005",
      "0006",
      "0007",
      "0008",
      "0010",
      "0029",
      "0030",
      "0033",
      "0050",
      "0051",
      "0098",
      "0099",
      "1234",
    ];
    await sendTo(
      world,
      suffixes.map((suffix) => `+1303555${suffix}`),
    );
    await until("every receipt has been reported", async () => {
      const owed = await ask(
        db,
        world,
        "select 1 from simulator_message where account_id = $1 and owed_at is not null",
      );
      return owed.length === 0;
    });
    const rows = await outcomes(world);
    expect(rows.map((row) => [row.phone.slice(-4), row.state, row.receipt, row.reason])).toEqual([
      ["0002", "accepted", null, null],
      ["0003", "accepted", "undelivered", "carrier_unreachable"],
      ["0004", "accepted", "expired", "carrier_unreachable"],
      ["0005", "accepted", "undelivered", "carrier_invalid_number"],
      ["0006", "accepted", "undelivered", "carrier_landline"],
      ["0007", "accepted", "undelivered", "carrier_filtered"],
      ["0008", "accepted", "undelivered", "carrier_unknown"],
      ["0010", "accepted", "read", null],
      ["0029", "accepted", "delivered", null],
      ["0030", "accepted", "delivered", null],
      ["0033", "accepted", "read", null],
      ["0050", "rejected", null, "carrier_rejected"],
      ["0051", "rejected", null, "carrier_opted_out"],
      ["0098", "unknown", null, "in_doubt"],
      ["0099", "accepted", "delivered", null],
      ["1234", "accepted", "delivered", null],
    ]);
    const attempts = Object.fromEntries(rows.map((row) => [row.phone.slice(-4), row.attempt]));
    expect(attempts).toMatchObject({ "0029": 2, "0030": 2, "0050": 1, "0098": 1, "0099": 1 });
    expect(rows.find((row) => row.phone.endsWith("0050"))?.because).toBe("the carrier refused it");
    expect(rows.find((row) => row.phone.endsWith("0098"))?.because).toBe(
      "it is unknown whether the carrier received it",
    );
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("keeps every receipt as it came, repeated ones too", async () => {
    const world = await makeWorld(db);
    await sendTo(world, ["+13035550033"]);
    await until(
      "five receipts",
      async () => (await ask(db, world, "select 1 from receipt where account_id = $1")).length === 5,
    );
    const [row] = await outcomes(world);
    expect(row?.receipt).toBe("read");
  });
});

describe("a receipt that is quicker than the answer (architecture, Sending)", () => {
  it.each<["delivered" | "undelivered", string | null]>([
    ["delivered", null],
    ["undelivered", "carrier_unreachable"],
  ])("%s: says what became of the text, whatever doubt there was about its sending", async (status, reason) => {
    const world = await makeWorld(db);
    // its receipts never come by themselves
    await sendTo(world, ["+13035550002"]);
    // in one transaction, out of the worker's sight
    const last = await db.tx([world.account], async (q) => {
      const row = await q.one<{ messageId: string }>(
        `update message set state = 'submitting' where account_id = $1 returning message_id "messageId"`,
        [world.account],
      );
      const key = { accountId: world.account, messageId: row?.messageId ?? "" };
      await insertReceipts(q, 0, [{ ...key, status, code: null, reason }]);
      await moveMessages(q, ["submitting"], [{ ...key, state: "in_doubt", reason: "in_doubt" }], null);
      await moveMessages(q, ["in_doubt"], [{ ...key, state: "accepted", reason: null }], null);
      return q.one("select state, receipt, reason from message where account_id = $1", [world.account]);
    });
    expect(last).toEqual({ state: "accepted", receipt: status, reason });
  });
});

describe("what stops a text before the carrier (architecture, Sending)", () => {
  it("a number on the do-not-contact list is blocked even when the contact's bits do not know it", async () => {
    const world = await makeWorld(db);
    const [phone] = handsets(1);
    const contacts = await makeContacts(db, world, [phone!]);
    await db.tx([world.account], async (q) => {
      await addDnc(q, [{ accountId: world.account, phone: phone!, types: ["sms"], source: "api" }]);
      await q.run("update contact set dnc = 0 where account_id = $1", [world.account]);
    });
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await outcomes(world)).toMatchObject([
      { state: "blocked", reason: "dnc", because: "the contact is on the do-not-contact list" },
    ]);
    expect(await ask(db, world, "select 1 from simulator_message where account_id = $1")).toEqual([]);
  });

  it("a text names the contact's own refusal also where the account listed the number as well", async () => {
    const world = await makeWorld(db);
    const [phone] = handsets(1);
    const contacts = await makeContacts(db, world, [phone!]);
    await db.tx([world.account], async (q) => {
      for (const source of ["api", "reply"] as const)
        await addDnc(q, [{ accountId: world.account, phone: phone!, types: ["sms"], source }]);
      await q.run("update contact set dnc = 0 where account_id = $1", [world.account]);
    });
    const batch = await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect(await outcomes(world)).toMatchObject([
      { state: "blocked", reason: "opted_out", because: "the contact has opted out" },
    ]);
  });

  it("the kill switch blocks everything", async () => {
    const world = await makeWorld(db, { killSwitch: true });
    await sendTo(world, handsets(2));
    expect((await outcomes(world)).map((row) => [row.state, row.reason])).toEqual([
      ["blocked", "kill_switch"],
      ["blocked", "kill_switch"],
    ]);
  });

  it("the spend limit lets through what it covers", async () => {
    const world = await makeWorld(db, { segmentPriceMicros: 1_000, spendLimitMicros: 3_500 });
    await sendTo(world, handsets(5));
    const states = (await outcomes(world)).map((row) => row.state).sort();
    expect(states).toEqual(["accepted", "accepted", "accepted", "blocked", "blocked"]);
  });

  it("numbers outside the allowed countries and premium numbers are blocked", async () => {
    const world = await makeWorld(db);
    await sendTo(world, ["+447700900123", "+19005551234"]);
    expect((await outcomes(world)).map((row) => row.reason).sort()).toEqual(["country_blocked", "premium_blocked"]);
  });

  it("a country that the account has opened is texted (settings, countries)", async () => {
    const world = await makeWorld(db, { countryCodes: ["+44"] });
    await sendTo(world, ["+447700900123", ...handsets(1)]);
    expect((await outcomes(world)).map((row) => row.reason).sort()).toEqual(["country_blocked", null]);
  });

  it("a number set without numbers sends nothing, and says so", async () => {
    const world = await makeWorld(db);
    await ask(db, world, "delete from number_set_number where account_id = $1 returning 1");
    await sendTo(world, handsets(1));
    expect(await outcomes(world)).toMatchObject([{ state: "blocked", reason: "no_number" }]);
  });
});
