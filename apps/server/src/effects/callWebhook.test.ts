import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { startReceiver } from "../../test/receiver.ts";
import { makeWebhook, sealed, webhookFlow } from "../../test/sealedWebhook.ts";
import { openEgress } from "../egress/egress.ts";
import { openSecrets } from "../secrets/secrets.ts";
import type { WebhookFields } from "../store/webhooks/webhook.ts";
import { makeCallWebhook } from "./callWebhook.ts";

// A receiver that hangs, answers 500 twice, redirects to a private address, returns 200 MB, a gzip bomb, invalid
// JSON: each ends in the failure path with a readable reason.

const db = await freshDatabase({ connections: 12 });
const receiver = await startReceiver();
const closed = await startReceiver();
const secrets = openSecrets(Buffer.alloc(32, 7));
const worker = quickWorker(db, {
  secrets,
  egress: openEgress({ allow: [receiver.allow] }),
  performers: [makeCallWebhook()],
});
afterAll(() => worker.stop());

let from = 0;

/** Runs one contact through a Webhook node; returns its path, the step's words and the journey's variables. */
async function runThrough(fields: Partial<WebhookFields>) {
  const world = await makeWorld(db);
  const callbackId = await makeWebhook(db, world, { secrets, url: receiver.url }, fields);
  receiver.received.length = 0;
  const contacts = await makeContacts(db, world, handsets(1, from++));
  const batch = await runBatch(db, world, await makeCampaign(db, world, webhookFlow(callbackId)), contacts);
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  const [step] = await ask<{ next: number | null; because: string | null }>(
    db,
    world,
    "select next_node as next, because from step where account_id = $1 and node = 2 and outcome <> 1",
  );
  const [journey] = await ask<{ vars: Record<string, string> }>(
    db,
    world,
    "select vars from journey where account_id = $1",
  );
  const log = await ask<{
    ok: boolean;
    reason: string | null;
    status: number | null;
    id: string;
    attempt: number;
    headers: Record<string, string>;
    body: string;
  }>(
    db,
    world,
    `select ok, reason, status, message_id id, attempt, request_headers headers, request_body body from webhook_delivery
     where account_id = $1 order by delivery_id`,
  );
  return { path: step?.next === 3 ? "success" : "failure", because: step?.because, vars: journey?.vars ?? {}, log };
}

