import { liveListScript, workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { connectCallBacks } from "../../jobs/agents/connectCallBacks.ts";
import { followCallbacks } from "../../jobs/agents/followCallbacks.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";
import { CallTurns } from "../../jobs/calls/callTurns.ts";
import { placeCalls } from "../../jobs/calls/placeCalls.ts";
import { ServiceWatch } from "../../jobs/carriers/serviceWatch.ts";
import { openSimulatedVoice } from "../../jobs/simulator/runSimulatedCalls.ts";
import { listBroken } from "../../store/invariants.ts";
import { listCallLegs } from "../../store/simulator/simulatorCall.ts";

const db = await freshDatabase();
const server = await testServer(db);
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const carrier = openSimulatedVoice(db, world);
const placer = {
  workerId: crypto.randomUUID(),
  carriers: { of: async () => carrier },
  turns: new CallTurns(),
  watch: new ServiceWatch("calls"),
  isAlive: () => true,
};
const words = "If you do not want to wait, press 2. We will call you back, and you keep your place.";
let next = 12_025_550_200;

interface PhoneCall {
  offerId: string;
  callId: string;
  state: string;
  kind: string;
  phone: string;
  isCallback: boolean;
}

/** An account with one number, one agent in a work group and a live list, and callers. */
async function scene(settings: object = {}) {
  const { account, key } = await server.account();
  const admin = async (method: string, url: string, body?: unknown) =>
    (await server.call(method, url, { as: { key }, body })).body;
  const [free] = (await admin("GET", "/v4/number/available?count=1")).payload;
  const own = String((await admin("POST", "/v4/number/", { phone: free?.["phone"] })).payload[0]?.["phone"]);
  await admin("PUT", "/v4/account/", { settings });
  const ann = await server.user(account, "owner");
  const mine = async (method: string, url: string, body?: unknown) =>
    (await server.call(method, url, { as: { cookie: ann.cookie }, body })).body;
  const group = { name: "Sales", members: [{ userId: ann.userId }], distributionType: 1 };
  const [sales] = (await admin("POST", "/v4/workgroup/", group)).payload;
  await admin("POST", "/v4/livelist", { listName: "desk", clientIds: [ann.userId] });
  await mine("PUT", "/v4/agent/phone/", { open: true });
  const phone = async () =>
    (await mine("GET", "/v4/agent/phone/")).payload[0] as unknown as {
      calls: PhoneCall[];
      waiting: { callId: string; isCallback: boolean; phone: string }[];
    };
  const act = async (action: string) => {
    const [call] = (await phone()).calls;
    return mine("POST", `/v4/agent/phone/${call?.offerId}/`, { action });
  };
  const callers = () => `+${next++}`;
  const call = (from: string, script = workGroupScript("Sales")) =>
    callIn(db, account, { from, to: own }, script, world);
  const press = (callId: string, keys: string) =>
    db.tx([account], (q) =>
      moveCall(
        q,
        { accountId: account, callId },
        ([leg]) => [{ legId: leg!.legId, input: { input: "keys", keys } }],
        world,
      ),
    );
  const story = (callId: string) =>
    db.tx([account], async (q) =>
      (await listCallLegs(q, account, callId)).flatMap(({ log }) => log.map(({ text }) => text)),
    );
  const work = async () => {
    await offerCallers(db, [account], world);
    await placeCalls(db, [{ accountId: account, batchId: account, quota: 10 }], placer);
    await connectCallBacks(db, [account], world);
    await followCallbacks(db, [account]);
  };
  const callbacks = async (query = "") => (await admin("GET", `/v4/call-center/callback/${query}`)).payload;
  const handset = (callId: string, body: object) => admin("POST", `/v4/simulator/call/${callId}/`, body);
  const soon = () =>
    db.tx([account], (q) =>
      q.run("update caller set offering = jsonb_set(offering, '{notBeforeMs}', '0') where account_id = $1", [account]),
    );
  const broken = () => db.tx([account], (q) => listBroken(q, account));
  const parts = { account, own, ann, sales, admin, mine, phone, act, callers, call, press, story, work };
  return { ...parts, callbacks, handset, soon, broken };
}

const on = { callbackOffer: true };

describe("callbacks of callers who wait (decision 0110)", () => {
  it("are off at first: no one hears of them, and the key does nothing", async () => {
    const { call, callers, press, story, callbacks } = await scene();
    const callId = await call(callers());
    await press(callId, "2");
    expect(await story(callId)).toEqual(["Answered", "Waits for Sales", "2"]);
    expect(await callbacks()).toEqual([]);
  });

  it("keep the caller's place, ring the agent first, and call from the number that was called", async () => {
    const { own, call, callers, press, story, work, phone, act, callbacks, handset, admin, broken } = await scene(on);
    const [first, second] = [callers(), callers()];
    const asked = await call(first);
    const waits = await call(second);
    await press(asked, "2");
    expect(await story(asked)).toEqual([
      "Answered",
      "Waits for Sales",
      words,
      "2",
      "Thank you. We will call you back. Goodbye.",
    ]);
    expect(await callbacks()).toMatchObject([
      { phone: first, ownNumber: own, state: "waiting", position: 1, attempts: 0, outCallId: null, callId: asked },
    ]);
    await work();
    // the agent's phone rings for the callback, which came before the caller on the line
    expect((await phone()).calls).toMatchObject([
      { state: "ringing", kind: "workGroup", phone: first, isCallback: true },
    ]);
    expect((await act("answer")).status).toBe(true);
    expect((await phone()).calls).toMatchObject([{ state: "ringing", kind: "person", phone: first }]);
    await work();
    const [dialing] = await callbacks("?open=true");
    expect(dialing).toMatchObject({ state: "dialing", attempts: 1, userName: expect.any(String) });
    const out = String(dialing?.["outCallId"]);
    expect((await admin("GET", `/v4/call/${out}/`)).payload[0]).toMatchObject({
      from: own,
      to: first,
      status: "ringing",
    });
    await handset(out, { answer: "human" });
    await work();
    expect((await phone()).calls).toMatchObject([{ state: "talking", phone: first }]);
    await work();
    expect(await callbacks()).toMatchObject([{ state: "done", reason: null, position: null }]);
    expect(await broken()).toEqual([]);
    await act("hangUp");
    await act("done");
    await work();
    expect((await phone()).calls).toMatchObject([{ state: "ringing", phone: second, callId: waits }]);
  });

  it("count as routed on in the service level, and their stay says so", async () => {
    const { call, callers, press, admin } = await scene(on);
    const callId = await call(callers());
    await press(callId, "2");
    const live = async (released: string) =>
      (await admin("GET", `/v4/call-center/?zone=UTC&released=${released}`)).payload[0]?.["places"] as {
        kind: string;
        released: number;
        serviceLevel: { of: number };
      }[];
    const place = async (released: string) => (await live(released)).find(({ kind }) => kind === "workGroup");
    expect(await place("false")).toMatchObject({ released: 1, serviceLevel: { of: 0 } });
    expect(await place("true")).toMatchObject({ serviceLevel: { of: 1 } });
    expect((await admin("GET", `/v4/call-center/stay/?callId=${callId}`)).payload).toMatchObject([
      { outcome: "released", calledBack: true },
    ]);
  });

  it("are tried as often as the account sets it, and then given up", async () => {
    const { call, callers, press, work, act, callbacks, handset, soon, phone, broken } = await scene({
      ...on,
      callbackAttempts: 2,
    });
    const callId = await call(callers());
    await press(callId, "2");
    for (const attempts of [1, 2]) {
      await work();
      await act("answer");
      await work();
      const [dialing] = await callbacks();
      expect(dialing).toMatchObject({ state: "dialing", attempts });
      await handset(String(dialing?.["outCallId"]), { hangup: true });
      await work();
      // not before the pause between two attempts
      await work();
      expect((await phone()).calls.filter(({ state }) => state === "ringing")).toEqual([]);
      await soon();
    }
    await work();
    expect(await callbacks()).toMatchObject([{ state: "gaveUp", reason: "attempts", attempts: 2 }]);
    expect((await phone()).calls.filter(({ state }) => state === "ringing")).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it("respect the do-not-contact list: not offered, and not made", async () => {
    const { call, callers, press, work, admin, story, callbacks, phone } = await scene(on);
    const [early, late] = [callers(), callers()];
    const asked = await call(early);
    await press(asked, "2");
    for (const number of [early, late]) await admin("POST", "/v4/dnc/", { phone: number, type: "call" });
    expect(await story(await call(late))).not.toContain(words);
    await work();
    await work();
    expect(await callbacks()).toMatchObject([{ state: "gaveUp", reason: "dnc", attempts: 0 }]);
    expect((await phone()).calls).not.toMatchObject([{ isCallback: true }]);
  });

  it("of a live list are shown to its users, who call", async () => {
    const { ann, call, callers, press, work, phone, mine, callbacks, sales, admin } = await scene();
    await admin("PUT", "/v4/livelist/desk", { listName: "desk", clientIds: [], callbackOffer: true });
    expect(sales?.["callbackOffer"]).toBeNull();
    const from = callers();
    await press(await call(from, liveListScript("desk")), "2");
    expect(await callbacks()).toMatchObject([{ kind: "liveList", name: "desk", state: "waiting" }]);
    expect((await phone()).waiting).toEqual([]);
    await admin("PUT", "/v4/livelist/desk", { listName: "desk", clientIds: [ann.userId] });
    const [waiting] = (await phone()).waiting;
    expect(waiting).toMatchObject({ phone: from, isCallback: true });
    // an API key has no phone to take it with
    expect((await callbacks())[0]).toMatchObject({ pickCallId: null });
    const [listed] = (await mine("GET", "/v4/call-center/callback/")).payload;
    expect(listed).toMatchObject({ phone: from, pickCallId: waiting?.callId });
    expect((await mine("POST", "/v4/agent/phone/pick", { callId: listed?.["pickCallId"] })).status).toBe(true);
    expect((await mine("GET", "/v4/call-center/callback/")).payload[0]).toMatchObject({ pickCallId: null });
    await work();
    expect(await callbacks()).toMatchObject([{ state: "dialing", attempts: 1 }]);
    expect((await phone()).calls).toMatchObject([{ state: "ringing", kind: "person", phone: from }]);
  });

  it("are over when the caller calls again and reaches a user", async () => {
    const { ann, call, callers, press, work, phone, act, mine, admin, callbacks, broken } = await scene(on);
    const from = callers();
    await press(await call(from), "2");
    await press(await call(callers()), "2");
    await work();
    await act("decline");
    await admin("PUT", "/v4/livelist/desk", { listName: "desk", clientIds: [ann.userId] });
    const again = await call(from, liveListScript("desk"));
    expect((await mine("POST", "/v4/agent/phone/pick", { callId: again })).status).toBe(true);
    const [other, own] = await callbacks();
    expect(own).toMatchObject({ phone: from, state: "done", reason: "reached", attempts: 0, outCallId: null });
    expect(other).toMatchObject({ state: "waiting" });
    await act("hangUp");
    await act("done");
    await work();
    // the phone rings for the other one only
    expect((await phone()).waiting.map(({ phone: number }) => number)).not.toContain(from);
    expect(await broken()).toEqual([]);
  });

  it("are over when a user calls the caller and speaks with them, and when their call fails meanwhile", async () => {
    const { account, own, call, callers, press, work, act, mine, callbacks, handset } = await scene(on);
    const from = callers();
    await press(await call(from), "2");
    const dialed = await mine("POST", "/v4/agent/phone/dial", { from: own, to: from });
    expect(dialed.error).toEqual([]);
    await work();
    await handset(String(dialed.payload[0]?.["callId"]), { answer: "human" });
    await work();
    await work();
    expect(await callbacks()).toMatchObject([{ state: "done", reason: "reached" }]);
    await act("hangUp");
    await act("done");

    // the talk above came after this one was asked for, and before its call failed
    await press(await call(from), "2");
    await db.tx([account], (q) =>
      q.run("update queue_callback set asked = now() - interval '1 hour' where account_id = $1 and state = 'waiting'", [
        account,
      ]),
    );
    await work();
    await act("answer");
    await work();
    const [dialing] = await callbacks("?open=true");
    expect(dialing).toMatchObject({ state: "dialing", attempts: 1 });
    await handset(String(dialing?.["outCallId"]), { hangup: true });
    await work();
    expect(await callbacks("?open=true")).toEqual([]);
    expect((await callbacks())[0]).toMatchObject({ state: "done", reason: "reached", attempts: 1 });
  });

  it("are canceled while they wait, and asked for once by each caller", async () => {
    const { call, callers, press, work, callbacks, admin, phone } = await scene(on);
    const from = callers();
    await press(await call(from), "2");
    await press(await call(from), "2");
    const [only, ...others] = await callbacks();
    expect(others).toEqual([]);
    const url = `/v4/call-center/callback/${only?.["callbackId"]}/`;
    expect((await admin("DELETE", url)).status).toBe(true);
    expect((await admin("DELETE", url)).error[0]?.code).toBe("not_waiting");
    await work();
    expect(await callbacks()).toMatchObject([{ state: "gaveUp", reason: "canceled" }]);
    expect((await phone()).calls).toEqual([]);
  });
});
