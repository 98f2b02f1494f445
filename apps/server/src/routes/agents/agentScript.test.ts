import { beforeEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { subscribe } from "../../../test/listener.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const receiver = await startReceiver();
const server = await testServer(db, {
  config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_EGRESS_ALLOW: receiver.allow }),
});
const { account } = await server.account();
const ann = await server.user(account, "member", ["inbox-use"]);
const bob = await server.user(account, "member", ["inbox-use"]);

/** A contact that Ann has answered from the queue Sales. */
const hold = { holdId: newId(), queueId: newId(), contactId: newId(), campaignId: newId() };
await db.tx([account], async (q) => {
  const { holdId, queueId, contactId, campaignId } = hold;
  await q.run("insert into agent_queue (account_id, queue_id, name) values ($1, $2, 'Sales')", [account, queueId]);
  await q.run(
    "insert into contact (account_id, contact_id, phone, first_name) values ($1, $2, '+13035550123', 'Zoe')",
    [account, contactId],
  );
  await q.run(
    `insert into agent_hold (account_id, hold_id, queue_id, contact_id, campaign_id, journey_id, node, state, agent, agent_name)
     values ($1, $2, $3, $4, $5, $6, 2, 'taken', $7, 'Ann')`,
    [account, holdId, queueId, contactId, campaignId, newId(), `user:${ann.userId}`],
  );
});
const ask = async (as = ann, about: object = { holdId: hold.holdId }) => {
  const { status, body } = await server.call("POST", "/v4/agent/script", { as, body: about });
  return status === 200 ? body.payload[0] : [status, body.error[0]?.message];
};

describe("dynamic_script: what an agent sees when they open a conversation (spec 2 §3.6)", () => {
  beforeEach(() => {
    receiver.received.length = 0;
  });

  it("is empty without a webhook of this type", async () => {
    expect(await ask()).toEqual({ webhookName: null, script: null, reason: null });
  });

  it.each([
    { answer: "text", type: "text/plain", body: " Hello Zoe \n", script: "Hello Zoe" },
    {
      answer: "JSON with a script",
      type: "application/json",
      body: '{"script":"Hello <b>Zoe</b>"}',
      script: "Hello <b>Zoe</b>",
    },
    { answer: "a JSON text", type: "application/json", body: '"Hello"', script: "Hello" },
    {
      answer: "JSON without one",
      type: "application/json",
      body: '{"ok":true}',
      reason: "the answer contains no script",
    },
    { answer: "nothing", type: "text/plain", body: "", reason: "the answer contains no script" },
    {
      answer: "a page",
      type: "text/html; charset=utf-8",
      body: "<p>Hello</p>",
      reason: "the answer is HTML, but a script must be plain text",
    },
    {
      answer: "an error",
      status: 503,
      type: "text/plain",
      body: "down",
      reason: expect.stringContaining("the receiver answered with an error"),
    },
  ])("is read from $answer", async ({ type, body, script = null, reason = null, status = 200 }) => {
    await db.tx([account], (q) => q.run("delete from webhook where account_id = $1", [account]));
    await subscribe(db, { account }, "dynamic_script", receiver, {
      bodyTemplate: '{"to": "${firstName}", "in": "${queue}"}',
    });
    receiver.answer((_, response) => response.writeHead(status, { "content-type": type }).end(body));
    expect(await ask()).toEqual({ webhookName: "dynamic_script", script, reason });
    expect(receiver.received.map((one) => one.body)).toEqual(['{"to":"Zoe","in":"Sales"}']);
  });

  it("comes from the mapped variable `script`, with one id for every request", async () => {
    await subscribe(db, { account }, "dynamic_script", receiver, { responseMapping: { script: "$.say.first" } });
    receiver.answer((_, response) => response.end('{"say":{"first":"Good day"}}'));
    expect(await ask()).toMatchObject({ script: "Good day" });
    expect(await ask()).toMatchObject({ script: "Good day" });
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([hold.holdId, hold.holdId]);
    const { data } = JSON.parse(receiver.received[0]?.body ?? "{}") as { data: object };
    expect(data).toEqual({
      where: "queue",
      contactid: hold.contactId,
      holdid: hold.holdId,
      campaignid: hold.campaignId,
      callid: "",
      queue: "Sales",
      phone: "+13035550123",
      agent: "Test User",
    });
    const kept = await db.tx([account], (q) =>
      q.rows("select ok from webhook_delivery where account_id = $1 and message_id = $2 and ok", [
        account,
        hold.holdId,
      ]),
    );
    expect(kept.length).toBeGreaterThan(1);
  });

  it("is only for the agent who answered the contact", async () => {
    expect(await ask(bob)).toEqual([404, expect.any(String)]);
    expect(receiver.received).toEqual([]);
  });

  it("is requested for a conversation of the inbox with the id of the contact's last text", async () => {
    receiver.answer((_, response) => response.end('{"say":{"first":"Good day"}}'));
    const { contactId } = hold;
    expect(await ask(ann, { contactId })).toEqual([404, "Conversation not found"]);
    const lastIn = newId();
    await db.tx([account], (q) =>
      q.run(
        "insert into conversation (account_id, contact_id, number, last_id, moved_id, last_in) values ($1, $2, '+12025550101', $3, $3, $3)",
        [account, contactId, lastIn],
      ),
    );
    expect(await ask(bob, { contactId })).toMatchObject({ script: "Good day" });
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(lastIn);
    const { data } = JSON.parse(receiver.received[0]?.body ?? "{}") as { data: object };
    expect(data).toEqual({
      where: "inbox",
      contactid: contactId,
      holdid: "",
      campaignid: "",
      callid: "",
      queue: "",
      phone: "+13035550123",
      agent: "Test User",
    });
  });

  it("is requested for an answered call on the agent's phone, also from an unknown caller", async () => {
    receiver.answer((_, response) => response.end('{"say":{"first":"Good day"}}'));
    const [callId, offerId] = [newId(), newId()];
    await db.tx([account], async (q) => {
      await q.run(
        `insert into call (account_id, call_id, direction, from_number, to_number, plan, state)
         values ($1, $2, 'in', '+13035550188', '+12025550101', '{}', 'received')`,
        [account, callId],
      );
      await q.run(
        `insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state)
         values ($1, $2, $3, $4, 'workGroup', 'Support', 'ringing')`,
        [account, offerId, callId, ann.userId],
      );
    });
    const refused = [404, "Call that you answered not found"];
    expect(await ask(ann, { offerId })).toEqual(refused);
    await db.tx([account], (q) =>
      q.run("update call_offer set state = 'talking', answered = now() where account_id = $1", [account]),
    );
    expect(await ask(bob, { offerId })).toEqual(refused);
    expect(receiver.received).toEqual([]);
    expect(await ask(ann, { offerId })).toMatchObject({ script: "Good day" });
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(offerId);
    const { data } = JSON.parse(receiver.received[0]?.body ?? "{}") as { data: object };
    expect(data).toEqual({
      where: "phone",
      callid: callId,
      contactid: "",
      holdid: "",
      campaignid: "",
      queue: "Support",
      phone: "+13035550188",
      agent: "Test User",
    });
  });

  it("is requested for one thing at a time", async () => {
    const words = [400, expect.stringContaining("Send exactly one of holdId, contactId and offerId")];
    expect(await ask(ann, {})).toEqual(words);
    expect(await ask(ann, { holdId: hold.holdId, contactId: hold.contactId })).toEqual(words);
  });
});
