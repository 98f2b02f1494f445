import type { Instruction } from "@trunkline/workflow/voice/script.ts";
import { liveListScript, workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { closePhones } from "../../jobs/agents/closePhones.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";
import { listCallLegs } from "../../store/simulator/simulatorCall.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const own = "+12025550101";
const caller = "+12025550143";
const ann = await server.user(account, "owner");
const bob = await server.user(account, "owner");
type User = typeof ann;
const admin = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const by = ({ cookie }: User, method: string, url: string, sent: Sent = {}) =>
  server.call(method, url, { as: { cookie }, ...sent });
const phoneOf = async (user: User) => (await by(user, "GET", "/v4/agent/phone/")).body.payload[0] as unknown as Phone;
const open = (user: User) => by(user, "PUT", "/v4/agent/phone/", { body: { open: true } });
const pick = (user: User, callId: string) => by(user, "POST", "/v4/agent/phone/pick", { body: { callId } });
const offer = () => offerCallers(db, [account], world);
const waitFor = (script: Parameters<typeof callIn>[3]) => callIn(db, account, { from: caller, to: own }, script, world);

interface Phone {
  calls: { offerId: string; callId: string; state: string; phone: string; name: string; isHeld: boolean }[];
  waiting: { callId: string; name: string }[];
}

/** Performs an action on the newest call of a user's phone. */
async function act(user: User, action: string, to?: object) {
  const [call] = (await phoneOf(user)).calls;
  return by(user, "POST", `/v4/agent/phone/${call?.offerId}/`, { body: { action, ...(to && { to }) } });
}
const states = async (user: User) => (await phoneOf(user)).calls.map(({ state }) => state);
const story = (callId: string) =>
  db.tx([account], async (q) =>
    (await listCallLegs(q, account, callId)).flatMap(({ log }) => log.map(({ text }) => text)),
  );
const hangUp = (callId: string) =>
  db.tx([account], (q) =>
    moveCall(q, { accountId: account, callId }, ([leg]) => [{ legId: leg!.legId, input: { input: "hangUp" } }], world),
  );
const delivered = (eventType: string) =>
  db.tx([account], (q) =>
    q.rows<{ data: Record<string, string> }>(
      `select payload->'data' data from effect where account_id = $1 and kind = 'deliverEvent' and payload->>'eventType' = $2
       order by effect_id`,
      [account, eventType],
    ),
  );

const connection = String(
  (await admin("POST", "/v4/callback/authentication/", { name: "Ours" })).body.payload[0]?.["id"],
);
for (const eventType of ["live_list_status", "webrtc_user_status"])
  await admin("POST", "/v4/callback/configuration/", {
    name: eventType,
    callbackServerConfigId: connection,
    eventType,
    url: "https://hooks.example.com/",
    httpMethod: "POST",
  });
/** Forwards the caller to a number. */
const dialScript: Instruction[] = [
  {
    do: "dial",
    targets: [{ to: "number", number: "+12025550188" }],
    ring: "all",
    callerId: "own",
    timeoutSeconds: 30,
    limitSeconds: 60,
  },
];
const members = [{ userId: ann.userId }, { userId: bob.userId }];
await admin("POST", "/v4/workgroup/", { name: "Everyone", members, distributionType: 1 });
await admin("POST", "/v4/workgroup/", {
  name: "In order",
  members,
  distributionType: 9,
  maxDials: 2,
  delayNextCall: 1,
});
await admin("POST", "/v4/workgroup/", { name: "Only Ann", members: [{ userId: ann.userId }], distributionType: 1 });
await admin("POST", "/v4/livelist", { listName: "front-desk", clientIds: [ann.userId] });

beforeEach(async () => {
  for (const user of [ann, bob]) {
    await open(user);
    for (const { offerId, state } of (await phoneOf(user)).calls)
      for (const action of state === "over" ? ["done"] : ["hangUp", "done"])
        await by(user, "POST", `/v4/agent/phone/${offerId}/`, { body: { action } });
  }
});

describe("a work group on the phones of its members (telecom §8)", () => {
  it("1 Ring All: every available phone rings until the first user answers", async () => {
    const callId = await waitFor(workGroupScript("everyone"));
    await offer();
    expect([await states(ann), await states(bob)]).toEqual([["ringing"], ["ringing"]]);
    expect((await act(ann, "answer")).status).toBe(200);
    expect([await states(ann), await states(bob)]).toEqual([["talking"], []]);
    await act(ann, "hold");
    expect((await phoneOf(ann)).calls[0]?.isHeld).toBe(true);
    await act(ann, "resume");
    await act(ann, "hangUp");
    expect(await states(ann)).toEqual(["over"]);
    const name = expect.stringMatching(/^Connected with /);
    expect(await story(callId)).toEqual([
      "Answered",
      "Waits for everyone",
      name,
      "On hold",
      "Back from hold",
      "The other side hung up",
      "The call was ended",
    ]);
  });

  it("9 Sequential: members ring in order until all have declined and the call ends", async () => {
    const callId = await waitFor(workGroupScript("In order"));
    await offer();
    expect([await states(ann), await states(bob)]).toEqual([["ringing"], []]);
    await act(ann, "decline");
    expect(await states(ann)).toEqual([]);
    const afterOffer = async () => {
      await offer();
      return states(bob);
    };
    await expect.poll(afterOffer).toEqual(["ringing"]);
    await act(bob, "decline");
    await offer();
    expect((await story(callId)).slice(-2)).toEqual(["No one answered", "The call was ended"]);
  });

  it("phones that are closed, away or already ringing do not ring, and a group without available members releases the caller", async () => {
    await by(bob, "PUT", "/v4/agent/phone/", { body: { open: false } });
    const first = await waitFor(workGroupScript("everyone"));
    await offer();
    const second = await waitFor(workGroupScript("In order"));
    await offer();
    expect([await states(ann), await states(bob)]).toEqual([["ringing"], []]);
    await hangUp(first);
    expect(await states(ann)).toEqual([]);
    await by(ann, "PUT", "/v4/agent/", { body: { status: "away" } });
    await offer();
    expect((await story(second)).at(-1)).toBe("The call was ended");
    await by(ann, "PUT", "/v4/agent/", { body: { status: "available" } });
  });

  it("a caller is transferred to a ringing number or to a waiting live list", async () => {
    const callId = await waitFor(workGroupScript("everyone"));
    await offer();
    await act(ann, "answer");
    const wrong = await act(ann, "transfer", { kind: "liveList", value: "unknown" });
    expect([wrong.status, wrong.body.error[0]?.message]).toEqual([400, 'The live list "unknown" does not exist']);
    expect((await act(ann, "transfer")).body.error[0]?.message).toBe("Transfer to is required");
    await act(ann, "transfer", { kind: "liveList", value: "front-desk" });
    expect((await phoneOf(ann)).waiting).toMatchObject([{ callId, name: "front-desk" }]);
    await pick(ann, callId);
    await act(ann, "transfer", { kind: "number", value: "(202) 555-0177" });
    const legs = await db.tx([account], (q) => listCallLegs(q, account, callId));
    expect(legs.map(({ handset, state }) => [handset, state])).toEqual([
      [caller, "talking"],
      ["+12025550177", "ringing"],
    ]);
    await hangUp(callId);
  });
});

describe("a live list (telecom §8: the first user who accepts is bridged)", () => {
  it("shows its callers only to its users, connects each to one of them, and sends live_list_status", async () => {
    const callId = await waitFor(liveListScript("front-desk"));
    expect([(await phoneOf(ann)).waiting.length, (await phoneOf(bob)).waiting.length]).toEqual([1, 0]);
    expect((await pick(ann, callId)).body.payload[0]).toMatchObject({ calls: [{ state: "talking", phone: caller }] });
    expect((await pick(ann, callId)).body.error[0]?.code).toBe("not_waiting");
    const other = await waitFor(liveListScript("front-desk"));
    expect((await pick(ann, other)).body.error[0]?.code).toBe("on_a_call");
    await hangUp(other);
    await hangUp(callId);
    expect(await states(ann)).toEqual(["over"]);
    const statuses = (await delivered("live_list_status")).map(({ data }) => [data["status"], data["callid"]]);
    expect(statuses.filter(([, id]) => id === callId || id === other)).toEqual([
      ["join", callId],
      ["pickup", callId],
      ["join", other],
      ["abandon", other],
    ]);
  });
});

describe("a caller who waits for other users", () => {
  it.each([
    ["live list", "front-desk", () => liveListScript("front-desk")],
    ["work group", "Only Ann", () => workGroupScript("Only Ann")],
  ])("is refused to a user outside the %s", async (kind, name, script) => {
    const callId = await waitFor(script());
    const { status, body } = await pick(bob, callId);
    expect([status, body.error[0]?.code]).toEqual([409, "not_a_member"]);
    expect(body.error[0]?.message).toContain(`The caller is waiting for the ${kind} "${name}". You are not a member`);
    await hangUp(callId);
  });
});

describe("the call list", () => {
  const callOf = async (callId: string) => (await admin("GET", `/v4/call/${callId}/`)).body.payload[0];

  it.each([
    ["a live list", () => liveListScript("front-desk")],
    ["an unanswered forwarded call", () => dialScript],
  ])("shows a caller who hangs up while waiting for %s as abandoned", async (_, script) => {
    const callId = await waitFor(script());
    await hangUp(callId);
    expect(await callOf(callId)).toMatchObject({ status: "abandoned", answeredBy: null, answeredByName: null });
    const listed = await admin("GET", "/v4/call/?status=abandoned&limit=1");
    expect(listed.body.payload[0]?.["callId"]).toBe(callId);
  });

  it("shows the user who answered a call, which is completed", async () => {
    const callId = await waitFor(liveListScript("front-desk"));
    await pick(ann, callId);
    await hangUp(callId);
    const name = (await admin("GET", "/v4/user/")).body.payload.find(({ userId }) => userId === ann.userId)?.["name"];
    expect(await callOf(callId)).toMatchObject({ status: "completed", answeredBy: "human", answeredByName: name });
  });

  it("shows the number that answered a forwarded call", async () => {
    const callId = await waitFor(dialScript);
    await db.tx([account], (q) =>
      moveCall(
        q,
        { accountId: account, callId },
        (legs) => [{ legId: legs[1]!.legId, input: { input: "answer", by: "human" } }],
        world,
      ),
    );
    await hangUp(callId);
    expect(await callOf(callId)).toMatchObject({ status: "completed", answeredByName: "+12025550188" });
  });

  it("counts inbound calls in reports, with separate abandoned calls and talk time from the answer", async () => {
    const line = async () => (await admin("GET", "/v4/campaign/report/?grouping=none")).body.payload[0] ?? {};
    const names = ["calls", "inboundCalls", "abandonedCalls", "answered", "answeredByHuman"] as const;
    const before = await line();
    const answered = await waitFor(liveListScript("front-desk"));
    await pick(ann, answered);
    await hangUp(answered);
    await hangUp(await waitFor(liveListScript("front-desk")));
    const after = await line();
    expect(names.map((name) => Number(after[name]) - Number(before[name]))).toEqual([2, 2, 1, 1, 1]);
  });
});

describe("the phone in the browser", () => {
  it("webrtc_user_status reports on a call, away, closed and available", async () => {
    const from = (await delivered("webrtc_user_status")).length;
    const callId = await waitFor(liveListScript("front-desk"));
    await pick(ann, callId);
    await act(ann, "hangUp");
    await by(ann, "PUT", "/v4/agent/", { body: { status: "away" } });
    await by(ann, "PUT", "/v4/agent/", { body: { status: "available" } });
    await by(ann, "PUT", "/v4/agent/phone/", { body: { open: false } });
    await open(ann);
    const statuses = (await delivered("webrtc_user_status")).slice(from).map(({ data }) => data["status"]);
    expect(statuses).toEqual(["on_call", "available", "away", "available", "offline", "available"]);
  });

  it("a closed browser is reported offline once after 30 seconds and available when it returns", async () => {
    await open(ann);
    const from = (await delivered("webrtc_user_status")).length;
    const phoneOfAnn = async () =>
      (await admin("GET", "/v4/agent/all/")).body.payload.find(({ userId }) => userId === ann.userId)?.["phone"];
    expect(await phoneOfAnn()).toBe("open");
    await db.tx([account], (q) =>
      q.run("update agent_presence set seen = now() - interval '31 seconds' where account_id = $1 and agent = $2", [
        account,
        `user:${ann.userId}`,
      ]),
    );
    expect(await phoneOfAnn()).toBe("closed");
    await closePhones(db, [account]);
    await closePhones(db, [account]);
    // A repeated status sends no event.
    await by(ann, "PUT", "/v4/agent/phone/", { body: { open: false } });
    await open(ann);
    const heard = (await delivered("webrtc_user_status")).slice(from);
    expect(heard.map(({ data }) => [data["userid"], data["status"]])).toEqual([
      [ann.userId, "offline"],
      [ann.userId, "available"],
    ]);
  });

  it("is refused to an API key", async () => {
    expect((await admin("GET", "/v4/agent/phone/")).body.error[0]?.message).toBe(
      "An API key has no phone. Sign in as a user",
    );
    const callId = await waitFor(workGroupScript("everyone"));
    await offer();
    const [ringing] = (await phoneOf(ann)).calls;
    expect((await act(ann, "hold")).body.error[0]?.code).toBe("not_talking");
    await hangUp(callId);
    const late = await by(ann, "POST", `/v4/agent/phone/${ringing?.offerId}/`, { body: { action: "answer" } });
    expect([late.status, late.body.error[0]?.code]).toEqual([409, "not_ringing"]);
    const other = await by(bob, "POST", `/v4/agent/phone/${ringing?.offerId}/`, { body: { action: "answer" } });
    expect(other.status).toBe(404);
  });
});
