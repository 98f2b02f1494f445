import { routeDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { liveListScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { afterAll, describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { subscribe } from "../../../test/listener.ts";
import { callNode } from "../../../test/ownCalls.ts";
import { type Received, startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { openEgress } from "../../egress/egress.ts";
import { acceptCall } from "../../inbound/acceptCall.ts";
import { callFromHandset } from "../../inbound/callFromHandset.ts";
import { sendFromHandset } from "../../inbound/sendFromHandset.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "./inboundRoute.ts";

// Spec 2 §3.6: events of inbound calls and texts are sent to a receiver, each under its own id.

const db = await freshDatabase({ connections: 14 });
const server = await testServer(db);
const receiver = await startReceiver();
const pace = { publicUrl: "https://trunkline.example", pace: 0.02 };
const worker = quickWorker(db, {
  egress: openEgress({ allow: [receiver.allow] }),
  publicUrl: pace.publicUrl,
  simulator: { latencyMs: 1, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: pace.pace },
});
afterAll(() => worker.stop());

const idOf = ({ headers }: Received): string => String(headers["webhook-id"]);
// every delivery fails the first time: what is tried again is known by its id
const tried = new Set<string>();
receiver.answer((request, response) => {
  const isFirst = !tried.has(idOf(request));
  tried.add(idOf(request));
  response.writeHead(isFirst ? 503 : 200).end();
});

type Event = { type: string; data: Record<string, string> };

/** The events received, once for each id. Every attempt of one id must have the same content, and there was more than one. */
function receivedEvents(): Event[] {
  return [...Map.groupBy(receiver.received, idOf).values()].map((tries) => {
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    return JSON.parse(tries[0]?.body ?? "") as Event;
  });
}

/** Every event of an account was sent or given up. */
const allEventsSent = (world: EngineWorld) =>
  until("everything is sent", async () => {
    const [left] = await ask<{ n: number }>(
      db,
      world,
      `select count(*)::int n from effect where account_id = $1 and kind = 'deliverEvent' and state not in ('done', 'failed')`,
    );
    return left?.n === 0;
  });

/** How many calls of the account have ended. */
const over = async (world: EngineWorld): Promise<number> =>
  (await ask(db, world, "select 1 from call where account_id = $1 and ended is not null")).length;

/** Leads texts to the inbox, and calls to voicemail. */
async function leadEverything({ account, number }: EngineWorld): Promise<void> {
  const paths = [
    { name: "texts", srcType: "sms", destType: "inbox", dest: "orders" },
    { name: "calls", srcType: "call", destType: "voicemail", dest: "voicemail" },
  ];
  await db.tx([account], async (q) => {
    await insertRouteTag(q, account, "support", "");
    await putRouteNumbers(q, account, "support", { phones: [number], numberSetIds: [] });
    for (const path of paths) {
      const rest = {
        routeTag: "support",
        priority: 1,
        options: { timezone: 0 },
        ruleDTO: { name: "", and: [], or: [] },
      };
      await insertDestination(q, account, routeDestination.parse({ ...path, ...rest }), true);
    }
  });
}

describe("events of texts and calls that come in, at a receiver that fails each the first time (spec 2 §3.6)", () => {
  it("come each once, under an id that stays over retries, with what happened", async () => {
    receiver.received.length = 0;
    const world = await makeWorld(db);
    const { account, number } = world;
    const types = [
      ...["sms_inbound", "inroute", "voicemail", "recording", "live_list_status", "webrtc_user_status"],
      ...["call_dialing", "call_in_progress", "call_completion"],
    ];
    for (const type of types) await subscribe(db, world, type, receiver);
    await leadEverything(world);
    const user = await server.user(account, "owner");
    const by = async (method: string, url: string, body: object) => {
      const answer = await server.call(method, url, { as: user, body });
      expect(answer.body.error).toEqual([]);
      return answer.body.payload;
    };

    const texter = "+13035560177";
    await sendFromHandset(db, account, { from: texter, to: number, text: "Where is my order?", mediaUrl: null });

    const caller = "+13035560178";
    const [voicemail] = await db.tx([account], (q) => callFromHandset(q, account, { from: caller, to: number }, pace));
    await until("the voicemail is left", async () => (await over(world)) === 1);
    // any other carrier brings its calls by the same way
    const accepted = await db.tx([account], (q) =>
      acceptCall(q, account, { from: caller, to: number, carrier: "elsewhere" }),
    );

    await by("POST", "/v4/livelist", { listName: "front-desk", clientIds: [user.userId] });
    await by("PUT", "/v4/agent/phone/", { open: true });
    const waiting = await callIn(db, account, { from: caller, to: number }, liveListScript("front-desk"), pace);
    const [phone] = await by("POST", "/v4/agent/phone/pick", { callId: waiting });
    const { calls: talks } = phone as unknown as { calls: { offerId: string }[] };
    await by("POST", `/v4/agent/phone/${talks[0]?.offerId}/`, { action: "hangUp" });
    await by("PUT", "/v4/agent/phone/", { open: false });
    await until("the talk is over", async () => (await over(world)) === 2);

    const called = "+13035560060";
    const flow = [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "call", children: [3], ...callNode() },
      { id: 3, type: "control", children: [] },
    ];
    await runBatch(db, world, await makeCampaign(db, world, flow), await makeContacts(db, world, [called]));
    await until("the contact was called", async () => (await over(world)) === 3);
    await allEventsSent(world);

    const events = receivedEvents();
    const heard = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
    const of = (callId: string | undefined, more: object) => expect.objectContaining({ callid: callId, ...more });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(types));
    expect(heard("sms_inbound")).toEqual([
      expect.objectContaining({ from: texter, to: number, text: "Where is my order?" }),
    ]);
    const routed = { channel: "call", from: caller, to: number, routetag: "support", outcome: "delivered" };
    expect(heard("inroute")).toHaveLength(3);
    expect(heard("inroute")).toEqual(
      expect.arrayContaining([
        of(voicemail?.callId, routed),
        of(accepted.callId, routed),
        expect.objectContaining({ channel: "sms", from: texter, destination: "texts", dest: "orders" }),
      ]),
    );
    const recorded = { recordingurl: expect.stringMatching(/^https:\/\/trunkline\.example\/assets\//) };
    for (const type of ["recording", "voicemail"])
      expect(heard(type)).toEqual([of(voicemail?.callId, { direction: "in", from: caller, ...recorded })]);
    const calls = (type: string) =>
      heard(type)
        .map(({ direction, callid }) => `${direction} ${callid}`)
        .sort();
    const [dialled] = heard("call_dialing");
    const all = [`in ${voicemail?.callId}`, `in ${waiting}`, `out ${dialled?.["callid"]}`].sort();
    expect(heard("call_dialing")).toEqual([expect.objectContaining({ direction: "out", to: called })]);
    expect(calls("call_in_progress")).toEqual(all);
    expect(calls("call_completion")).toEqual(all);
    expect(
      heard("live_list_status")
        .map(({ status, callid }) => `${status} ${callid}`)
        .sort(),
    ).toEqual([`join ${waiting}`, `pickup ${waiting}`]);
    expect(
      heard("webrtc_user_status")
        .map(({ status, userid }) => `${status} ${userid}`)
        .sort(),
    ).toEqual([
      `available ${user.userId}`,
      `available ${user.userId}`,
      `offline ${user.userId}`,
      `on_call ${user.userId}`,
    ]);
  });

  it("call_threshold and call_threshold_reset come once each", async () => {
    const world = await makeWorld(db, { callThresholdPerMinute: 1 });
    receiver.received.length = 0;
    for (const type of ["call_threshold", "call_threshold_reset"]) await subscribe(db, world, type, receiver);
    const untilSent = (type: string) =>
      until(`${type} is sent`, async () => receiver.received.some(({ body }) => JSON.parse(body).type === type));
    for (const from of ["+13035560177", "+13035560178"])
      await callIn(db, world.account, { from, to: world.number }, [{ do: "hangUp" }], pace);
    const moveCalls = (by: string) =>
      ask(db, world, "update call set submitted = now() - $2::interval where account_id = $1 returning 1", [by]);
    await moveCalls("0 seconds");
    await untilSent("call_threshold");
    await moveCalls("61 seconds");
    await untilSent("call_threshold_reset");
    await allEventsSent(world);
    expect(receivedEvents().map(({ type, data }) => [type, data["callsperminute"], data["threshold"]])).toEqual([
      ["call_threshold", "2", "1"],
      ["call_threshold_reset", "0", "1"],
    ]);
  });
});
