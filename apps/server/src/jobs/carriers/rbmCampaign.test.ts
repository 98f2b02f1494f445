import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { describe, expect, it } from "vitest";
import { ask, handsets, until } from "../../../test/engineWorld.ts";
import { ownRbm, type RbmWorld } from "../../../test/ownRbm.ts";
import { itOutlivesFaults, storedMessages } from "../../../test/providerFaults.ts";
import { rcsFlow, rcsRuns } from "../../../test/rcsFlow.ts";
import { testLimitMs } from "../../../test/waitLimit.ts";
import { openEgress } from "../../egress/egress.ts";

const own = await ownRbm();
const { db, startOne, makeRbmWorld, healthOf } = own;
const { start, isDone, isSound, sent, inbound, went } = rcsRuns(db);

const card: RcsContent = {
  type: "cards",
  text: "",
  mediaUrl: null,
  cards: [
    {
      title: "For ${firstName}",
      description: "",
      mediaUrl: "https://shop.example/spring.png",
      height: "short",
      suggestions: [{ kind: "reply", text: "Yes please", target: "" }],
    },
  ],
  suggestions: [],
};

const tell = (world: RbmWorld, eventType: string, messageId: string, phone: string) =>
  own.google.notify(
    world.webhook,
    eventType.startsWith("TTL")
      ? { phoneNumber: phone, eventType, eventId: `e-${eventType}-${messageId}`, messageId }
      : { senderPhoneNumber: phone, eventType, eventId: `e-${eventType}-${messageId}`, messageId },
  );
const tap = (world: RbmWorld, phone: string, text: string, messageId = `i-${phone}-${text}`) =>
  own.google.notify(world.webhook, {
    senderPhoneNumber: phone,
    messageId,
    sendTime: new Date().toISOString(),
    suggestionResponse: { text, postbackData: text, type: "REPLY" },
  });
const taken = (): (typeof own.google.taken)[number] => {
  const [first] = own.google.taken;
  if (first === undefined) throw new Error("Google took nothing");
  return first;
};

