import type { Instruction } from "@trunkline/workflow/voice/script.ts";
import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { makeCampaign, makeContacts, makeWorld, quickWorker, runBatch, until } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";
import { listCallLegs } from "../../store/simulator/simulatorCall.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const made = await server.call("POST", "/v4/agentqueue/", { as: { key }, body: { name: "Sales" } });
const queueId = made.body.payload[0]?.["queueId"];

describe("/v4/agent/ (readings, Requests of our pages: presence, queue take, wrap-up)", () => {
  it("stores that an agent is away, shows it to other users, and refuses to give the agent a contact", async () => {
    const ann = await server.user(account, "member", ["inbox-use"]);
    const viewer = await server.user(account, "viewer");
    const statuses = async () =>
      (await server.call("GET", "/v4/agent/all/", { as: viewer })).body.payload.map((one) => [
        one["userId"],
        one["status"],
        one["since"] === null,
      ]);
    expect(await statuses()).toEqual([[ann.userId, "available", true]]);
    await server.call("PUT", "/v4/agent/", { as: ann, body: { status: "away" } });
    expect(await statuses()).toEqual([[ann.userId, "away", false]]);
    expect((await server.call("GET", "/v4/agent/", { as: ann })).body.payload[0]?.["status"]).toBe("away");
    const take = async () => {
      const { status, body } = await server.call("POST", "/v4/agent/take", { as: ann, body: { queueId } });
      return [status, body.error[0]?.code, body.error[0]?.message];
    };
    expect(await take()).toEqual([409, "agent_away", "You are away. Set yourself to available first."]);
    await server.call("PUT", "/v4/agent/", { as: ann, body: { status: "available" } });
    expect(await take()).toEqual([409, "not_waiting", "This queue is empty"]);
  });
});

