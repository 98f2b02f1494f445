import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { leaveVoicemail } from "../../../test/voicemail.ts";
import { connectCallBacks } from "../../jobs/agents/connectCallBacks.ts";
import { CallTurns } from "../../jobs/calls/callTurns.ts";
import { placeCalls } from "../../jobs/calls/placeCalls.ts";
import { ServiceWatch } from "../../jobs/carriers/serviceWatch.ts";
import { openSimulatedVoice } from "../../jobs/simulator/runSimulatedCalls.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const [free] = (await call("GET", "/v4/number/available?count=1")).body.payload;
const own = String(
  (await call("POST", "/v4/number/", { body: { phone: free?.["phone"] } })).body.payload[0]?.["phone"],
);
const leave = (from: string, seconds: number) =>
  leaveVoicemail(db, server, { account, key }, { from, to: own, seconds });
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const carrier = openSimulatedVoice(db, world);
const placer = {
  workerId: crypto.randomUUID(),
  carriers: { of: async () => carrier },
  turns: new CallTurns(),
  watch: new ServiceWatch("calls"),
  isAlive: () => true,
};
/** How many times an event was sent to webhooks. */
const delivered = (eventType: string) =>
  db.tx([account], async (q) => {
    const row = await q.one<{ count: number }>(
      `select count(*)::int from effect where account_id = $1 and kind = 'deliverEvent' and payload->>'eventType' = $2`,
      [account, eventType],
    );
    return row?.count ?? 0;
  });
const connection = String(
  (await call("POST", "/v4/callback/authentication/", { body: { name: "Ours" } })).body.payload[0]?.["id"],
);
await call("POST", "/v4/callback/configuration/", {
  body: {
    name: "Voicemail",
    callbackServerConfigId: connection,
    eventType: "voicemail",
    httpMethod: "POST",
    url: "https://hooks.example.com/",
  },
});
const box = async (query = "") =>
  (await call("GET", `/v4/voicemail/${query}`)).body.payload.map(({ phone, seconds, heardBy }) => [
    phone,
    seconds,
    heardBy,
  ]);

