import { describe, expect, it } from "vitest";
import { ask, type EngineWorld, handsets, until } from "../../../test/engineWorld.ts";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";
import { campaignsOf, itCarriesCampaigns, itReceivesTexts } from "../../../test/providerCampaign.ts";
import { storedMessages } from "../../../test/providerFaults.ts";
import type { Does, TakenText } from "../../../test/twilioServer.ts";
import { testLimitMs } from "../../../test/waitLimit.ts";
import { openEgress } from "../../egress/egress.ts";

const own = await ownProvider();
const { db, startOne, makeProviderWorld, healthOf, bound, receive } = own;

const { sentOf, allAre, start, isDone, inbound } = campaignsOf(db);

/** Lets time pass for what was handed over. */
const age = (world: EngineWorld, ms: number) =>
  ask(
    db,
    world,
    `update message set submitted = submitted - $2 * interval '1 ms', updated = updated - $2 * interval '1 ms'
     where account_id = $1 returning 1`,
    [ms],
  );

const place: Parameters<typeof itCarriesCampaigns<ProviderWorld, TakenText, Exclude<Does, string>>>[0] = {
  isInEverySuite: true,
  ...own,
  makeWorld: makeProviderWorld,
  provider: () => own.provider,
  wordsOf: ({ body }) => body,
  decide(does) {
    own.provider.does = ({ to }) => does(to);
  },
  throttled: { status: 429, code: 20429, retryAfter: "1" },
  refusals: [
    [{ status: 400, code: 21610 }, "carrier_opted_out"],
    [{ status: 400, code: 21211 }, "carrier_invalid_number"],
    [{ status: 400, code: 30034 }, "carrier_unregistered"],
    [{ status: 400, code: 21606 }, "carrier_account"],
    [{ status: 400, code: 21620 }, "carrier_picture"],
    [{ status: 400, code: 29999 }, "carrier_rejected"],
  ],
  tellLandline: (text) => own.provider.tell(text, "undelivered", { ErrorCode: "30006" }),
  changeSecret() {
    const { authToken } = own.provider;
    own.provider.authToken = "another token";
    return () => {
      own.provider.authToken = authToken;
    };
  },
  secretProblem: "the account SID or the auth token is wrong",
  async forge({ sid, statusCallback = "" }) {
    const failed = { MessageSid: sid, MessageStatus: "failed", ErrorCode: "30007" };
    return (await own.provider.post(statusCallback, failed, "Zm9yZ2Vk")).status;
  },
  async receive(world, from, { to, id, text, optOut, picture }) {
    if (picture) own.provider.media.set(id, { contentType: picture.type, data: picture.data });
    const { status, body } = await receive(world, from, to, {
      MessageSid: id,
      Body: text,
      ...(optOut && { OptOutType: optOut }),
      ...(picture && { NumMedia: "1", MediaUrl0: `${own.provider.baseUrl}/media/${id}` }),
    });
    // an answer with words would be sent to the phone
    expect(body).toBe("<Response/>");
    return status;
  },
};