describe("a campaign through Google RCS Business Messaging", () => {
  it("sends a card, is delivered and read, and follows the tapped reply", async () => {
    const world = await makeRbmWorld(card);
    startOne();
    const [phone = ""] = handsets(1, 100);
    const batch = await start(world, [phone]);
    await until("Google has the card", async () => own.google.taken.length === 1);
    expect(own.google.mistakes).toEqual([]);
    expect(taken()).toMatchObject({
      to: phone,
      body: {
        ttl: "86400s",
        contentMessage: {
          richCard: {
            standaloneCard: {
              cardContent: {
                title: "For Ann",
                media: { height: "SHORT", contentInfo: { fileUrl: "https://shop.example/spring.png" } },
                suggestions: [{ reply: { text: "Yes please", postbackData: "Yes please" } }],
              },
            },
          },
        },
      },
    });
    const { messageId } = taken();
    for (const event of ["READ", "DELIVERED", "DELIVERED"])
      expect(await tell(world, event, messageId, phone)).toBe(200);
    for (let times = 0; times < 3; times++) expect(await tap(world, phone, "Yes please")).toBe(200);
    await until("the run is done", isDone(world, batch));
    expect(await sent(world)).toEqual([
      { channel: "rcs", carrier: "rbm", state: "accepted", receipt: "read", reason: null },
    ]);
    expect(await inbound(world)).toEqual([
      { channel: "rcs", from: phone, to: world.number, text: "Yes please", node: 2 },
    ]);
    expect(await went(world, 3)).toMatchObject([{ next: 4 }]);
    await isSound(world);
  });

  it.each([
    ["a phone without RCS", () => ({ featuresOf: () => null }), "carrier_no_rcs"],
    ["a phone that cannot show cards", () => ({ featuresOf: () => ["ACTION_DIAL"] }), "carrier_no_feature"],
    [
      "a picture that is too large for Google",
      () => ({ does: () => ({ status: 400, words: "The media file is larger than 100 MB" }) }),
      "carrier_picture",
    ],
  ])("takes the failure path for %s, and the text leaves through the number's carrier", async (_, refusal, reason) => {
    const world = await makeRbmWorld(card);
    Object.assign(own.google, refusal());
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 110))));
    expect((await sent(world)).map(({ channel, carrier, state, reason }) => [channel, carrier, state, reason])).toEqual(
      [
        ["rcs", "rbm", "rejected", reason],
        ["sms", "simulated", "accepted", null],
      ],
    );
    expect(await went(world, 2)).toEqual([{ next: 6, because: describeReason(reason) }]);
    expect(own.google.taken).toEqual([]);
  });

  it("waits for the delivery where success means delivered, and takes the failure path when the message is revoked", async () => {
    const world = await makeRbmWorld(card, { account: { rcsSuccess: "delivered", rcsDeliveryMinutes: 10 } });
    startOne();
    const [phone = ""] = handsets(1, 120);
    const batch = await start(world, [phone]);
    await until("Google has the card", async () => own.google.taken.length === 1);
    expect(taken().body.ttl).toBe("600s");
    const limit = () =>
      ask<{ seconds: number }>(
        db,
        world,
        `select date_part('epoch', due_at - now())::int seconds from journey
         where account_id = $1 and status = 1 and node = 2 and due_at is not null`,
      );
    await until("it waits for the delivery", async () => (await limit()).length === 1);
    // the time limit of the message, and five minutes for its revocation
    expect((await limit())[0]?.seconds).toBeGreaterThan(600);
    await tell(world, "TTL_EXPIRATION_REVOKED", taken().messageId, phone);
    await until("the run is done", isDone(world, batch));
    expect(await sent(world)).toMatchObject([
      { channel: "rcs", receipt: "expired", reason: "carrier_revoked" },
      { channel: "sms", state: "accepted" },
    ]);
    expect(await went(world, 2)).toEqual([{ next: 6, because: describeReason("carrier_revoked") }]);
    await isSound(world);
  });

  it("keeps a delivery although a revocation is reported later, and waits on while a revocation failed", async () => {
    const world = await makeRbmWorld(card, { account: { rcsSuccess: "delivered" } });
    startOne();
    const [phone = ""] = handsets(1, 130);
    await start(world, [phone]);
    await until("Google has the card", async () => own.google.taken.length === 1);
    const { messageId } = taken();
    await tell(world, "TTL_EXPIRATION_REVOKE_FAILED", messageId, phone);
    expect(await sent(world)).toMatchObject([{ receipt: null }]);
    await tell(world, "DELIVERED", messageId, phone);
    await tell(world, "TTL_EXPIRATION_REVOKED", messageId, phone);
    expect(await sent(world)).toMatchObject([{ receipt: "delivered", reason: null }]);
    await until("it went on", async () => (await went(world, 2)).length === 1);
    expect(await went(world, 2)).toEqual([{ next: 3, because: null }]);
  });

  itOutlivesFaults({
    ...own,
    async makeWorld() {
      const world = await makeRbmWorld(card, { connection: { windowSize: 7 } });
      own.google.onDelivered = ({ messageId, to }) => tell(world, "DELIVERED", messageId, to);
      return world;
    },
    flow: (world: RbmWorld) => rcsFlow(world),
    provider: () => own.google,
    taken: () => own.google.taken,
    decide(does) {
      own.google.does = ({ to }) => does(to);
    },
    throttled: { status: 429, retryAfter: "1" },
    isRepeatable: true,
    forge({ messageId, to }, world) {
      const read = { senderPhoneNumber: to, eventType: "READ", eventId: `f-${messageId}`, messageId };
      return own.google.notify(world.webhook, read, { signature: "Zm9yZ2Vk" });
    },
    async report({ messageId, to }, world) {
      for (const event of ["READ", "DELIVERED", "READ"]) await tell(world, event, messageId, to);
    },
    stored: (world) => storedMessages(db, world),
    outcome: "read",
  });

  it("is not sent again for a contact who opted out while it was in doubt", async () => {
    const world = await makeRbmWorld(card);
    own.google.does = () => ({ status: 503 });
    startOne();
    const [phone = ""] = handsets(1, 140);
    await start(world, [phone]);
    await until("it is in doubt", async () => (await sent(world))[0]?.state === "in_doubt");
    await tap(world, phone, "STOP");
    own.google.does = () => "accept";
    await ask(
      db,
      world,
      `update message set submitted = submitted - $2 * interval '1 ms', updated = updated - $2 * interval '1 ms'
       where account_id = $1 and state = 'in_doubt' returning 1`,
      [2 * testLimitMs],
    );
    await until("it is given up", async () => (await sent(world))[0]?.state === "unknown");
    expect(own.google.taken).toEqual([]);
  });

  it("stays in the queue while the key is revoked, says so, and leaves once it works", async () => {
    const world = await makeRbmWorld(card);
    own.google.isKeyGood = false;
    startOne();
    await start(world, handsets(2, 150));
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("Create a new key in the Google Cloud console");
    expect((await sent(world)).every(({ state }) => state === "queued")).toBe(true);
    own.google.isKeyGood = true;
    await until("Google has them", async () => own.google.taken.length === 2);
  });

  it("is not made to an address of this machine or network, unless the operator allows it", async () => {
    const world = await makeRbmWorld(card);
    startOne({ egress: openEgress({ allow: [] }) });
    await until("it is reported", async () => (await healthOf(world)).error !== null);
    expect((await healthOf(world)).error).toContain("TRUNKLINE_EGRESS_ALLOW");
  });

  it("names the limit that a message exceeds with its variables filled in", async () => {
    const long = { ...card, cards: card.cards.map((one) => ({ ...one, title: "${firstName}".padEnd(250, "!") })) };
    const world = await makeRbmWorld(long);
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 160))));
    expect(await went(world, 2)).toEqual([{ next: 6, because: describeReason("carrier_rcs_limits") }]);
  });
});