describe("callers and contacts in one queue (telecom §8: callers in arrival order)", () => {
  const world = { publicUrl: "http://127.0.0.1", pace: 1 };
  const own = "+12025550101";
  const enqueue = (queue: string): Instruction[] => [
    { do: "enqueue", queue },
    { do: "say", text: "No one is available." },
  ];

  /** An account with two users who answer calls, and the queue of that name. */
  async function desk() {
    const engine = await makeWorld(db);
    const { account: id } = engine;
    const [ann, bob] = [await server.user(id, "owner"), await server.user(id, "owner")];
    const by = (user: { cookie: string }, method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: user, body });
    const queue = async (name = "Sales") =>
      (await by(ann, "GET", "/v4/agentqueue/")).body.payload.find((one) => one["name"] === name) ?? {};
    const take = async (user: { cookie: string }, more: object = {}) => {
      const { queueId: of } = await queue();
      return by(user, "POST", "/v4/agent/take", { queueId: of, ...more });
    };
    const waiting = async (user = ann) =>
      (await by(user, "GET", `/v4/agentqueue/${(await queue())["queueId"]}/waiting`)).body.payload;
    const calls = (from: string, script = enqueue("sales")) => callIn(db, id, { from, to: own }, script, world);
    const story = (callId: string) =>
      db.tx([id], async (q) => (await listCallLegs(q, id, callId)).flatMap(({ log }) => log.map(({ text }) => text)));
    const talks = async (user: { cookie: string }) =>
      (await by(user, "GET", "/v4/agent/phone/")).body.payload[0]?.["calls"] as { callId: string; offerId: string }[];
    const hangUp = async (user: { cookie: string }) => {
      for (const { offerId } of await talks(user))
        await by(user, "POST", `/v4/agent/phone/${offerId}/`, { action: "hangUp" });
    };
    return { engine, id, ann, bob, by, queue, take, waiting, calls, story, talks, hangUp };
  }

  it("are counted together and answered in the order of their arrival", async () => {
    const { engine, ann, bob, by, queue, take, waiting, calls, story, talks, hangUp } = await desk();
    await by(ann, "POST", "/v4/agentqueue/", { name: "Sales" });
    const first = await calls("+13035550111");
    const [contactId = ""] = await makeContacts(db, engine, ["+13035560177"]);
    const flow = [
      { id: 1, type: "start", children: [2] },
      {
        id: 2,
        type: "agentQueue",
        children: [3],
        queueName: "Sales",
        queueWaitTime: 0,
        expirationType: "campaignTimezoneProtection",
        expirationNumber: "1",
        expirationUnits: "minutes",
      },
      { id: 3, type: "control", children: [] },
    ];
    const worker = quickWorker(db);
    await runBatch(db, engine, await makeCampaign(db, engine, flow), [contactId]);
    await until("the contact waits", async () => (await waiting()).length === 2);
    await worker.stop();
    const last = await calls("+13035550112");
    expect((await waiting()).map((one) => [one["kind"], one["phone"], one["callId"]])).toEqual([
      ["queue", "+13035550111", first],
      ["contact", "+13035560177", null],
      ["queue", "+13035550112", last],
    ]);
    expect(await queue()).toMatchObject({ waiting: 3, oldest: (await waiting())[0]?.["since"], taken: 0 });
    expect((await take(ann)).body.payload).toMatchObject([{ callId: first, holdId: null, state: "taken" }]);
    expect((await talks(ann)).map(({ callId }) => callId)).toEqual([first]);
    expect((await story(first)).at(-1)).toMatch(/^Connected with /);
    expect((await take(bob)).body.payload).toMatchObject([{ contactId, callId: null, state: "taken" }]);
    // The agent is already on a call, so the caller keeps waiting for another agent.
    expect((await take(ann)).body.error[0]).toMatchObject({ code: "on_a_call" });
    expect(await queue()).toMatchObject({ waiting: 1, taken: 2 });
    const [one, other] = await Promise.all([take(bob), take(bob, { callId: last })]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect(await queue()).toMatchObject({ waiting: 0, oldest: null });
    await hangUp(ann);
    expect((await take(ann)).body.error[0]?.message).toBe("This queue is empty");
    expect((await take(ann, { callId: first })).body.error[0]?.code).toBe("not_waiting");
    await hangUp(bob);
  });

  it("callers of a work group are in the queue of its name and can be answered only by its members", async () => {
    const { id, ann, bob, by, queue, take, waiting, calls, talks, hangUp } = await desk();
    await by(ann, "POST", "/v4/workgroup/", { name: "Sales", members: [{ userId: ann.userId }], distributionType: 1 });
    for (const user of [ann, bob]) await by(user, "PUT", "/v4/agent/phone/", { open: true });
    const callId = await calls("+13035550111", [...workGroupScript("Sales")]);
    // The first caller created the queue and rings on a phone while waiting in it.
    await offerCallers(db, [id], world);
    expect(await queue()).toMatchObject({ waiting: 1, open: true });
    expect((await waiting(bob)).map((one) => [one["kind"], one["mayTake"]])).toEqual([["workGroup", false]]);
    const refused = (await take(bob)).body.error[0];
    expect([refused?.code, refused?.message]).toEqual([
      "not_waiting",
      "No one in this queue can be answered by you. Callers of a work group are for its members, and an API key has no phone",
    ]);
    expect((await take(bob, { callId })).body.error[0]?.code).toBe("not_a_member");
    // It rings on her phone in the meantime.
    expect((await take(ann)).body.payload).toMatchObject([{ callId, kind: "workGroup" }]);
    expect(await talks(ann)).toMatchObject([{ callId, state: "talking" }]);
    await hangUp(ann);
  });

  it("callers of a closed or deleted queue continue on their path", async () => {
    const { id, ann, by, queue, calls, story } = await desk();
    const unanswered = ["No one answered", "No one is available."];
    const first = await calls("+13035550111");
    const { queueId: of, name } = await queue("sales");
    expect(name).toBe("sales");
    const change = (open: boolean) => by(ann, "PUT", `/v4/agentqueue/${of}/`, { open });
    const look = () => offerCallers(db, [id], world);
    expect(await look()).toBe("nothing");
    await change(false);
    await look();
    const second = await calls("+13035550112");
    await look();
    for (const callId of [first, second]) expect((await story(callId)).slice(-2)).toEqual(unanswered);
    await change(true);
    const third = await calls("+13035550113");
    await look();
    expect((await story(third)).at(-1)).toBe("Waits for sales");
    await by(ann, "DELETE", `/v4/agentqueue/${of}/`);
    await look();
    expect((await story(third)).slice(-2)).toEqual(unanswered);
    expect((await by(ann, "GET", "/v4/agentqueue/")).body.payload).toEqual([]);
  });

  it("a caller is answered during an announcement before the queue", async () => {
    const { ann, take, calls, story, hangUp } = await desk();
    await calls("+13035550110", enqueue("Sales"));
    const callId = await calls("+13035550111", [{ do: "say", text: "One moment, please." }, ...enqueue("Sales")]);
    expect((await take(ann, { callId })).status).toBe(200);
    expect((await story(callId)).slice(-2)).toEqual(["One moment, please.", expect.stringMatching(/^Connected with /)]);
    await hangUp(ann);
    expect((await story(callId)).slice(-2)).toEqual(["The other side hung up", "No one is available."]);
  });
});
