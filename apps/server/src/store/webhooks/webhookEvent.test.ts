import { afterAll, describe, expect, it } from "vitest";
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
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { eventsReceived, subscribe } from "../../../test/listener.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { openEgress } from "../../egress/egress.ts";
import { sendFromHandset } from "../../inbound/sendFromHandset.ts";
import { addDnc, liftDnc } from "../doNotContact/dnc.ts";
import { endMessages } from "../journeys/answer.ts";
import { moveMessages } from "../messages/message.ts";
import { insertMessages } from "../messages/queuedMessage.ts";
import { insertReceipts } from "../messages/receipt.ts";
import { newId } from "../newId.ts";
import { stopBatch } from "../runs/batch.ts";
import { publishContacts, publishEvents } from "./webhookEvent.ts";

// Spec 2 §3.6: every event is delivered at least once, with one stable id across retries.

const db = await freshDatabase({ connections: 12 });
const receiver = await startReceiver();
const second = await startReceiver();
const worker = quickWorker(db, {
  egress: openEgress({ allow: [receiver.allow, second.allow] }),
  publicUrl: "https://trunkline.example",
  simulator: { latencyMs: 1, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: 0.02 },
  unknownAfterMs: 1,
});
afterAll(() => worker.stop());

const hears = (world: EngineWorld, eventType: string, bodyTemplate = "", at = receiver) =>
  subscribe(db, world, eventType, at, { bodyTemplate });

const callFlow = [
  { id: 1, type: "start", children: [2] },
  {
    id: 2,
    type: "call",
    children: [3],
    answerAction: "textToSpeech",
    textToSpeechText: "Hello",
    audioUrl: "",
    textToSpeechVoice: "en-us-standard-male-1",
    audioTimeout: 3,
    useAiRewording: false,
    dtmfActions: [],
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: true,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
  },
  { id: 3, type: "control", children: [] },
];

const dataOf = (type: string) => eventsReceived(receiver, type);