describe("messages from contacts to an RCS agent", () => {
  const phone = "+13035550177";
  const write = (world: RbmWorld, fields: object) =>
    own.google.notify(world.webhook, { senderPhoneNumber: phone, ...fields });

  it("arrive at a number of the account although nothing was sent before", async () => {
    const world = await makeRbmWorld(card);
    await write(world, { messageId: "t1", text: "Are you open?" });
    await write(world, { messageId: "t1", text: "Are you open?" });
    expect(await inbound(world)).toEqual([
      { channel: "rcs", from: phone, to: world.number, text: "Are you open?", node: null },
    ]);
  });

  it("stop texts and RCS, and the confirmation leaves as a text through the number's carrier", async () => {
    const world = await makeRbmWorld(card);
    await write(world, { messageId: "t2", text: "STOP" });
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
    expect(await sent(world)).toMatchObject([{ channel: "sms", carrier: "simulated" }]);
  });

  it("stop texts and RCS with the button of the messages app, without a confirmation", async () => {
    const world = await makeRbmWorld(card);
    await write(world, { eventType: "UNSUBSCRIBE", eventId: "u1" });
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
    expect(await sent(world)).toEqual([]);
    await write(world, { eventType: "SUBSCRIBE", eventId: "u2" });
    expect(await ask(db, world, "select type from dnc where account_id = $1")).toEqual([]);
  });

  it.each([
    ["STOP", { messageId: "t3", text: "STOP" }, ["rcs", "sms"]],
    ["the button of the messages app", { eventType: "UNSUBSCRIBE", eventId: "u3" }, ["rcs", "sms"]],
    ["other words", { messageId: "t4", text: "Hello" }, []],
  ])("opt the contact out in an account without numbers: %s", async (_, event, types) => {
    const world = await makeRbmWorld(card);
    await db.tx([world.account], async (q) => {
      await q.run("delete from number_set_number where account_id = $1", [world.account]);
      await q.run("delete from number where account_id = $1", [world.account]);
    });
    await write(world, event);
    expect(
      (await ask<{ type: string }>(db, world, "select type from dnc where account_id = $1 order by type")).map(
        ({ type }) => type,
      ),
    ).toEqual(types);
    await isSound(world);
  });

  it("bring their picture, which is kept here", async () => {
    const world = await makeRbmWorld(card);
    own.google.files.set("a", Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;"));
    const fileUri = `${own.google.baseUrl}/files/a`;
    await write(world, {
      messageId: "t3",
      userFile: { payload: { mimeType: "image/gif", fileUri, fileName: "a.gif", fileSizeBytes: 14 } },
    });
    expect(
      await ask(db, world, "select media_url media from message where account_id = $1 and direction = 'in'"),
    ).toEqual([{ media: expect.stringMatching(/\/t3\.gif$/) }]);
  });
});

describe("the webhook of an RCS agent", () => {
  it("answers the challenge of its set-up with the secret alone", async () => {
    const world = await makeRbmWorld(card);
    const { clientToken } = own.google;
    expect(await own.google.post(world.webhook, { clientToken, secret: "1234567890" })).toEqual({
      status: 200,
      body: "1234567890",
    });
    const wrong = await own.google.post(world.webhook, { clientToken: "another", secret: "1234567890" });
    expect(wrong.status).toBe(403);
  });

  it.each([
    ["a forged signature", (url: string) => url, "Zm9yZ2Vk"],
    ["an unknown connection", (url: string) => url.replace(/[0-9a-f]{12}$/, "0123456789ab"), undefined],
    ["an id that is none", (url: string) => url.replace(/[^/]*$/, "none"), undefined],
  ])("refuses %s", async (_, urlOf, signature) => {
    const world = await makeRbmWorld(card);
    const notice = { senderPhoneNumber: "+13035550177", messageId: "f1", text: "Hi" };
    expect(await own.google.notify(urlOf(world.webhook), notice, signature ? { signature } : {})).toBe(403);
    expect(await inbound(world)).toEqual([]);
  });

  it("refuses everything while the connection has no client token", async () => {
    const world = await makeRbmWorld(card, { clientToken: "" });
    own.google.clientToken = "x";
    expect(await own.google.notify(world.webhook, { senderPhoneNumber: "+13035550177", text: "Hi" })).toBe(403);
    expect((await own.google.post(world.webhook, { clientToken: "", secret: "1" })).status).toBe(403);
  });

  it("ignores notices of another agent, receipts of other messages and bodies that it does not know", async () => {
    const world = await makeRbmWorld(card);
    const from = { senderPhoneNumber: "+13035550177" };
    const notice = { ...from, messageId: "o1", text: "Hi" };
    expect(await own.google.notify(world.webhook, notice, { agentId: "another_agent" })).toBe(200);
    const receipt = { ...from, eventType: "DELIVERED", messageId: crypto.randomUUID(), eventId: "o2" };
    expect(await own.google.notify(world.webhook, receipt)).toBe(200);
    expect(await own.google.notify(world.webhook, { ...from, eventType: "IS_TYPING", eventId: "o3" })).toBe(200);
    expect(await own.google.notify(world.webhook, {})).toBe(200);
    expect(await inbound(world)).toEqual([]);
    expect(await ask(db, world, "select from receipt where account_id = $1")).toEqual([]);
  });
});
