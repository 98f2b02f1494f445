import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
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
import { sendFromHandset } from "../../inbound/sendFromHandset.ts";
import type { Worker } from "../../program/worker.ts";
import type { Database } from "../../store/database.ts";
import { listBroken } from "../../store/invariants.ts";
import { listHandsetTexts, setRcsSwitch } from "../../store/simulator/simulator.ts";
import { insertRcsAgent, insertRcsTemplate, removeRcsTemplate } from "../../store/templates/rcs.ts";

let db: Database;
let worker: Worker;
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db);
});
afterAll(() => worker.stop());

const cards: RcsContent = {
  type: "cards",
  text: "",
  mediaUrl: null,
  cards: [{ title: "For ${firstName}", description: "", mediaUrl: null, height: "short", suggestions: [] }],
  suggestions: [{ kind: "reply", text: "Yes please", target: "" }],
};
/** start → rcsSend → success (4) or failure (5, a text). */
const flow = (world: EngineWorld): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  {
    id: 2,
    type: "rcsSend",
    children: [4, 5],
    rcsTemplateKey: "spring_offer",
    agentId: "the_shop",
    successPath: 4,
    failurePath: 5,
  },
  { id: 4, type: "control", children: [] },
  {
    id: 5,
    type: "smsSend",
    children: [6],
    smsTemplateId: world.template,
    smsTemplateName: "Hello",
    useAiRewording: false,
  },
  { id: 6, type: "control", children: [] },
];

async function rcsWorld(settings: Partial<AccountSettings> = {}, at: Database = db): Promise<EngineWorld> {
  const world = await makeWorld(at, settings);
  await at.tx([world.account], async (q) => {
    await insertRcsAgent(q, world.account, {
      agentId: "the_shop",
      name: "The Shop",
      description: "",
      logoUrl: null,
      connectionId: null,
    });
    await insertRcsTemplate(q, world.account, "spring_offer", cards);
  });
  return world;
}

