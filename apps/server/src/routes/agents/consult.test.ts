import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { listBroken } from "../../store/invariants.ts";
import { listCallLegs } from "../../store/simulator/simulatorCall.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const caller = "+12025550143";
const other = "+12025550188";
const ann = await server.user(account, "owner");
const bob = await server.user(account, "owner");
type User = typeof ann;
const admin = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const by = async ({ cookie }: User, method: string, url: string, body?: unknown) =>
  (await server.call(method, url, { as: { cookie }, body })).body;

interface PhoneCall {
  offerId: string;
  callId: string;
  state: string;
  isHeld: boolean;
  consult: { name: string; state: string } | null;
  consultedBy: string | null;
}
const callsOf = async (user: User) =>
  ((await by(user, "GET", "/v4/agent/phone/")).payload[0] as unknown as { calls: PhoneCall[] }).calls;
async function act(user: User, action: string, to?: object) {
  const [call] = await callsOf(user);
  return by(user, "POST", `/v4/agent/phone/${call?.offerId}/`, { action, ...(to && { to }) });
}
const legsOf = (callId: string) => db.tx([account], (q) => listCallLegs(q, account, callId));
const story = async (callId: string) =>
  (await legsOf(callId)).filter(({ parentId }) => parentId === null).flatMap(({ log }) => log.map(({ text }) => text));
const onLeg = async (
  callId: string,
  input: { input: "answer"; by: "human" } | { input: "hangUp" },
  handset: string,
) => {
  const leg = (await legsOf(callId)).find((one) => one.handset === handset);
  await db.tx([account], (q) =>
    moveCall(q, { accountId: account, callId }, () => [{ legId: leg!.legId, input }], world),
  );
};
const broken = () => db.tx([account], (q) => listBroken(q, account));
const members = [{ userId: ann.userId }, { userId: bob.userId }];
await admin("POST", "/v4/workgroup/", { name: "Sales", members, distributionType: 2 });

/** Ann talks with a caller. */
async function talk(): Promise<string> {
  const callId = await callIn(db, account, { from: caller, to: "+12025550101" }, workGroupScript("Sales"), world);
  await by(ann, "POST", "/v4/agent/phone/pick", { callId });
  return callId;
}
const toBob = { kind: "user", value: bob.userId };
const bobName = expect.any(String);

beforeEach(async () => {
  for (const user of [ann, bob]) {
    await by(user, "PUT", "/v4/agent/phone/", { open: true });
    for (const { offerId, state } of await callsOf(user))
      for (const action of state === "over" ? ["done"] : ["hangUp", "done"])
        await by(user, "POST", `/v4/agent/phone/${offerId}/`, { action });
  }
});

