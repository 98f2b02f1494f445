import { afterAll, describe, expect, it } from "vitest";
import { ask, type EngineWorld, makeWorld, quickWorker, until } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { startReceiver } from "../../test/receiver.ts";
import { drawTextRoute } from "../../test/textRoute.ts";
import { openEgress } from "../egress/egress.ts";
import { receiveMessage } from "../inbound/receiveMessage.ts";
import { makeNotifyCallback } from "./notifyCallback.ts";

const db = await freshDatabase();
const receiver = await startReceiver();
const inside = await startReceiver();
const worker = quickWorker(db, {
  egress: openEgress({ allow: [receiver.allow] }),
  performers: [makeNotifyCallback((attempt) => (attempt < 3 ? 1 : null))],
});
afterAll(() => worker.stop());

let texts = 0;

/** A text to a number whose one path has this callback URL. */
async function textTo(callbackUrl: string): Promise<{ world: EngineWorld; because(): Promise<string | null> }> {
  const world = await makeWorld(db);
  receiver.received.length = 0;
  await drawTextRoute(db, world, [{ name: "orders", callbackUrl }]);
  const text = { from: "+13035550111", to: world.number, text: "Grüße & more", mediaUrl: null, carrier: "simulated" };
  texts += 1;
  // reported twice by its carrier
  for (const _ of [1, 2]) await receiveMessage(db, { ...text, carrierRef: `callback-${texts}` });
  const decision = "select because from route_decision where account_id = $1";
  return {
    world,
    because: async () => (await ask<{ because: string | null }>(db, world, decision))[0]?.because ?? null,
  };
}

describe("a destination's callbackUrl (spec 1 §3.3)", () => {
  it("receives a text that was routed there, once, with its outcome", async () => {
    receiver.answer((_, response) => response.end());
    const { world, because } = await textTo(`${receiver.url}/texts`);
    const state = "select state from effect where account_id = $1";
    await until(
      "the callback was notified",
      async () => (await ask<{ state: string }>(db, world, state))[0]?.state === "done",
    );
    expect(receiver.received.map(({ method, path }) => [method, path])).toEqual([["POST", "/texts"]]);
    expect(Object.fromEntries(new URLSearchParams(receiver.received[0]?.body))).toEqual({
      accountSid: world.account,
      messageSid: expect.any(String),
      contactId: expect.any(String),
      channel: "sms",
      direction: "inbound",
      from: "+13035550111",
      to: world.number,
      text: "Grüße & more",
      routeTag: "support",
      destination: "orders",
      destType: "inbox",
      dest: "orders",
      outcome: "delivered",
    });
    expect(await because()).toBeNull();
  });

  it("that answers 500 is notified three times under one id, and the text's route shows the failure", async () => {
    receiver.answer((_, response) => response.writeHead(500).end());
    const { because } = await textTo(`${receiver.url}/texts?token=secret`);
    await until("it is given up", async () => (await because()) !== null);
    expect(await because()).toBe(`The callback URL at ${receiver.url} was not reached: it answered 500`);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("at an address of this machine or network is never asked", async () => {
    const { because } = await textTo(inside.url);
    await until("it is given up", async () => (await because()) !== null);
    expect(await because()).toContain("TRUNKLINE_EGRESS_ALLOW");
    expect(inside.received).toEqual([]);
  });
});