async function run(world: EngineWorld, phones: readonly string[], dnc?: string): Promise<void> {
  const contacts = await makeContacts(db, world, phones);
  if (dnc)
    await db.tx([world.account], (q) =>
      q.run("insert into dnc (account_id, phone, type, source) select $1, p, $3, 'user' from unnest($2::text[]) p", [
        world.account,
        phones,
        dnc,
      ]),
    );
  const batch = await runBatch(db, world, await makeCampaign(db, world, flow(world)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
}

const sent = (world: EngineWorld) =>
  ask<Record<string, unknown>>(
    db,
    world,
    `select channel, to_number, state, receipt, reason, body from message where account_id = $1 and direction = 'out'
     order by to_number, message_id`,
  );

describe("rcsSend (spec 2 §3.3)", () => {
  it("sends the message of the key, is delivered, then read, and follows the success path", async () => {
    const world = await rcsWorld();
    const [phone = ""] = handsets(1);
    await run(world, [phone]);
    await until("it is read", async () => (await sent(world))[0]?.["receipt"] === "read");
    expect(await sent(world)).toEqual([
      { channel: "rcs", to_number: phone, state: "accepted", receipt: "read", reason: null, body: "For Ann" },
    ]);
    const [shown] = await db.tx([world.account], (q) => listHandsetTexts(q, world.account, phone, null));
    expect(shown).toMatchObject({
      channel: "rcs",
      text: "For Ann",
      number: world.number,
      status: "read",
      rcs: { agentName: "The Shop", templateKey: "spring_offer", cards: [{ title: "For Ann" }] },
    });
  });

  it("takes the failure path and sends a text where RCS or its cards are not available", async () => {
    const world = await rcsWorld();
    const [switchedOff = ""] = handsets(1);
    await db.tx([world.account], (q) => setRcsSwitch(q, world.account, switchedOff, false));
    await run(world, ["+13035560040", "+13035560041", switchedOff]);
    expect(
      (await sent(world)).map(({ to_number, channel, state, reason }) => [to_number, channel, state, reason]),
    ).toEqual([
      ["+13035560040", "rcs", "rejected", "carrier_no_rcs"],
      ["+13035560040", "sms", "accepted", null],
      ["+13035560041", "rcs", "rejected", "carrier_no_feature"],
      ["+13035560041", "sms", "accepted", null],
      [switchedOff, "rcs", "rejected", "carrier_no_rcs"],
      [switchedOff, "sms", "accepted", null],
    ]);
  });

  it("is revoked where the handset is not reached in time: expired, with the reason", async () => {
    const world = await rcsWorld();
    await run(world, ["+13035560042"]);
    await until("it is revoked", async () => (await sent(world))[0]?.["receipt"] === "expired");
    expect(await sent(world)).toMatchObject([{ channel: "rcs", receipt: "expired", reason: "carrier_revoked" }]);
  });

  it("sends no RCS message to a number that the account listed for RCS, and texts it instead", async () => {
    const world = await rcsWorld();
    await run(world, handsets(1), "rcs");
    expect((await sent(world)).map(({ channel, state, reason }) => [channel, state, reason])).toEqual([
      ["rcs", "blocked", "dnc"],
      ["sms", "accepted", null],
    ]);
  });

  it.each([
    { rule: "delivered: the success path", phone: "+13035560043", texts: [] },
    {
      rule: "revoked: the failure path, with the reason",
      phone: "+13035560042",
      texts: ["sms"],
      reason: "carrier_revoked",
    },
    {
      rule: "never accepted: the failure path at once",
      phone: "+13035560040",
      texts: ["sms"],
      reason: "carrier_no_rcs",
    },
  ])(
    "waits for the delivery where the account's setting says that success means delivered (readings, What a node waits for); $rule",
    async ({ phone, texts, reason }) => {
      const world = await rcsWorld({ rcsSuccess: "delivered" });
      await run(world, [phone]);
      const messages = await sent(world);
      expect(messages.filter(({ channel }) => channel === "sms").map(({ channel }) => channel)).toEqual(texts);
      expect(messages.find(({ channel }) => channel === "rcs")).toMatchObject({ reason: reason ?? null });
      const [went] = await ask<{ because: string | null }>(
        db,
        world,
        "select because from step where account_id = $1 and node = 2 and outcome = 0",
      );
      expect(went?.because).toBe(reason === undefined ? null : describeReason(reason));
    },
  );

  it("that is neither delivered nor refused within the account's time limit takes the failure path", async () => {
    const slow = await freshDatabase({ connections: 14 });
    const slowWorker = quickWorker(slow, { simulator: { latencyMs: 1, receiptAfterMs: [600_000, 600_000] } });
    try {
      const world = await rcsWorld({ rcsSuccess: "delivered", rcsDeliveryMinutes: 1 }, slow);
      const contacts = await makeContacts(slow, world, handsets(1));
      const batch = await runBatch(slow, world, await makeCampaign(slow, world, flow(world)), contacts);
      const asking = () =>
        ask<{ seconds: number }>(
          slow,
          world,
          `select date_part('epoch', due_at - now())::int seconds from journey
           where account_id = $1 and status = 1 and node = 2 and due_at is not null`,
        );
      await until("it waits for the delivery", async () => (await asking()).length === 1);
      expect((await asking())[0]?.seconds).toBeGreaterThan(30);
      await ask(slow, world, "update journey set due_at = now(), wake_at = now() where account_id = $1 returning 1");
      await until("the run is done", async () => (await statusOf(slow, world, batch)) === "done");
      const [went] = await ask<{ next_node: number; because: string }>(
        slow,
        world,
        "select next_node, because from step where account_id = $1 and node = 2 and outcome = 0",
      );
      expect(went).toMatchObject({ next_node: 5, because: "it was not delivered within the account's time limit" });
    } finally {
      await slowWorker.stop();
    }
  });

  it("is sent once although its result is unknown at first", async () => {
    const world = await rcsWorld();
    await run(world, ["+13035560099"]);
    expect((await sent(world)).map(({ channel, state }) => [channel, state])).toEqual([["rcs", "accepted"]]);
    expect(await db.tx([world.account], (q) => listHandsetTexts(q, world.account, "+13035560099", null))).toHaveLength(
      1,
    );
  });

  it("hears a tapped reply, and STOP by RCS stops texts as well (readings, STOP)", async () => {
    const world = await rcsWorld();
    const [phone = ""] = handsets(1);
    await run(world, [phone]);
    const tap = (text: string) =>
      sendFromHandset(db, world.account, { from: phone, to: world.number, text, mediaUrl: null, channel: "rcs" });
    await tap("Yes please");
    await tap("STOP");
    const heard = await ask(
      db,
      world,
      "select channel, body, node from message where account_id = $1 and direction = 'in' order by message_id",
    );
    expect(heard).toEqual([
      { channel: "rcs", body: "Yes please", node: 2 },
      { channel: "rcs", body: "STOP", node: 2 },
    ]);
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
  });

  it("fails the journey when the message was deleted", async () => {
    const world = await rcsWorld();
    await db.tx([world.account], (q) => removeRcsTemplate(q, world.account, "spring_offer"));
    await run(world, handsets(1));
    expect(await ask(db, world, "select distinct reason from journey where account_id = $1")).toEqual([
      { reason: "rcs_template_deleted" },
    ]);
  });
});
