import type { PhoneCall } from "@trunkline/contract/agents/phone.ts";
import { liveListScript, workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { giveDefaultOutcomes } from "../../jobs/agents/giveDefaultOutcomes.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const ann = await server.user(account, "owner");
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const caller = "+12025550143";
const admin = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const by = (method: string, url: string, body?: unknown) =>
  server.call(method, url, { as: { cookie: ann.cookie }, ...(body !== undefined && { body }) });
const phone = async () =>
  (await by("GET", "/v4/agent/phone/")).body.payload[0] as unknown as {
    calls: PhoneCall[];
    waiting: { callId: string }[];
  };
const states = async () => (await phone()).calls.map(({ state }) => state);
async function act(action: string) {
  const [call] = (await phone()).calls;
  return by("POST", `/v4/agent/phone/${call?.offerId}/`, { action });
}
const settings = (values: object) => admin("PUT", "/v4/account/", { settings: values });
const waitFor = (script: Parameters<typeof callIn>[3]) =>
  callIn(db, account, { from: caller, to: "+12025550101" }, script, world);
const hangUp = (callId: string) =>
  db.tx([account], (q) =>
    moveCall(q, { accountId: account, callId }, ([leg]) => [{ legId: leg!.legId, input: { input: "hangUp" } }], world),
  );
/** Moves the end of the wrap-ups into the past. */
const passTime = () =>
  db.tx([account], (q) =>
    q.run(
      "update call_offer set wrap_until = now(), wrapped = now() where account_id = $1 and state = 'over' and wrap_until > now()",
      [account],
    ),
  );
const [contact] = (await admin("POST", "/v4/contact/", { phone: caller, firstName: "Kim" })).body.payload;
const contactId = String(contact?.["contactId"]);
const given = async () =>
  (await admin("GET", `/v4/contact/${contactId}/disposition/`)).body.payload.map(({ key: name, by: who, callId }) => [
    name,
    who,
    callId,
  ]);

const members = [{ userId: ann.userId }];
await admin("POST", "/v4/workgroup/", { name: "Sales", members, distributionType: 1, wrapUpSeconds: 600 });
await admin("POST", "/v4/workgroup/", { name: "Care", members, distributionType: 1 });
await admin("POST", "/v4/livelist", { listName: "desk", clientIds: [ann.userId], wrapUpSeconds: 0 });

/** A call to a work group that Ann answers and ends. */
async function talk(group: string): Promise<string> {
  const callId = await waitFor(workGroupScript(group));
  await offerCallers(db, [account], world);
  await act("answer");
  await act("hangUp");
  return callId;
}

beforeEach(async () => {
  await by("PUT", "/v4/agent/phone/", { open: true });
  const { calls, waiting } = await phone();
  for (const { offerId, state } of calls)
    for (const action of state === "talking" ? ["hangUp", "done"] : [state === "over" ? "done" : "decline"])
      await by("POST", `/v4/agent/phone/${offerId}/`, { action });
  for (const { callId } of waiting) await hangUp(callId);
  await settings({ wrapUpSeconds: 45, defaultOutcome: "" });
});

describe("wrap-up (decision 0100)", () => {
  it.each([
    ["of the work group", "sales", 600],
    ["of the account, where the work group has none", "care", 45],
  ])("takes the time %s", async (_, group, seconds) => {
    await talk(group);
    const [call] = (await phone()).calls;
    expect(Date.parse(call?.wrapUntil ?? "") - Date.parse(call?.ended ?? "")).toBe(seconds * 1_000);
  });

  it("of 0 seconds is none: the next caller can be answered at once, and the phone shows no call", async () => {
    await settings({ defaultOutcome: "Answered" });
    const callId = await waitFor(liveListScript("desk"));
    await by("POST", "/v4/agent/phone/pick", { callId });
    await act("hangUp");
    await giveDefaultOutcomes(db, [account]);
    expect(await states()).toEqual([]);
    await waitFor(workGroupScript("care"));
    await offerCallers(db, [account], world);
    expect(await states()).toEqual(["ringing"]);
  });

  it("keeps an agent of several groups from all of their callers until it is over", async () => {
    await talk("sales");
    await waitFor(workGroupScript("care"));
    await offerCallers(db, [account], world);
    expect(await states()).toEqual(["over"]);
    await passTime();
    await expect
      .poll(async () => {
        await offerCallers(db, [account], world);
        return states();
      })
      .toContain("ringing");
  });

  it("ends when the agent answers a waiting caller", async () => {
    await talk("sales");
    const callId = await waitFor(liveListScript("desk"));
    expect((await by("POST", "/v4/agent/phone/pick", { callId })).status).toBe(200);
    const [, before] = (await phone()).calls;
    expect(Date.parse(before?.wrapUntil ?? "")).toBeLessThanOrEqual(Date.now());
    const stays = (await admin("GET", "/v4/call-center/stay/?figure=handled&name=sales")).body.payload;
    expect(stays[0]).toMatchObject({ outcome: "answered" });
  });

  it("ends with the default outcome once, for calls whose agent has chosen none", async () => {
    await settings({ defaultOutcome: "interested" });
    const before = (await given()).length;
    const chosen = await talk("care");
    await by("POST", `/v4/contact/${contactId}/disposition/`, { key: "Sale", callId: chosen });
    await act("done");
    const forgotten = await talk("care");
    await giveDefaultOutcomes(db, [account]);
    expect((await given()).length).toBe(before + 1);
    await passTime();
    // no worker was there at that moment, and then two were
    await Promise.all([giveDefaultOutcomes(db, [account]), giveDefaultOutcomes(db, [account])]);
    expect((await given()).slice(0, 2)).toEqual([
      ["Interested", "Test User", forgotten],
      ["Sale", "Test User", chosen],
    ]);
    expect((await given()).length).toBe(before + 2);
    expect(await states()).toEqual([]);
  });

  it("settings name dispositions that exist, and times from 0 to 3600 seconds", async () => {
    const where = async (values: object) => (await settings(values)).body.error[0]?.where;
    expect(await where({ defaultOutcome: "Nothing" })).toBe("body.settings.defaultOutcome");
    expect(await where({ outcomeKeys: ["Sale", "Nothing"] })).toBe("body.settings.outcomeKeys[1]");
    expect(await where({ outcomeKeys: ["Sale", "sale"] })).toBe("body.settings.outcomeKeys");
    expect(await where({ wrapUpSeconds: 3601 })).toBe("body.settings.wrapUpSeconds");
    const list = { listName: "desk", clientIds: [] };
    expect((await admin("PUT", "/v4/livelist/desk", { ...list, wrapUpSeconds: 9_999 })).body.error).toMatchObject([
      { message: "Wrap-Up must be a whole number from 0 to 3600" },
    ]);
    expect((await admin("PUT", "/v4/livelist/desk", { ...list, clientIds: [ann.userId] })).body.payload).toMatchObject([
      { wrapUpSeconds: 0 },
    ]);
  });
});
