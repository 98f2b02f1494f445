import type { StayLine } from "@trunkline/contract/agents/callCenter.ts";
import { liveListScript, workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { describe, expect, it } from "vitest";
import { callCenterAccount, searchOf } from "../../../test/callCenterAccount.ts";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";

const db = await freshDatabase();
const server = await testServer(db);
const world = { publicUrl: "http://127.0.0.1", pace: 1 };

describe("the truth of calls", () => {
  it("records each stay with who answered, who left and who ended it", async () => {
    const { account, ask, live, stays } = await callCenterAccount(server);
    const ann = await server.user(account, "owner");
    const asAnn = (method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: { cookie: ann.cookie }, body });
    const act = async (body: object) => {
      const [phone] = (await asAnn("GET", "/v4/agent/phone/")).body.payload as unknown as {
        calls: { offerId: string }[];
      }[];
      expect((await asAnn("POST", `/v4/agent/phone/${phone?.calls[0]?.offerId}/`, body)).status).toBe(200);
    };
    await ask("POST", "/v4/workgroup/", { name: "Sales", members: [{ userId: ann.userId }], distributionType: 1 });
    await ask("POST", "/v4/livelist", { listName: "desk", clientIds: [ann.userId] });
    await asAnn("PUT", "/v4/agent/phone/", { open: true });
    const call = (from: string, script: Parameters<typeof callIn>[3]) =>
      callIn(db, account, { from, to: "+12025550101" }, script, world);
    const first = await call("+12025550143", workGroupScript("sales"));
    await offerCallers(db, [account], world);
    expect((await live()).agents).toMatchObject([
      { userId: ann.userId, state: "ringing", call: { callId: first, with: "+12025550143", place: "sales" } },
    ]);
    expect((await live()).places.find(({ name }) => name === "Sales")).toMatchObject({ waiting: 1, entered: 1 });
    // the queue that the group's callers make is the group
    expect((await live()).places.map(({ kind, name, exists }) => [kind, name, exists])).toEqual([
      ["liveList", "desk", true],
      ["workGroup", "Sales", true],
    ]);
    await act({ action: "answer" });
    await act({ action: "transfer", to: { kind: "liveList", value: "desk" } });
    await act({ action: "done" });
    await db.tx([account], (q) =>
      moveCall(
        q,
        { accountId: account, callId: first },
        ([leg]) => [{ legId: leg!.legId, input: { input: "hangUp" } }],
        world,
      ),
    );
    const second = await call("+12025550144", liveListScript("desk"));
    await asAnn("POST", "/v4/agent/phone/pick", { callId: second });
    await act({ action: "hangUp" });
    const listed = (await stays()).map(({ callId, name, outcome, answeredByName, endedBy, offered }) => [
      callId,
      name,
      outcome,
      answeredByName !== null,
      endedBy,
      offered !== null,
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const report = `/v4/call-center/report/?${searchOf({ grouping: "agent", zone: "Etc/UTC", startDate: "2026-01-01", endDate: today })}`;
    expect((await ask("GET", report)).body.payload).toMatchObject([{ userId: ann.userId, entered: 2, answered: 2 }]);
    expect((await stays({ userId: ann.userId, figure: "answered" })).length).toBe(2);
    expect(listed).toEqual([
      [second, "desk", "answered", true, "agent", false],
      [first, "desk", "abandoned", false, "caller", false],
      [first, "sales", "answered", true, "transfer", true],
    ]);
    expect((await live()).agents).toMatchObject([{ state: "wrapUp", call: null }]);
    await act({ action: "done" });
    expect((await live()).agents).toMatchObject([{ state: "available" }]);
    expect((await stays({ figure: "handled" })).map(({ callId }) => callId)).toEqual([second, first]);
    expect((await stays({ callId: first })).length).toBe(2);
  });

  it("distinguishes callers whose call ended without an answer from those who were routed on, and counts phones that rang", async () => {
    const { account, ask, stays } = await callCenterAccount(server);
    const ann = await server.user(account, "owner");
    const asAnn = (method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: { cookie: ann.cookie }, body });
    const members = [{ userId: ann.userId }];
    await ask("POST", "/v4/workgroup/", { name: "Sales", members, distributionType: 9, maxDials: 1 });
    await asAnn("PUT", "/v4/agent/phone/", { open: true });
    await callIn(db, account, { from: "+12025550143", to: "+12025550101" }, workGroupScript("sales"), world);
    await offerCallers(db, [account], world);
    const [phone] = (await asAnn("GET", "/v4/agent/phone/")).body.payload as unknown as {
      calls: { offerId: string }[];
    }[];
    await asAnn("POST", `/v4/agent/phone/${phone?.calls[0]?.offerId}/`, { action: "decline" });
    await offerCallers(db, [account], world);
    expect(await stays()).toMatchObject([{ missed: 1, outcome: "unanswered", answeredByName: null, endedBy: null }]);
    await asAnn("PUT", "/v4/agent/phone/", { open: false });
    const script = [...workGroupScript("sales"), ...liveListScript("desk")];
    await callIn(db, account, { from: "+12025550144", to: "+12025550101" }, script, world);
    await offerCallers(db, [account], world);
    expect(await stays()).toMatchObject([
      { name: "desk", outcome: null },
      { missed: 0, outcome: "released" },
      { outcome: "unanswered" },
    ]);
  });
});

describe("calls that waited, in the list of calls", () => {
  it("have their queue, wait, ending and disposition, and are filtered and reported by them", async () => {
    const { account, ask, stays } = await callCenterAccount(server);
    const ann = await server.user(account, "owner");
    const asAnn = (method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: { cookie: ann.cookie }, body });
    await ask("POST", "/v4/livelist", { listName: "desk", clientIds: [ann.userId] });
    await ask("POST", "/v4/livelist", { listName: "other", clientIds: [ann.userId] });
    const [contact] = (await ask("POST", "/v4/contact/", { phone: "+12025550143" })).body.payload;
    await asAnn("PUT", "/v4/agent/phone/", { open: true });
    const call = (listName: string) =>
      callIn(db, account, { from: "+12025550143", to: "+12025550101" }, liveListScript(listName), world);
    const talk = async (listName: string) => {
      const callId = await call(listName);
      await asAnn("POST", "/v4/agent/phone/pick", { callId });
      const [phone] = (await asAnn("GET", "/v4/agent/phone/")).body.payload as unknown as {
        calls: { offerId: string }[];
      }[];
      await asAnn("POST", `/v4/agent/phone/${phone?.calls[0]?.offerId}/`, { action: "hangUp" });
      return callId;
    };
    const sold = await talk("desk");
    const give = { callId: sold, key: "sale" };
    await asAnn("POST", `/v4/contact/${contact?.["contactId"]}/disposition/`, { ...give, key: "Interested" });
    await asAnn("POST", `/v4/contact/${contact?.["contactId"]}/disposition/`, give);
    const plain = await talk("other");
    const waits = await call("desk");
    const calls = async (filter: string) =>
      (await ask("GET", `/v4/call/?${filter}`)).body.payload.map(({ callId }) => callId);
    expect((await ask("GET", "/v4/call/")).body.payload).toMatchObject([
      { callId: waits, queue: "desk", waitSeconds: null, endedBy: null, disposition: null },
      { callId: plain, queue: "other", endedBy: "agent", disposition: null, missedPhones: 0 },
      { callId: sold, queue: "desk", waitSeconds: expect.any(Number), endedBy: "agent", disposition: "Sale" },
    ]);
    expect(await calls("queue=DESK")).toEqual([waits, sold]);
    expect(await calls("disposition=sale")).toEqual([sold]);
    expect(await calls("disposition=interested")).toEqual([sold]);
    expect([await calls("recording=yes"), await calls("recording=no&queue=other")]).toEqual([[], [plain]]);
    const today = new Date().toISOString().slice(0, 10);
    const report = `/v4/call-center/report/?${searchOf({ grouping: "disposition", zone: "Etc/UTC", startDate: "2026-01-01", endDate: today })}`;
    const lines = (await ask("GET", report)).body.payload as unknown as StayLine[];
    expect(lines.map(({ name, answered }) => [name, answered])).toEqual([
      ["Sale", 1],
      [null, 1],
    ]);
    expect((await stays({ disposition: "SALE" })).map(({ callId }) => callId)).toEqual([sold]);
    expect((await stays({ disposition: "", figure: "answered" })).map(({ callId }) => callId)).toEqual([plain]);
  });
});