describe("a campaign through a provider with the Twilio API", () => {
  itCarriesCampaigns(place);

  it("ends doubt with the first status that names the text", async () => {
    const world = await makeProviderWorld();
    own.provider.does = () => "acceptAndDrop";
    startOne();
    const batch = await start(world, handsets(1, 300));
    await until(
      "it is in doubt",
      allAre(world, 1, ({ state }) => state === "in_doubt"),
    );
    const [text] = own.provider.taken;
    if (text === undefined) throw new Error("the provider took nothing");
    await own.provider.tell(text, "sent");
    await until("the run is done", isDone(world, batch));
    expect(await sentOf(world)).toMatchObject([{ state: "accepted", ref: text.sid, receipt: null }]);
  });

  it("finds a text that no status names in the provider's list, unless another text of the contact may be meant", async () => {
    const world = await makeProviderWorld();
    own.provider.does = () => "acceptAndDrop";
    startOne();
    const [phone = "", twice = ""] = handsets(2, 305);
    await start(world, [phone, twice]);
    await until(
      "both are in doubt",
      allAre(world, 2, ({ state }) => state === "in_doubt"),
    );
    // an older text with the same words, with an unknown result
    await ask(
      db,
      world,
      `insert into message (account_id, message_id, contact_id, direction, from_number, to_number, body, segments, encoding, state, carrier, submitted)
       select account_id, gen_random_uuid(), contact_id, direction, from_number, to_number, body, segments, encoding, 'unknown', carrier, submitted
       from message where account_id = $1 and to_number = $2 returning 1`,
      [twice],
    );
    for (const text of own.provider.taken) text.created = new Date(text.created.getTime() - 2 * 60_000);
    await age(world, 2 * 60_000);
    await until("one is found", async () => (await sentOf(world)).some(({ state }) => state === "accepted"));
    const [first] = own.provider.taken.filter(({ to }) => to === phone);
    expect(
      await ask(
        db,
        world,
        "select to_number, state, carrier_ref from message where account_id = $1 and carrier_ref is not null",
      ),
    ).toEqual([{ to_number: phone, state: "accepted", carrier_ref: first?.sid }]);
    expect(own.provider.mistakes).toEqual([]);
    expect(own.provider.taken).toHaveLength(2);
  });

  it("gives up a text that no status names and the list lacks, and never sends it again", async () => {
    const world = await makeProviderWorld();
    let tries = 0;
    own.provider.does = () => {
      tries++;
      return "drop";
    };
    startOne();
    const batch = await start(world, handsets(1, 310));
    await until(
      "it is in doubt",
      allAre(world, 1, ({ state }) => state === "in_doubt"),
    );
    await age(world, 2 * testLimitMs);
    await until("the run is done", isDone(world, batch));
    expect(await sentOf(world)).toMatchObject([{ state: "unknown" }]);
    expect(own.provider.taken).toEqual([]);
    expect(tries).toBe(1);
  });

  it("keeps its texts in the queue while the provider cannot be reached, says so, and sends them once it is back", async () => {
    const world = await makeProviderWorld();
    startOne();
    await bound(world);
    await own.provider.goDown();
    const batch = await start(world, handsets(3, 390));
    await until("it is reported", async () => (await healthOf(world)).state !== "bound");
    expect((await healthOf(world)).error).toContain("the provider cannot be reached");
    await own.provider.comeUp();
    await until("the run is done", isDone(world, batch));
    expect(own.provider.taken).toHaveLength(3);
  });

  it("keeps a text that the provider throttles, however often it was tried", async () => {
    const world = await makeProviderWorld();
    own.provider.does = () => ({ status: 429, code: 20429, retryAfter: "0" });
    startOne();
    const batch = await start(world, handsets(1, 395));
    const hurry = () =>
      ask(
        db,
        world,
        "update message set attempt = 20, not_before = now() where account_id = $1 and state = 'queued' returning 1",
      );
    await until("it is due", async () => (await hurry()).length === 1);
    await until("it was tried again", async () =>
      (await storedMessages(db, world)).some(({ attempt, state }) => attempt > 20 && state !== "submitting"),
    );
    expect(await sentOf(world)).toMatchObject([{ state: "queued", reason: "carrier_throttled" }]);
    own.provider.does = () => "accept";
    await until("it is due", async () => (await hurry()).length === 1);
    await until("the run is done", isDone(world, batch));
    expect(own.provider.taken).toHaveLength(1);
  });

  it("is not made to an address of this machine or network, unless the operator allows it", async () => {
    const world = await makeProviderWorld();
    startOne({ egress: openEgress({ allow: [] }) });
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("TRUNKLINE_EGRESS_ALLOW");
  });

  it("leaves by the carrier that its number has when a run starts, at the same price, and refuses unregistered numbers where that carrier does", async () => {
    const world = await makeProviderWorld();
    startOne();
    await bound(world);
    // the number leaves its set, is released and added to the next connection, as a user does it
    const key = await own.server.key(world.account, "owner");
    const call = async (method: string, url: string, body?: object) => {
      const answer = await own.server.call(method, url, { as: { key }, ...(body && { body }) });
      expect(answer.body.error).toEqual([]);
    };
    const set = (phoneNumbers: string[]) =>
      call("PUT", `/v4/numberset/${world.numberSet}/`, { name: "Numbers", phoneNumbers });
    const number = "+13032340100";
    let current = world.number;
    const move = async (connectionId: string) => {
      await set([]);
      await call("DELETE", `/v4/number/${current}`);
      current = number;
      await call("POST", "/v4/number/", { phone: number, connectionId });
      await set([number]);
    };
    await move(world.connection);
    await until("the first run is done", isDone(world, await start(world, handsets(2, 360))));
    const [early] = own.provider.taken;
    if (early === undefined) throw new Error("the provider took nothing");
    const strict = { ...world, connection: await own.connectAlso(world, { demandsRegistration: true }) };
    await move(strict.connection);
    await bound(strict);
    await until("the second run is done", isDone(world, await start(world, handsets(2, 370))));
    await move(await own.connectAlso(world, {}, "Third"));
    await until("the third run is done", isDone(world, await start(world, handsets(2, 380))));
    const sent = await ask<{ carrier: string; cost: number; n: number; states: string; reasons: string | null }>(
      db,
      world,
      `select carrier, min(cost_micros)::int cost, count(*)::int n, string_agg(distinct state, ',') states,
         string_agg(distinct reason, ',') reasons
       from message where account_id = $1 and direction = 'out' group by carrier order by min(message_id::text)`,
    );
    expect(sent.map(({ n, states, reasons }) => [n, states, reasons])).toEqual([
      [2, "accepted", null],
      [2, "blocked", "unregistered"],
      [2, "accepted", null],
    ]);
    expect(new Set(sent.map(({ cost }) => cost)).size).toBe(1);
    // what the first carrier still reports counts, and replies arrive by the last one alone
    expect(await own.provider.tell(early, "delivered")).toBe(200);
    expect((await sentOf(world)).filter(({ receipt }) => receipt === "delivered")).toHaveLength(1);
    await receive(world, early.to, number, { MessageSid: "SM70", Body: "By the old one" });
    expect(await inbound(world)).toEqual([]);
  });

  it("sends from the messaging service where one is set", async () => {
    const service = `MG${"ab".repeat(16)}`;
    const world = await makeProviderWorld({ messagingServiceSid: service });
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 350))));
    expect(own.provider.taken).toMatchObject([{ service, from: undefined }]);
    expect(own.provider.mistakes).toEqual([]);
  });
});