describe("events of an account", () => {
  it("report a run, its texts out and in, and an opt-out", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    for (const type of ["campaign_status", "sms_outbound", "sms_inbound", "dnc"]) await hears(world, type);
    const [phone = ""] = handsets(1);
    const contacts = await makeContacts(db, world, [phone]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("the text is delivered", async () =>
      dataOf("sms_outbound").some(({ status }) => status === "delivered"),
    );
    await sendFromHandset(db, world.account, { from: phone, to: world.number, text: "STOP", mediaUrl: null });
    await until("the stop is sent", async () => dataOf("dnc").length > 0 && dataOf("sms_inbound").length > 0);
    // requests leave together, and an earlier one may arrive later
    await until("the earlier events are sent", async () => {
      const statuses = dataOf("sms_outbound").map(({ status }) => status);
      return dataOf("campaign_status").length > 0 && statuses.includes("submitted");
    });
    expect(await statusOf(db, world, batch)).toBe("running");
    expect(dataOf("campaign_status")[0]).toMatchObject({ batchid: batch, displayname: "Run", status: "running" });
    expect(dataOf("sms_outbound").map(({ status }) => status)).toEqual(
      expect.arrayContaining(["submitted", "delivered"]),
    );
    expect(dataOf("sms_inbound")[0]).toMatchObject({ from: phone, to: world.number, text: "STOP" });
    expect(dataOf("dnc")[0]).toMatchObject({ phone, action: "add", source: "reply" });
  });

  it("report a text whose receipt is stored before it is accepted as submitted and delivered", async () => {
    const world = await makeWorld(db);
    await hears(world, "sms_outbound");
    // its receipts never come by themselves
    const phone = "+13035550002";
    const statuses = () => dataOf("sms_outbound").flatMap(({ to, status }) => (to === phone ? [status] : []));
    const contacts = await makeContacts(db, world, [phone]);
    await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("the text is sent", async () => statuses().length === 1);
    // in one transaction, out of the worker's sight
    await db.tx([world.account], async (q) => {
      const row = await q.one<{ messageId: string }>(
        `update message set state = 'submitting' where account_id = $1 returning message_id "messageId"`,
        [world.account],
      );
      const key = { accountId: world.account, messageId: row?.messageId ?? "" };
      await insertReceipts(q, 0, [{ ...key, status: "delivered", code: null, reason: null }]);
      const moved = await moveMessages(q, ["submitting"], [{ ...key, state: "accepted", reason: null }], null);
      await endMessages(q, moved, () => undefined);
    });
    await until("both are sent", async () => statuses().length === 3);
    expect(statuses().toSorted()).toEqual(["delivered", "submitted", "submitted"]);
  });

  it("report a call that is placed, answered, recorded and over", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    const types = ["call_dialing", "call_in_progress", "recording", "call_completion"];
    for (const type of types) await hears(world, type);
    const phone = "+13035550060";
    const contacts = await makeContacts(db, world, [phone]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, callFlow), contacts);
    await until("the call is sent", async () => types.every((type) => dataOf(type).length > 0));
    expect(dataOf("call_dialing")[0]).toMatchObject({ direction: "out", to: phone, batchid: batch });
    expect(dataOf("call_in_progress")[0]).toMatchObject({ answeredby: "human" });
    expect(dataOf("recording")[0]?.["recordingurl"]).toMatch(/^https:\/\/trunkline\.example\/assets\//);
    expect(dataOf("call_completion")).toEqual([expect.objectContaining({ status: "completed", answeredby: "human" })]);
  });

  it("report a voicemail that was left behind a key, next to its recording (spec 2 §3.3 voicemailSay)", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    for (const type of ["recording", "voicemail"]) await hears(world, type);
    const [start, call, end] = callFlow;
    const dtmfActions = [{ number: 1, action: "voicemailSay", actionContext: "After the beep", useAiRewording: false }];
    const flow = [start, { ...call, record: false, dtmfActions }, end] as typeof callFlow;
    await runBatch(db, world, await makeCampaign(db, world, flow), await makeContacts(db, world, ["+13035560068"]));
    await until("the voicemail is sent", async () => dataOf("voicemail").length > 0 && dataOf("recording").length > 0);
    expect(dataOf("voicemail")).toEqual([
      expect.objectContaining({ to: "+13035560068", digits: "1", recordingseconds: expect.stringMatching(/^\d+$/) }),
    ]);
    expect(dataOf("voicemail")[0]?.["recordingurl"]).toBe(dataOf("recording")[0]?.["recordingurl"]);
  });

  const ordinary = handsets(1, 80)[0] as string;
  it.each([
    { rule: "of a contact who opted out", phone: ordinary, refused: true, status: "blocked", reason: "opted_out" },
    { rule: "to a country that is not sent to", phone: "+442071838750", status: "blocked", reason: "country_blocked" },
    {
      rule: "while sending is held",
      phone: ordinary,
      settings: { killSwitch: true },
      status: "blocked",
      reason: "kill_switch",
    },
    { rule: "that the carrier refuses", phone: "+13035560050", status: "rejected", reason: "carrier_rejected" },
    { rule: "that is never found", phone: "+13035560098", status: "unknown", reason: "in_doubt" },
  ])(
    "report a text $rule, with status and reason: $status, $reason",
    async ({ phone, refused, settings, status, reason }) => {
      receiver.received.length = 0;
      const world = await makeWorld(db, settings);
      await hears(world, "sms_outbound");
      const contacts = await makeContacts(db, world, [phone]);
      if (refused)
        await db.tx([world.account], (q) =>
          addDnc(q, [{ accountId: world.account, phone, types: ["sms"], source: "reply" }]),
        );
      const batchid = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
      await until("the text is sent", async () => dataOf("sms_outbound").length > 0);
      expect(dataOf("sms_outbound")).toEqual([
        expect.objectContaining({ to: phone, channel: "sms", batchid, status, reason }),
      ]);
    },
  );

  it("report the texts of a stopped run as cancelled", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    await hears(world, "sms_outbound");
    const contacts = await makeContacts(db, world, handsets(3, 90));
    const campaign = await makeCampaign(db, world, replyFlow(world.template));
    const batch = await runBatch(db, world, campaign, contacts, 3_600_000);
    await until("the first text is sent", async () => dataOf("sms_outbound").length > 0);
    await db.tx([world.account], async (q) => {
      const waiting = { ...campaign, accountId: world.account, batchId: batch, journeyId: null, node: null };
      await insertMessages(q, [
        {
          ...waiting,
          messageId: newId(),
          contactId: contacts[2] ?? null,
          revision: null,
          from: world.number,
          to: "+13035567777",
          text: "Later",
          mediaUrl: null,
          segments: 1,
          encoding: "GSM7",
          state: "queued",
          reason: null,
          costMicros: 0,
          carrier: "simulated",
          openUntilMs: null,
        },
      ]);
      await stopBatch(q, world.account, batch, "stop");
    });
    await until("the stop is sent", async () =>
      dataOf("sms_outbound").some(({ status, reason }) => status === "cancelled" && reason === "stopped"),
    );
  });

  it("keep their id over retries, fill a template with contact and event, and stay within their account", async () => {
    const world = await makeWorld(db);
    const other = await makeWorld(db);
    await hears(world, "contact_edit", '{"who": "${firstName}", "id": "${contactid}"}', second);
    await hears(other, "contact_edit");
    const [contactId = ""] = await makeContacts(db, world, handsets(1, 50));
    let n = 0;
    second.answer((_, response) => response.writeHead(n++ === 0 ? 503 : 200).end());
    await db.tx([world.account], (q) =>
      publishEvents(q, [
        { accountId: world.account, eventType: "contact_edit", contactId, data: { contactid: contactId } },
      ]),
    );
    await until("it was tried twice", async () => second.received.length === 2);
    expect(new Set(second.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(second.received[1]?.body).toBe(JSON.stringify({ who: "Ann", id: contactId }));
  });

  it("are tried once where the failure strategy is off, and the delivery says why (spec 2 §4.6)", async () => {
    const world = await makeWorld(db);
    second.received.length = 0;
    second.answer((_, response) => response.writeHead(503).end());
    const failureStrategy = { retryStrategy: "none" as const, retryCount: 3, retryDelaySeconds: 1 };
    await subscribe(db, world, "contact_edit", second, { failureStrategy });
    const [contactId = ""] = await makeContacts(db, world, handsets(1, 51));
    await db.tx([world.account], (q) =>
      publishContacts(q, [{ accountId: world.account, contactId, eventType: "contact_edit", source: "api" }]),
    );
    const ends = () => ask<{ state: string }>(db, world, "select state from effect where account_id = $1");
    await until("it has failed", async () => (await ends())[0]?.state === "failed");
    expect(second.received).toHaveLength(1);
  });

  it("come a second time, under the same id, when the worker died between the answer and its commit", async () => {
    const world = await makeWorld(db);
    second.received.length = 0;
    second.answer((_, response) => response.end("{}"));
    await subscribe(db, world, "contact_edit", second);
    const [contactId = ""] = await makeContacts(db, world, handsets(1, 52));
    await db.tx([world.account], (q) =>
      publishContacts(q, [{ accountId: world.account, contactId, eventType: "contact_edit", source: "api" }]),
    );
    const ends = () => ask<{ state: string }>(db, world, "select state from effect where account_id = $1");
    await until("it is done", async () => (await ends())[0]?.state === "done");
    // as a worker leaves it that dies before it writes the end: under way, claimed by a dead worker
    const dead = newId();
    await db.global((q) =>
      q.run(
        "insert into worker (worker_id, slot, host, seen_at) values ($1, 4000, 'gone', now() - interval '1 hour')",
        [dead],
      ),
    );
    await ask(db, world, "update effect set state = 'under_way', worker = $2 where account_id = $1 returning 1", [
      dead,
    ]);
    await until("it came again", async () => second.received.length === 2);
    await until("it is done again", async () => (await ends())[0]?.state === "done");
    expect(new Set(second.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("without a subscriber leave nothing behind", async () => {
    const world = await makeWorld(db);
    const change = { accountId: world.account, phone: "+12025550177", types: ["sms" as const], source: "api" as const };
    await db.tx([world.account], async (q) => {
      await addDnc(q, [change]);
      await liftDnc(q, [change]);
      expect(await q.rows("select from effect where account_id = $1", [world.account])).toEqual([]);
    });
  });
});
