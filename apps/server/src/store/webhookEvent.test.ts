import { afterAll, describe, expect, it } from "vitest";
import {
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
import { startReceiver } from "../../test/receiver.ts";
import { openEgress } from "../egress/egress.ts";
import { sendFromHandset } from "../inbound/sendFromHandset.ts";
import { newConnectionId, saveConnection } from "./connection.ts";
import { addDnc, liftDnc } from "./dnc.ts";
import { insertWebhook } from "./webhook.ts";
import { publishEvents } from "./webhookEvent.ts";

// Spec 2 §3.6: every event is delivered at least once, with one stable id across retries.

const db = await freshDatabase({ connections: 12 });
const receiver = await startReceiver();
const second = await startReceiver();
const worker = quickWorker(db, {
  egress: openEgress({ allow: [receiver.allow, second.allow] }),
  publicUrl: "https://trunkline.example",
  simulator: { timeoutMs: 100, callPace: 0.02 },
});
afterAll(() => worker.stop());

async function subscribe(world: EngineWorld, eventType: string, bodyTemplate = "", url = receiver.url): Promise<void> {
  const connection = newConnectionId();
  await db.tx([world.account], async (q) => {
    await saveConnection(q, world.account, connection, {
      name: "C",
      description: "",
      authHeaders: {},
      headers: {},
      signingSecret: null,
    });
    await insertWebhook(q, world.account, {
      name: eventType,
      enabled: true,
      callbackServerConfigId: connection,
      httpMethod: "POST",
      url,
      contentType: "JSON",
      eventType,
      headers: {},
      bodyTemplate,
      successPath: "HTTP_OK",
      successValue: "",
      responseMapping: {},
      errorResponseMapping: {},
      failureStrategy: { retryStrategy: "linear", retryCount: 2, retryDelaySeconds: 1 },
    });
  });
}

const callFlow = [
  { id: 1, type: "start", children: [2] },
  {
    ...{ id: 2, type: "call", children: [3], answerAction: "textToSpeech", textToSpeechText: "Hello", audioUrl: "" },
    ...{ textToSpeechVoice: "en-us-standard-male-1", audioTimeout: 3, useAiRewording: false, dtmfActions: [] },
    ...{ statusCallbackUrl: "", fallbackUrl: "", record: true, recordCallbackUrl: "" },
    ...{ ifMachine: "continue", ifMachineCallbackUrl: "" },
  },
  { id: 3, type: "control", children: [] },
];

const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, string> });
const dataOf = (type: string) => bodies().flatMap((body) => (body.type === type ? [body.data] : []));

describe("events of an account", () => {
  it("tell of a run, its texts out and in, and an opt-out", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    for (const type of ["campaign_status", "sms_outbound", "sms_inbound", "dnc"]) await subscribe(world, type);
    const [phone = ""] = handsets(1);
    const contacts = await makeContacts(db, world, [phone]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("the text is delivered", async () =>
      dataOf("sms_outbound").some(({ status }) => status === "delivered"),
    );
    await sendFromHandset(db, world.account, { from: phone, to: world.number, text: "STOP", mediaUrl: null });
    await until("the stop is told", async () => dataOf("dnc").length > 0 && dataOf("sms_inbound").length > 0);
    expect(await statusOf(db, world, batch)).toBe("running");
    expect(dataOf("campaign_status")[0]).toMatchObject({ batchid: batch, displayname: "Run", status: "running" });
    expect(dataOf("sms_outbound").map(({ status }) => status)).toEqual(
      expect.arrayContaining(["submitted", "delivered"]),
    );
    expect(dataOf("sms_inbound")[0]).toMatchObject({ from: phone, to: world.number, text: "STOP" });
    expect(dataOf("dnc")[0]).toMatchObject({ phone, action: "add", source: "reply" });
  });

  it("tell of a call that is placed, answered, recorded and over", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    const types = ["call_dialing", "call_in_progress", "recording", "call_completion"];
    for (const type of types) await subscribe(world, type);
    const phone = "+13035550060";
    const contacts = await makeContacts(db, world, [phone]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, callFlow), contacts);
    await until("the call is told", async () => types.every((type) => dataOf(type).length > 0));
    expect(dataOf("call_dialing")[0]).toMatchObject({ direction: "out", to: phone, batchid: batch });
    expect(dataOf("call_in_progress")[0]).toMatchObject({ answeredby: "human" });
    expect(dataOf("recording")[0]?.["recordingurl"]).toMatch(/^https:\/\/trunkline\.example\/assets\//);
    expect(dataOf("call_completion")).toEqual([expect.objectContaining({ status: "completed", answeredby: "human" })]);
  });

  it("keep their id over retries, fill a template with contact and event, and are nobody else's", async () => {
    const world = await makeWorld(db);
    const other = await makeWorld(db);
    await subscribe(world, "contact_edit", '{"who": "${firstName}", "id": "${contactid}"}', second.url);
    await subscribe(other, "contact_edit");
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

  it("that nobody listens to leave nothing behind", async () => {
    const world = await makeWorld(db);
    const change = { accountId: world.account, phone: "+12025550177", types: ["sms" as const], source: "api" as const };
    await db.tx([world.account], async (q) => {
      await addDnc(q, [change]);
      await liftDnc(q, [change]);
      expect(await q.rows("select from effect where account_id = $1", [world.account])).toEqual([]);
    });
  });
});