describe("texts from a provider with the Twilio API", () => {
  const phone = "+13035550177";

  itReceivesTexts(place);

  it("bring a picture of another type than its event says, which is kept as what it is", async () => {
    const world = await makeProviderWorld();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    own.provider.media.set("ME1", { contentType: "image/jpeg", data: png });
    const media = { NumMedia: "1", MediaUrl0: `${own.provider.baseUrl}/media/ME1`, MediaContentType0: "image/jpeg" };
    await receive(world, phone, world.number, { MessageSid: "MM10", Body: "", ...media });
    const [received] = await inbound(world);
    expect(received?.media).toMatch(/\/MM10\.png$/);
    const kept = await own.server.api.app.inject({ url: new URL(received?.media ?? "").pathname });
    expect(kept.headers["content-type"]).toBe("image/png");
  });

  it("bring up to ten pictures in their order, and say when one of them could not be received", async () => {
    const world = await makeProviderWorld();
    const media = (count: number, missing?: number) => ({
      NumMedia: String(count),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `MediaUrl${index}`,
          `${own.provider.baseUrl}/media/${index === missing ? "missing" : `ME4${index}`}`,
        ]),
      ),
    });
    for (let index = 0; index < 10; index++)
      own.provider.media.set(`ME4${index}`, {
        contentType: "image/gif",
        data: Buffer.from(`GIF89a\x01\x00\x01\x00\x00\x00\x00${index};`),
      });
    await receive(world, phone, world.number, { MessageSid: "MM4", Body: "Ten", ...media(10) });
    await receive(world, phone, world.number, { MessageSid: "MM5", Body: "Two of three", ...media(3, 0) });
    const received = await ask<{ media: string; more: string[]; reason: string | null }>(
      db,
      world,
      `select media_url media, more_media more, reason from message
       where account_id = $1 and direction = 'in' order by message_id`,
    );
    const endingsOf = (index: number) =>
      [received[index]?.media ?? "", ...(received[index]?.more ?? [])].map((url) => url.split("/").at(-1));
    expect(endingsOf(0)).toEqual(["MM4.gif", ...Array.from({ length: 9 }, (_, index) => `MM4-${index + 2}.gif`)]);
    expect(endingsOf(1)).toEqual(["MM5-2.gif", "MM5-3.gif"]);
    expect(received.map(({ reason }) => reason)).toEqual([null, "pictures_lost"]);
    const { body } = await own.server.call("GET", "/v4/message/", {
      as: { key: await own.server.key(world.account, "owner") },
    });
    expect(body.payload[1]).toMatchObject({ mediaUrl: received[0]?.media, moreMediaUrls: received[0]?.more });
  });

  it("come without a picture that is none or cannot be fetched, and say so", async () => {
    const world = await makeProviderWorld();
    own.provider.media.set("ME2", { contentType: "image/png", data: Buffer.from("<script>alert(1)</script>") });
    for (const [sid, file] of [
      ["MM2", "ME2"],
      ["MM3", "missing"],
    ] as const) {
      const media = { NumMedia: "1", MediaUrl0: `${own.provider.baseUrl}/media/${file}` };
      await receive(world, phone, world.number, { MessageSid: sid, Body: sid, ...media });
    }
    expect(await inbound(world)).toEqual([
      { from: phone, text: "MM2", media: null, reason: "pictures_lost" },
      { from: phone, text: "MM3", media: null, reason: "pictures_lost" },
    ]);
  });
});

describe("events of a provider", () => {
  it.each([
    ["a wrong signature", (url: string) => url, "Zm9yZ2Vk"],
    [
      "an unknown connection",
      (url: string) => url.replace(/[0-9a-f]{12}\/messages/, "0123456789ab/messages"),
      undefined,
    ],
    ["an id that is none", (url: string) => url.replace(/\/[^/]*\/messages/, "/none/messages"), undefined],
  ])("are refused with %s, and say what to check", async (_, urlOf, signature) => {
    const world = await makeProviderWorld();
    const url = `${own.publicUrl}/carriers/twilio/${world.account}/${world.connection}/messages`;
    const fields = { MessageSid: "SM6", From: "+13035550177", To: world.number, Body: "Hi" };
    const { status, body } = await own.provider.post(urlOf(url), fields, signature);
    expect(status).toBe(403);
    expect(JSON.parse(body).error[0]).toMatchObject({ code: "wrong_signature" });
    expect(await inbound(world)).toEqual([]);
  });
});
