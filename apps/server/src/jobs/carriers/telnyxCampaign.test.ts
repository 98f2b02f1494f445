import { describe, expect, it } from "vitest";
import { ask, handsets, until } from "../../../test/engineWorld.ts";
import { ownTelnyx, type TelnyxWorld } from "../../../test/ownTelnyx.ts";
import { campaignsOf, itCarriesCampaigns } from "../../../test/providerCampaign.ts";
import type { TakenText } from "../../../test/telnyxServer.ts";

const { place, makeTelnyxWorld, healthOf, bound } = await ownTelnyx();
const { db, startOne, server } = place;

const { sentOf, numberOf, start, isDone, inbound } = campaignsOf(db);
const firstTaken = () => {
  const [text] = place.provider.taken;
  if (text === undefined) throw new Error("the provider took nothing");
  return text;
};

describe("a campaign through Telnyx", () => {
  itCarriesCampaigns({
    db,
    startOne,
    makeWorld: makeTelnyxWorld,
    receiptsOf: async (world: TelnyxWorld) => (await healthOf(world)).receipts,
    provider: () => place.provider,
    wordsOf: ({ text }: TakenText) => text,
    throttled: { status: 429, code: "10011", headers: { "x-ratelimit-reset": "0", "x-ratelimit-remaining": "0" } },
  });

  it.each([
    ["40300", "Blocked due to STOP message", "carrier_opted_out"],
    ["40310", "Invalid 'to' address", "carrier_invalid_number"],
    ["40305", "Invalid 'from' address", "carrier_account"],
    ["49999", "Something new", "carrier_rejected"],
  ])("shows the refusal %s %s on the text", async (code, title, reason) => {
    const world = await makeTelnyxWorld();
    place.provider.does = () => ({ status: 400, code, title });
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 320))));
    expect(await sentOf(world)).toMatchObject([{ state: "rejected", reason }]);
  });

  it("shows why a text was not delivered", async () => {
    const world = await makeTelnyxWorld();
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 330))));
    await place.provider.tell(firstTaken(), "delivery_failed", { code: "40001", title: "Not routable" });
    expect(await sentOf(world)).toMatchObject([{ receipt: "undelivered", reason: "carrier_landline" }]);
  });

  it("keeps its texts in the queue while the key is wrong, says so, and sends them once it is right", async () => {
    const world = await makeTelnyxWorld();
    const { apiKey } = place.provider;
    place.provider.apiKey = "KEYanother";
    startOne();
    const batch = await start(world, handsets(3, 340));
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("the API key is wrong or was revoked");
    expect((await sentOf(world)).every(({ state }) => state === "queued")).toBe(true);
    place.provider.apiKey = apiKey;
    await until("the run is done", isDone(world, batch));
    expect(place.provider.taken).toHaveLength(3);
  });
});

describe("texts from Telnyx", () => {
  const phone = "+13035550177";

  it("are received once however often their event is repeated", async () => {
    const world = await makeTelnyxWorld();
    const to = await numberOf(world);
    for (let times = 0; times < 3; times++)
      expect(await place.provider.text(world.messagesUrl, { from: phone, to, id: "m1", text: "Shall we?" })).toBe(200);
    expect(await inbound(world)).toEqual([{ from: phone, text: "Shall we?", media: null, reason: null }]);
  });

  it("bring their picture, which is kept here", async () => {
    const world = await makeTelnyxWorld();
    const gif = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;");
    place.provider.media.set("a.gif", gif);
    const media = [{ url: `${place.provider.baseUrl}/media/a.gif`, content_type: "image/gif" }];
    await place.provider.text(world.messagesUrl, { from: phone, to: await numberOf(world), id: "m2", media });
    const [received] = await inbound(world);
    expect(received?.media).toMatch(/\/m2\.gif$/);
    const kept = await server.api.app.inject({ url: new URL(received?.media ?? "").pathname });
    expect(kept.rawPayload).toEqual(gif);
  });

  it("to numbers of no connection are not received", async () => {
    const world = await makeTelnyxWorld();
    expect(await place.provider.text(world.messagesUrl, { from: phone, to: "+13035550999", text: "Hi" })).toBe(200);
    expect(await inbound(world)).toEqual([]);
  });

  it("opt the contact out where the provider answered the keyword, without a second confirmation", async () => {
    const world = await makeTelnyxWorld();
    const to = await numberOf(world);
    await place.provider.text(world.messagesUrl, { from: phone, to, text: "ARRET", autoresponse_type: "STOP" });
    expect(await ask(db, world, "select distinct phone from dnc where account_id = $1")).toEqual([{ phone }]);
    expect(await sentOf(world)).toEqual([]);
  });

  it("are replies to the run that wrote to the contact last", async () => {
    const world = await makeTelnyxWorld();
    startOne();
    await bound(world);
    const [handset = ""] = handsets(1, 400);
    await until("the run is done", isDone(world, await start(world, [handset])));
    await place.provider.text(world.messagesUrl, { from: handset, to: await numberOf(world), text: "Yes please" });
    expect(
      await ask(db, world, "select batch_id is not null known from message where account_id = $1 and direction = 'in'"),
    ).toEqual([{ known: true }]);
  });

  it.each([
    ["a wrong signature", (url: string) => url, { signature: Buffer.alloc(64).toString("base64") }],
    ["a signature of an hour ago", (url: string) => url, { timestamp: Math.floor(Date.now() / 1_000) - 3_600 }],
    ["an unknown connection", (url: string) => url.replace(/[0-9a-f]{12}\/messages/, "0123456789ab/messages"), {}],
    ["an id that is none", (url: string) => url.replace(/\/[^/]*\/messages/, "/none/messages"), {}],
  ])("are refused with %s, and the answer says what to check", async (_, urlOf, forged) => {
    const world = await makeTelnyxWorld();
    const payload = {
      id: "m6",
      from: { phone_number: phone },
      to: [{ phone_number: await numberOf(world) }],
      text: "Hi",
    };
    const event = { event_type: "message.received", payload };
    const { status, body } = await place.provider.post(urlOf(world.messagesUrl), event, forged);
    expect(status).toBe(403);
    expect(JSON.parse(body).error[0]).toMatchObject({ code: "wrong_signature" });
    expect(await inbound(world)).toEqual([]);
  });
});
