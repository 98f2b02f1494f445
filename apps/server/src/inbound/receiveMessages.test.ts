import { dncBits, optOutMask } from "@trunkline/workflow/parts/phone/dnc.ts";
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
  statusOf,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import type { Worker } from "../program/worker.ts";
import type { Database } from "../store/database.ts";
import { addDnc, liftDnc } from "../store/doNotContact/dnc.ts";
import { listBroken } from "../store/invariants.ts";
import { receiveMessage } from "./receiveMessage.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

let refs = 0;
const text = (world: EngineWorld, from: string, words: string, carrierRef = `ref-${++refs}`) =>
  receiveMessage(db, { from, to: world.number, text: words, mediaUrl: null, carrier: "simulated", carrierRef });

const onHandset = (world: EngineWorld, handset: string): Promise<{ body: string }[]> =>
  ask(
    db,
    world,
    "select body from simulator_message where account_id = $1 and handset = $2 and direction = 'to_handset' order by simulator_id",
    [handset],
  );

describe("texts that come in (readings, Replies)", () => {
  it("are taken once per carrier's id, also when both come at the same time", async () => {
    const world = await makeWorld(db);
    const answers = await Promise.all([
      text(world, "+13037771212", "hello", "same"),
      text(world, "+13037771212", "hello", "same"),
    ]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await text(world, "+13037771212", "hello", "same")).toBeNull();
    expect(await ask(db, world, "select 1 from message where account_id = $1")).toHaveLength(1);
  });

  it("make a contact of a stranger, with the zones of the area code", async () => {
    const world = await makeWorld(db);
    await text(world, "(303) 777-3434", "hello");
    expect(await ask(db, world, "select phone, zones_from, zones from contact where account_id = $1")).toEqual([
      { phone: "+13037773434", zones_from: "areaCode", zones: ["America/Denver"] },
    ]);
  });

  it("make a contact that is stopped where the account's list has the number already", async () => {
    const world = await makeWorld(db);
    const phone = "+13037773435";
    await db.tx([world.account], (q) =>
      addDnc(q, [{ accountId: world.account, phone, types: ["sms", "call"], source: "api" }]),
    );
    await text(world, phone, "hello");
    expect(await ask(db, world, "select phone, dnc from contact where account_id = $1")).toEqual([
      { phone, dnc: dncBits.sms + dncBits.call },
    ]);
  });

  it("to a number without an account are ignored", async () => {
    const answer = await receiveMessage(db, {
      from: "+13037771212",
      to: "+12025559999",
      text: "hi",
      mediaUrl: null,
      carrier: "simulated",
      carrierRef: "x",
    });
    expect(answer).toBeNull();
  });

  it("wake the event node that listens, whatever else waits, and are counted as replies", async () => {
    const world = await makeWorld(db);
    const phones = handsets(2, 50);
    const batch = await runBatch(
      db,
      world,
      await makeCampaign(db, world, replyFlow(world.template)),
      await makeContacts(db, world, phones),
    );
    await until(
      "both wait",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and status = 2")).length === 2,
    );
    await text(world, phones[0]!, "maybe");
    await text(world, phones[0]!, "Yes ");
    await text(world, phones[1]!, "no");
    await until(
      "one has ended",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and status = 3")).length === 1,
    );
    await until("the other has heard", async () => {
      const rows = await ask<{ reply: string }>(
        db,
        world,
        "select vars->>'node2.reply' reply from journey where account_id = $1 and status = 2",
      );
      return rows[0]?.reply === "no";
    });
    expect(await ask(db, world, "select sum(replies)::int n from campaign_count where account_id = $1")).toEqual([
      { n: 3 },
    ]);
    expect(await statusOf(db, world, batch)).toBe("running");
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});

describe("STOP, START and HELP (telecom §5.2)", () => {
  it("STOP stops texts with its commit, is confirmed once, and journeys go on without their text", async () => {
    const world = await makeWorld(db, { brandName: "Acme" });
    const [phone] = handsets(1, 70);
    const contacts = await makeContacts(db, world, [phone!]);
    const campaign = await makeCampaign(db, world, replyFlow(world.template, 1, "seconds"));
    const first = await runBatch(db, world, campaign, contacts);
    await until("the run is done", async () => (await statusOf(db, world, first)) === "done");
    await text(world, phone!, "Stop.");
    await text(world, phone!, "STOP");
    await until("it is confirmed", async () => (await onHandset(world, phone!)).length === 2);
    const second = await runBatch(db, world, campaign, contacts);
    await until("the second run is done", async () => (await statusOf(db, world, second)) === "done");
    const shown = await onHandset(world, phone!);
    expect(shown.map((one) => one.body)).toEqual([
      "Hi Ann, the gold offer of Boston ends soon.",
      "Acme: You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.",
    ]);
    expect(await ask(db, world, "select type, source from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs", source: "reply" },
      { type: "sms", source: "reply" },
    ]);
    expect(await ask(db, world, "select sum(opt_outs)::int n from campaign_count where account_id = $1")).toEqual([
      { n: 1 },
    ]);
    expect(await ask(db, world, "select dnc from contact where account_id = $1")).toEqual([{ dnc: optOutMask }]);
    await text(world, phone!, "start");
    await until("START is confirmed", async () => (await onHandset(world, phone!)).length === 3);
    expect(await ask(db, world, "select 1 from dnc where account_id = $1")).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("START lifts the contact's own STOP, and not what the account stopped for reasons of its own", async () => {
    const world = await makeWorld(db);
    const phone = "+13037775757";
    const court = { accountId: world.account, phone, types: ["call", "sms", "rcs"] as const, source: "page" as const };
    await text(world, phone, "hello");
    await db.tx([world.account], (q) => addDnc(q, [court]));
    const entries = () => ask(db, world, "select type, party from dnc where account_id = $1 order by type, party");
    const bits = () => ask(db, world, "select dnc from contact where account_id = $1");
    const account = ["call", "rcs", "sms"].map((type) => ({ type, party: "account" }));
    expect((await text(world, phone, "yes"))?.word).toBeNull();
    await text(world, phone, "stop");
    expect(await entries()).toEqual([
      { type: "call", party: "account" },
      ...["rcs", "sms"].flatMap((type) => [
        { type, party: "account" },
        { type, party: "contact" },
      ]),
    ]);
    await until("STOP is confirmed", async () => (await onHandset(world, phone)).length === 1);
    await text(world, phone, "start");
    expect([await entries(), await bits()]).toEqual([account, [{ dnc: dncBits.all }]]);
    await text(world, phone, "stop");
    expect(await db.tx([world.account], (q) => liftDnc(q, [court]))).toBe(3);
    expect(await bits()).toEqual([{ dnc: optOutMask }]);
    await text(world, phone, "start");
    expect([await entries(), await bits()]).toEqual([[], [{ dnc: 0 }]]);
    await until(
      "each STOP and the START that opened texts again are confirmed",
      async () => (await onHandset(world, phone)).length === 3,
    );
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("YES opts in an opted-out contact and is a plain reply from anyone else", async () => {
    const world = await makeWorld(db);
    expect((await text(world, "+13037775656", "yes"))?.word).toBeNull();
    await text(world, "+13037775656", "stop");
    expect((await text(world, "+13037775656", "yes"))?.word).toBe("start");
  });

  it("HELP is answered with the brand and the way to stop", async () => {
    const world = await makeWorld(db, { brandName: "Acme", helpContact: "help@acme.example" });
    await text(world, "+13037777878", "help");
    await until("help is there", async () => (await onHandset(world, "+13037777878")).length === 1);
    expect((await onHandset(world, "+13037777878"))[0]?.body).toBe(
      "Acme: For help contact help@acme.example. Msg&Data rates may apply. Reply STOP to cancel.",
    );
  });

  it("a crowd that stops, starts and stops again in one moment is obeyed each in their order", async () => {
    const world = await makeWorld(db);
    const phones = handsets(20, 700);
    await Promise.all(
      phones.flatMap((phone, at) =>
        ["STOP", "START", at < 10 ? "HELP" : "STOP", "stop"].map((word) => text(world, phone, word)),
      ),
    );
    const stopped = "select phone from dnc where account_id = $1 and type = 'sms' order by phone";
    expect(await ask(db, world, stopped)).toEqual([...phones].sort().map((phone) => ({ phone })));
    const changes =
      "select phone, string_agg(action, ' ' order by action) said from consent where account_id = $1 and type = 'sms' group by phone";
    expect((await ask<{ said: string }>(db, world, changes)).map(({ said }) => said)).toEqual(
      phones.map(() => "in out out"),
    );
    // the second of two STOPs is not confirmed again
    // counted by direction: a confirmation whose sender was away for a moment has another reason by now
    const answers = "select count(*)::int n from message where account_id = $1 and direction = 'out'";
    expect(await ask(db, world, answers)).toEqual([{ n: 10 * 4 + 10 * 3 }]);
  });

  it("STOP cancels texts that are still queued, and their journeys hear why", async () => {
    const world = await makeWorld(db);
    const [phone] = handsets(1, 90);
    const contacts = await makeContacts(db, world, [phone!]);
    // held back so that the text is queued when STOP comes
    await ask(db, world, "update number set carrier = 'unknown' where account_id = $1 returning 1");
    const batch = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until(
      "the text is there",
      async () => (await ask(db, world, "select 1 from message where account_id = $1")).length === 1,
    );
    await text(world, phone!, "stop");
    await until(
      "the journey waits for a reply",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and status = 2")).length === 1,
    );
    expect(batch).not.toBe("");
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });
});