describe("transfer with consultation (decision 0111)", () => {
  it("holds the contact while a user is asked, and completes the transfer to them", async () => {
    const callId = await talk();
    expect((await act(ann, "consult", toBob)).status).toBe(true);
    expect(await callsOf(ann)).toMatchObject([{ isHeld: true, consult: { name: bobName, state: "ringing" } }]);
    expect(await callsOf(bob)).toMatchObject([{ state: "ringing", consultedBy: expect.any(String), callId }]);
    await act(bob, "answer");
    expect(await callsOf(ann)).toMatchObject([{ consult: { state: "talking" } }]);
    expect(await callsOf(bob)).toMatchObject([{ state: "talking" }]);
    // the consulted user has no say over the contact
    expect((await act(bob, "hold")).error[0]?.code).toBe("is_consulted");
    expect((await act(ann, "complete")).status).toBe(true);
    expect(await callsOf(ann)).toMatchObject([{ state: "over", consult: null }]);
    expect(await callsOf(bob)).toMatchObject([{ state: "talking", consultedBy: null, isHeld: false }]);
    const [stay] = (await admin("GET", `/v4/call-center/stay/?callId=${callId}`)).body.payload;
    expect(stay).toMatchObject({ outcome: "answered", endedBy: "transfer" });
    expect(await broken()).toEqual([]);
    await act(bob, "hangUp");
    expect((await callsOf(bob)).map(({ state }) => state)).toEqual(["over"]);
    expect((await story(callId)).slice(3)).toEqual([
      "On hold",
      expect.stringMatching(/^Connected with /),
      "Back from hold",
      "The other side hung up",
      "The call was ended",
    ]);
    expect(await broken()).toEqual([]);
  });

  it("joins all three, and lets the consulted leave", async () => {
    const callId = await talk();
    await act(ann, "consult", toBob);
    expect((await act(ann, "join")).error[0]?.code).toBe("not_consulting");
    await act(bob, "answer");
    await act(ann, "join");
    expect(await callsOf(ann)).toMatchObject([{ isHeld: false, consult: { state: "joined" } }]);
    expect((await story(callId)).at(-1)).toMatch(/ joined the call$/);
    await act(bob, "hangUp");
    expect(await callsOf(ann)).toMatchObject([{ state: "talking", consult: { state: "ended" } }]);
    expect((await callsOf(bob)).filter(({ state }) => state !== "over")).toEqual([]);
    expect((await story(callId)).at(-1)).toMatch(/ left the call$/);
  });

  it("goes back to the contact, also when the user declines", async () => {
    await talk();
    await act(ann, "consult", { kind: "workGroup", value: "sales" });
    await act(bob, "decline");
    expect(await callsOf(ann)).toMatchObject([{ isHeld: true, consult: { state: "ended" } }]);
    await act(ann, "back");
    expect(await callsOf(ann)).toMatchObject([{ state: "talking", isHeld: false, consult: null }]);
    await act(ann, "consult", toBob);
    await act(ann, "back");
    expect((await callsOf(bob)).filter(({ state }) => state !== "over")).toEqual([]);
  });

  it("asks a number, and leaves the contact to it", async () => {
    const callId = await talk();
    await act(ann, "consult", { kind: "number", value: other });
    expect((await legsOf(callId)).find(({ handset }) => handset === other)).toMatchObject({ state: "ringing" });
    await onLeg(callId, { input: "answer", by: "human" }, other);
    expect(await callsOf(ann)).toMatchObject([{ consult: { name: other, state: "talking" } }]);
    await act(ann, "complete");
    expect(await callsOf(ann)).toMatchObject([{ state: "over" }]);
    expect((await legsOf(callId)).find(({ handset }) => handset === other)).toMatchObject({ state: "talking" });
    await onLeg(callId, { input: "hangUp" }, other);
    expect((await story(callId)).slice(-2)).toEqual(["The other side hung up", "The call was ended"]);
    expect(await broken()).toEqual([]);
  });

  it("ends with the call: the consulted phone stops when the contact or the user hangs up", async () => {
    for (const leaves of ["contact", "user"]) {
      const callId = await talk();
      await act(ann, "consult", { kind: "number", value: other });
      if (leaves === "contact") await onLeg(callId, { input: "hangUp" }, caller);
      else await act(ann, "hangUp");
      expect((await legsOf(callId)).map(({ state }) => state)).toEqual(["ended", "ended"]);
      await act(ann, "done");
    }
    const callId = await talk();
    await act(ann, "consult", toBob);
    await act(bob, "answer");
    await onLeg(callId, { input: "hangUp" }, caller);
    expect((await callsOf(bob)).filter(({ state }) => state !== "over")).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it.each([
    [{ kind: "user", value: ann.userId }, "Choose another user"],
    [{ kind: "user", value: "01980000-0000-7000-8000-0000000000c2" }, "This user does not belong to the account"],
    [{ kind: "user", value: "Bob" }, "This user does not belong to the account"],
    [{ kind: "workGroup", value: "none" }, 'The work group "none" does not exist'],
    [{ kind: "liveList", value: "desk" }, "Consult a user, a work group or a number"],
    [{ kind: "number", value: "+442079460123" }, expect.stringMatching(/^\+442079460123 cannot be called/)],
  ])("refuses to ask %j, and the contact is not put on hold", async (to, message) => {
    await talk();
    expect((await act(ann, "consult", to)).error[0]?.message).toEqual(message);
    expect(await callsOf(ann)).toMatchObject([{ isHeld: false, consult: null }]);
  });

  it("refuses to ask a user who is not available, and to transfer to a user without asking", async () => {
    await talk();
    await by(bob, "PUT", "/v4/agent/phone/", { open: false });
    expect((await act(ann, "consult", toBob)).error[0]?.code).toBe("user_busy");
    expect((await act(ann, "transfer", toBob)).error[0]?.message).toBe(
      "A call is transferred to a user after a consultation",
    );
  });
});