describe("a webhook that works (spec 2 §3.6)", () => {
  it("is filled, authenticated and signed, and its answer's mapping becomes variables", async () => {
    receiver.answer((_, response) => response.end('{"status":"ok","order":{"id":17,"items":["a","b"]}}'));
    const run = await runThrough({
      successPath: "$.status",
      successValue: "ok",
      responseMapping: { orderid: "$.order.id", items: "$.order.items[*]", none: "$.nothing" },
    });
    expect(run).toMatchObject({ path: "success", vars: { orderid: "17", items: '["a","b"]' } });
    expect(run.vars["none"]).toBeUndefined();
    const [got] = receiver.received;
    expect(got?.path).toMatch(/^\/orders\/%2B1303/);
    expect(got?.body).toBe('{"name":"Ann","tier":"gold"}');
    expect(got?.headers).toMatchObject({
      authorization: "Bearer top secret",
      "x-client": "the-shop",
      "x-tier": "gold",
      "content-type": "application/json",
    });
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = got?.headers ?? {};
    const key = Buffer.from(sealed.signing.slice(6), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${at}.${got?.body}`).digest("base64");
    expect(signature).toBe(`v1,${expected}`);
    // the log shows the request, but nothing secret
    expect(run.log).toMatchObject([{ ok: true, status: 200, id, attempt: 1, body: got?.body }]);
    expect(JSON.stringify(run.log)).not.toContain("top secret");
  });

  it.each([
    ["FORM-DATA", "application/x-www-form-urlencoded", "name=Ann&tier=gold"],
    ["MULTIPART-FORM-DATA", "multipart/form-data", 'name="tier"\r\n\r\ngold\r\n'],
  ] as const)("sends %s", async (contentType, type, body) => {
    receiver.answer((_, response) => response.end());
    expect(await runThrough({ contentType })).toMatchObject({ path: "success" });
    expect(receiver.received[0]?.headers["content-type"]).toContain(type);
    expect(receiver.received[0]?.body).toContain(body);
  });

  it("keeps a contact's text within its quotes", async () => {
    receiver.answer((_, response) => response.end());
    await runThrough({ bodyTemplate: '{"note": "${\'a\\", \\"admin\\": true\'}"}' });
    const sent = receiver.received[0]?.body;
    expect(Object.keys(JSON.parse(sent ?? "{}"))).toEqual(["note"]);
  });
});

describe("a webhook that fails ends in the failure path with a readable reason", () => {
  it("hangs", async () => {
    receiver.answer(() => {});
    expect(await runThrough({})).toMatchObject({
      path: "failure",
      because: "the receiver did not answer in time (no answer within 15 seconds)",
    });
  });

  it("answers 500 twice, and is tried again with the same id: then it succeeds", async () => {
    let n = 0;
    receiver.answer((_, response) => response.writeHead(n++ < 2 ? 500 : 200).end("{}"));
    const run = await runThrough({
      failureStrategy: { retryStrategy: "linear", retryCount: 2, retryDelaySeconds: 1 },
    });
    expect(run.path).toBe("success");
    expect(run.log.map(({ status, attempt }) => [status, attempt])).toEqual([
      [500, 1],
      [500, 2],
      [200, 3],
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("answers 500 on its last try, and the error mapping is read", async () => {
    receiver.answer((_, response) => response.writeHead(500).end('{"error":{"message":"no stock"}}'));
    const run = await runThrough({
      failureStrategy: { retryStrategy: "exponential", retryCount: 1, retryDelaySeconds: 1 },
      errorResponseMapping: { problem: "$.error.message" },
    });
    expect(run).toMatchObject({
      path: "failure",
      because: "the receiver answered with an error (500)",
      vars: { problem: "no stock" },
    });
    expect(run.log).toHaveLength(2);
  });

  it("redirects to a private address", async () => {
    receiver.answer((_, response) => response.writeHead(302, { location: closed.url }).end());
    const run = await runThrough({ failureStrategy: { retryStrategy: "linear", retryCount: 3, retryDelaySeconds: 1 } });
    expect(run.path).toBe("failure");
    expect(run.because).toContain(
      "the webhook's address is invalid or not allowed (127.0.0.1 resolves to this machine",
    );
    expect(run.log).toHaveLength(1);
    expect(closed.received).toHaveLength(0);
  });

  it("returns 200 MB", async () => {
    receiver.answer((_, response) => response.writeHead(200, { "content-length": 200 * 1024 * 1024 }).write("x"));
    expect(await runThrough({})).toMatchObject({
      path: "failure",
      because: "the receiver's answer is too large (the answer is larger than 1024 kB)",
    });
  });

  it("is a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
    receiver.answer((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    expect(await runThrough({})).toMatchObject({
      path: "failure",
      because: "the receiver's answer is too large (the answer is larger than 1024 kB)",
    });
  });

  it("answers invalid JSON where JSON is needed, or another value", async () => {
    receiver.answer((_, response) => response.end("<html>"));
    expect(await runThrough({ successPath: "$.status" })).toMatchObject({
      path: "failure",
      because: "the receiver's answer is not JSON",
    });
    receiver.answer((_, response) => response.end('{"status":"no"}'));
    expect(await runThrough({ successPath: "$.status", successValue: "ok" })).toMatchObject({
      path: "failure",
      because: 'the receiver\'s answer is not the expected one ($.status is "no", not "ok")',
    });
  });

  it("is switched off, has no connection, or makes no body", async () => {
    expect((await runThrough({ enabled: false })).because).toBe("the webhook is turned off");
    expect((await runThrough({ callbackServerConfigId: null })).because).toBe("the webhook's connection was deleted");
    expect((await runThrough({ bodyTemplate: '{"a": ${firstName}}' })).because).toContain(
      "the webhook's body cannot be created",
    );
  });
});
