import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { describe, expect, it } from "vitest";
import { ask, handsets, until } from "../../../test/engineWorld.ts";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";
import { itOutlivesFaults, storedMessages } from "../../../test/providerFaults.ts";
import { makeRcsWorld, rcsFlow, rcsRuns, rcsSender as sender } from "../../../test/rcsFlow.ts";

const own = await ownProvider();
const { db, startOne } = own;
const { start, isDone, isSound, sent, inbound, went } = rcsRuns(db);

const card: RcsContent = {
  type: "cards",
  text: "",
  mediaUrl: null,
  cards: [
    {
      title: "For ${firstName}",
      description: "Only today",
      mediaUrl: "https://shop.example/${firstName}/spring.png",
      height: "short",
      suggestions: [{ kind: "reply", text: "Yes please", target: "" }],
    },
  ],
  suggestions: [{ kind: "openUrl", text: "The shop", target: "https://shop.example/sale" }],
};

const makeWorldWith = (content: RcsContent) => makeRcsWorld(own, content);

const taken = (index = 0): (typeof own.provider.taken)[number] => {
  const one = own.provider.taken[index];
  if (one === undefined) throw new Error("the provider took nothing");
  return one;
};
/** A message from a phone to the RCS sender. */
const write = (world: ProviderWorld, phone: string, fields: Record<string, string>, to = `rcs:${sender}`) =>
  own.receive(world, `rcs:${phone}`, to, fields);

describe("RCS through a provider with the Twilio API", () => {
  it("sends a card by one template for all contacts, is read, and follows the tapped button", async () => {
    const world = await makeWorldWith(card);
    startOne();
    const phones = handsets(5, 100);
    const batch = await start(world, phones);
    await until("the provider has the cards", async () => own.provider.taken.length === phones.length);
    expect(own.provider.mistakes).toEqual([]);
    expect(own.provider.contents.map(({ types }) => types)).toEqual([
      {
        "twilio/card": {
          title: "{{1}}",
          subtitle: "Only today",
          media: ["https://shop.example/{{2}}"],
          actions: [
            { type: "QUICK_REPLY", title: "Yes please", id: "Yes please" },
            { type: "URL", title: "The shop", url: "https://shop.example/sale" },
          ],
        },
      },
    ]);
    expect(taken()).toMatchObject({
      from: `rcs:${sender}`,
      body: "",
      // no longer than the account waits for a delivery
      validity: "3600",
      content: { "twilio/card": { title: "For Ann", media: ["https://shop.example/Ann/spring.png"] } },
    });
    expect(own.provider.taken.map(({ to }) => to).sort()).toEqual(phones.map((phone) => `rcs:${phone}`).sort());
    for (const text of own.provider.taken)
      for (const status of ["read", "delivered", "sent", "read"])
        expect(await own.provider.tell(text, status)).toBe(200);
    for (const phone of phones)
      for (let times = 0; times < 2; times++)
        await write(world, phone, {
          MessageSid: `SM-${phone}`,
          Body: "Yes please",
          ButtonText: "Yes please",
          ButtonPayload: "Yes please",
        });
    await until("the run is done", isDone(world, batch));
    expect(await sent(world)).toMatchObject(
      phones.map(() => ({ channel: "rcs", state: "accepted", receipt: "read", reason: null })),
    );
    expect(await inbound(world)).toMatchObject(
      phones.map(() => ({ channel: "rcs", to: world.number, text: "Yes please", node: 2 })),
    );
    expect((await went(world, 3)).map(({ next }) => next)).toEqual(phones.map(() => 4));
    await isSound(world);
  });

  it.each([
    ["a phone that has no RCS", "63036", "carrier_no_rcs"],
    ["a phone that was not reached in time", "30036", "carrier_unreachable"],
    ["a picture that is too large", "63034", "carrier_picture"],
  ])(
    "takes the failure path for %s, which is reported after the message was accepted",
    async (_, ErrorCode, reason) => {
      const world = await makeWorldWith(card);
      startOne();
      const batch = await start(world, handsets(1, 110));
      await until("the message is accepted", async () => (await sent(world))[0]?.state === "accepted");
      expect(await went(world, 2)).toEqual([]);
      await own.provider.tell(taken(), "undelivered", { ErrorCode });
      await until("the run is done", isDone(world, batch));
      expect(await went(world, 2)).toEqual([{ next: 6, because: describeReason(reason) }]);
      // the text instead of it leaves from the number
      expect(await sent(world)).toMatchObject([
        { channel: "rcs", reason },
        { channel: "sms", state: "accepted" },
      ]);
      expect(taken(1)).toMatchObject({ from: world.number });
      await isSound(world);
    },
  );

  it("takes the failure path at once where the provider refuses the template or cannot show the message", async () => {
    const world = await makeWorldWith(card);
    own.provider.creates = () => ({ status: 400, code: 20001 });
    startOne();
    await until("the run is done", isDone(world, await start(world, handsets(1, 120))));
    expect(await went(world, 2)).toEqual([{ next: 6, because: describeReason("carrier_content") }]);
    const [one] = card.cards;
    if (one === undefined) throw new Error("the message has no card");
    const cards = await makeWorldWith({ ...card, cards: [one, { ...one, mediaUrl: null }], suggestions: [] });
    await until("the second run is done", isDone(cards, await start(cards, handsets(1, 121))));
    expect(await went(cards, 2)).toEqual([{ next: 6, because: describeReason("carrier_rcs_form") }]);
  });

  it("creates a template again that was deleted at the provider", async () => {
    const world = await makeWorldWith(card);
    startOne();
    await start(world, handsets(1, 130));
    await until("the provider has the card", async () => own.provider.taken.length === 1);
    own.provider.contents.splice(0);
    await start(world, handsets(1, 131));
    await until("it has the second one", async () => own.provider.taken.length === 2);
    expect(own.provider.contents).toHaveLength(1);
  });

  itOutlivesFaults({
    ...own,
    async makeWorld() {
      let creations = 0;
      // the template of the message cannot be created at first
      own.provider.creates = () => (++creations === 1 ? { status: 500, code: 20500 } : "done");
      return makeWorldWith(card);
    },
    flow: rcsFlow,
    provider: () => own.provider,
    taken: () => own.provider.taken,
    decide(does) {
      own.provider.does = ({ to }) => does(to.replace("rcs:", ""));
    },
    throttled: { status: 429, code: 20429, retryAfter: "1" },
    async forge({ sid, statusCallback = "" }) {
      const failed = { MessageSid: sid, MessageStatus: "failed", ErrorCode: "30007" };
      return (await own.provider.post(statusCallback, failed, "Zm9yZ2Vk")).status;
    },
    async report(message) {
      for (const status of ["delivered", "sent", "delivered"]) await own.provider.tell(message, status);
    },
    stored: (world) => storedMessages(db, world),
    outcome: "delivered",
  });

  it("brings what contacts write to the sender, opts them out of texts and RCS, and ignores other senders", async () => {
    const world = await makeWorldWith(card);
    const phone = "+13035550177";
    await write(world, phone, { MessageSid: "SM1", Body: "Are you open?" });
    await write(world, phone, { MessageSid: "SM2", Body: "STOP" });
    await write(world, phone, { MessageSid: "SM3", Body: "Hello" }, "rcs:another_agent");
    expect(await inbound(world)).toMatchObject([
      { channel: "rcs", to: world.number, text: "Are you open?" },
      { channel: "rcs", text: "STOP" },
    ]);
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
  });
});