describe("the voicemail box (readings, Requests of our pages)", () => {
  it("lists recorded messages, newest first, in pages, and searches them by name and number", async () => {
    await call("POST", "/v4/contact/", { body: { firstName: "Ada", lastName: "Stone", phone: "+12025550143" } });
    await leave("+12025550143", 12);
    await leave("+12025550177", 7);
    expect(await box()).toEqual([
      ["+12025550177", 7, null],
      ["+12025550143", 12, null],
    ]);
    const first = await call("GET", "/v4/voicemail/?limit=1");
    expect(await box(`?limit=1&cursor=${first.body.next}`)).toEqual([["+12025550143", 12, null]]);
    for (const search of ["ada st", "(202) 555-0143"])
      expect(await box(`?search=${encodeURIComponent(search)}`)).toEqual([["+12025550143", 12, null]]);
    expect(await box("?search=no-match")).toEqual([]);
  });

  it("messages are marked heard or new, and deleting one keeps the call's recording", async () => {
    const [row] = (await call("GET", "/v4/voicemail/?search=0143")).body.payload;
    const url = `/v4/voicemail/${row?.["voicemailId"]}/`;
    const heard = await call("PUT", url, { body: { heard: true } });
    expect(heard.body.payload[0]).toMatchObject({ heard: expect.any(String), heardBy: expect.any(String) });
    expect(await box("?heard=false")).toEqual([["+12025550177", 7, null]]);
    expect(await box("?heard=true")).toHaveLength(1);
    expect((await call("PUT", url, { body: { heard: false } })).body.payload[0]).toMatchObject({ heard: null });
    expect((await call("DELETE", url)).status).toBe(200);
    expect((await call("DELETE", url)).status).toBe(404);
    const [kept] = (await call("GET", "/v4/call/?phone=%2B12025550143")).body.payload;
    expect(kept?.["recordingUrl"]).toBe(row?.["recordingUrl"]);
  });

  it("stores no message under three seconds and no recording of a script (telecom §8: minsecs)", async () => {
    const before = await box();
    const events = await delivered("voicemail");
    await leave("+12025550150", 2);
    await leaveVoicemail(db, server, { account, key }, { from: "+12025550151", to: own, seconds: 9, ofScript: true });
    expect([await box(), await delivered("voicemail")]).toEqual([before, events]);
    await leave("+12025550150", 3);
    expect([(await box())[0], await delivered("voicemail")]).toEqual([["+12025550150", 3, null], events + 1]);
    // The recordings are still listed with the calls.
    const [call150] = (await call("GET", "/v4/call/?phone=%2B12025550151")).body.payload;
    expect(call150?.["recordingUrl"]).toEqual(expect.any(String));
  });

  it("keeps a hundred messages per number and removes the oldest heard one first, then the oldest (telecom §8)", async () => {
    const id = await leave("+12025550160", 5);
    await db.tx([account], (q) =>
      q.run(
        `insert into voicemail (account_id, voicemail_id, call_id, phone, own_number, asset_id, seconds, heard)
         select account_id, trunkline_first_id(now() - interval '1 day' + n * interval '1 ms'), call_id, '+12025550199', $3, asset_id, n, case when n = 50 then now() end
         from voicemail, generate_series(1, 99) n where account_id = $1 and voicemail_id = $2`,
        [account, id, "+12025550100"],
      ),
    );
    const full = async () =>
      db.tx([account], (q) =>
        q.rows<{ seconds: number }>(
          "select seconds from voicemail where account_id = $1 and own_number = $2 order by voicemail_id",
          [account, "+12025550100"],
        ),
      );
    const leaveThere = () =>
      leaveVoicemail(db, server, { account, key }, { from: "+12025550161", to: "+12025550100", seconds: 200 });
    const were = (await full()).map(({ seconds }) => seconds);
    await leaveThere();
    expect(await full()).toHaveLength(100);
    await leaveThere();
    const left = (await full()).map(({ seconds }) => seconds);
    expect(left).toHaveLength(100);
    expect(left).not.toContain(50);
    await leaveThere();
    const now = (await full()).map(({ seconds }) => seconds);
    expect(now).toEqual([...were.filter((seconds) => seconds !== 50).slice(1), 200, 200, 200]);
  });

  it("messages are called back, and the user's phone connects when the caller answers", async () => {
    const user = await server.user(account, "owner");
    const mine = (method: string, url: string, sent: Sent = {}) =>
      server.call(method, url, { as: { cookie: user.cookie }, ...sent });
    const phone = async () =>
      (await mine("GET", "/v4/agent/phone/")).body.payload[0]?.["calls"] as {
        offerId: string;
        callId: string;
        state: string;
        kind: string;
      }[];
    const id = await leave("+12025550143", 8);
    const back = () => mine("POST", `/v4/voicemail/${id}/call-back`);
    expect((await call("POST", `/v4/voicemail/${id}/call-back`)).body.error[0]?.code).toBe("not_a_user");
    const { callId } = (await back()).body.payload[0] as { callId: string };
    expect((await back()).body.error[0]?.code).toBe("on_a_call");
    expect(await phone()).toMatchObject([{ callId, state: "ringing", kind: "person" }]);
    const work = async () => {
      await placeCalls(db, [{ accountId: account, batchId: account, quota: 10 }], placer);
      await connectCallBacks(db, [account], world);
    };
    await work();
    const act = (body: object) => call("POST", `/v4/simulator/call/${callId}/`, { body });
    expect((await act({ answer: "human" })).body.payload[0]).toMatchObject({ number: own, state: "talking" });
    await work();
    expect(await phone()).toMatchObject([{ callId, state: "talking" }]);
    const offerOf = async () => (await phone())[0]?.offerId;
    await mine("POST", `/v4/agent/phone/${await offerOf()}/`, { body: { action: "hangUp" } });
    await mine("POST", `/v4/agent/phone/${await offerOf()}/`, { body: { action: "done" } });
    // The call is not answered, and then the user hangs up.
    const second = (await back()).body.payload[0] as { callId: string };
    await work();
    await call("POST", `/v4/simulator/call/${second.callId}/`, { body: { hangup: true } });
    await work();
    expect(await phone()).toEqual([]);
    const third = (await back()).body.payload[0] as { callId: string };
    await work();
    await mine("POST", `/v4/agent/phone/${await offerOf()}/`, { body: { action: "hangUp" } });
    expect(await phone()).toEqual([]);
    const [given] = (await call("GET", `/v4/call/${third.callId}/`)).body.payload;
    expect(given?.["status"]).toBe("canceled");
  });

  it("a callback that would be blocked is refused at once with the reason", async () => {
    const { cookie } = await server.user(account, "owner");
    const stopped = await leave("+12025550188", 5);
    await call("POST", "/v4/dnc/", { body: { phone: "+12025550188", type: "call" } });
    const abroad = await leave("+442079460123", 5);
    const open = await leave("+12025550189", 5);
    const back = async (id: string) =>
      (await server.call("POST", `/v4/voicemail/${id}/call-back`, { as: { cookie } })).body.error[0];
    expect(await back(stopped)).toMatchObject({
      code: "dnc",
      message: "+12025550188 cannot be called: the contact is on the do-not-contact list",
    });
    expect(await back(abroad)).toMatchObject({ code: "country_blocked" });
    for (const [settings, code] of [
      [{ killSwitch: true }, "kill_switch"],
      [{ killSwitch: false, spendLimitMicros: 0 }, "spend_limit"],
    ] as const) {
      await call("PUT", "/v4/account/", { body: { settings } });
      expect(await back(open)).toMatchObject({ code });
    }
    await call("PUT", "/v4/account/", { body: { settings: { spendLimitMicros: null } } });
    expect((await server.call("GET", "/v4/agent/phone/", { as: { cookie } })).body.payload[0]?.["calls"]).toEqual([]);
    expect(await back(open)).toBeUndefined();
  });

  it("messages are assigned to a user or a work group, and handled", async () => {
    const user = await server.user(account, "owner");
    const mine = async (query: string) =>
      (await server.call("GET", `/v4/voicemail/?${query}`, { as: { cookie: user.cookie } })).body.payload.map(
        ({ voicemailId }) => voicemailId,
      );
    const group = String(
      (await call("POST", "/v4/workgroup/", { body: { name: "Repairs", members: [{ userId: user.userId }] } })).body
        .payload[0]?.["workGroupId"],
    );
    const one = await leave("+12025550193", 5);
    const other = await leave("+12025550194", 5);
    const update = (id: string, body: object) => call("PUT", `/v4/voicemail/${id}/`, { body });
    expect((await update(one, { assignedTo: user.userId })).body.payload[0]).toMatchObject({
      assignedTo: { userId: user.userId },
      workGroup: null,
      peaks: expect.any(Array),
      transcript: null,
    });
    expect((await update(other, { workGroupId: group })).body.payload[0]).toMatchObject({
      assignedTo: null,
      workGroup: { workGroupId: group, name: "Repairs" },
    });
    expect(await mine("assigned=me")).toEqual([other, one]);
    expect(await mine(`workGroup=${group}`)).toEqual([other]);
    expect(await mine("assigned=nobody&limit=1")).not.toContain(other);
    expect((await update(one, { handled: true })).body.payload[0]).toMatchObject({
      handled: expect.any(String),
      handledBy: expect.any(String),
      heard: expect.any(String),
    });
    expect(await mine("assigned=me&handled=false")).toEqual([other]);
    expect((await update(one, { handled: false, assignedTo: null })).body.payload[0]).toMatchObject({
      handled: null,
      heard: expect.any(String),
      assignedTo: null,
    });
    const stranger = "01980000-0000-7000-8000-0000000000c3";
    for (const [body, message] of [
      [{ assignedTo: stranger }, "This user does not belong to the account"],
      [{ workGroupId: stranger }, "This work group does not exist"],
      [{ assignedTo: stranger, workGroupId: group }, "Assign it to a user or to a work group, not both"],
    ] as const)
      expect((await update(one, body)).body.error[0]?.message).toBe(message);
  });

  it.each([
    ["PUT", { heard: "yes" }, 400, "heard must be true or false"],
    ["PUT", { heard: true }, 404, "Voicemail not found"],
  ])("%s refuses %j", async (method, body, status, message) => {
    const answer = await call(method, "/v4/voicemail/01980000-0000-7000-8000-0000000000c2/", { body });
    expect([answer.status, answer.body.error[0]?.message]).toEqual([status, message]);
  });
});
