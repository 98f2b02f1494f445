import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const made = await server.call("POST", "/v4/agentqueue/", { as: { key }, body: { name: "Sales" } });
const queueId = made.body.payload[0]?.["queueId"];

describe("/v4/agent/ (decisions, Calls for our own pages: presence, queue take, wrap-up)", () => {
  it("remembers who is away, shows it to everybody, and lets nobody take a contact meanwhile", async () => {
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
    expect(await take()).toEqual([409, "agent_away", "You are away: say that you take contacts first."]);
    await server.call("PUT", "/v4/agent/", { as: ann, body: { status: "available" } });
    expect(await take()).toEqual([409, "not_waiting", "Nobody waits in this queue"]);
  });
});
