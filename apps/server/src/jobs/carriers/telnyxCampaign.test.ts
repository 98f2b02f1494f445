import { describe, expect, it } from "vitest";
import { ownTelnyx, type TelnyxWorld } from "../../../test/ownTelnyx.ts";
import { campaignsOf, itCarriesCampaigns, itReceivesTexts } from "../../../test/providerCampaign.ts";
import type { Does, TakenText } from "../../../test/telnyxServer.ts";

const { place, makeTelnyxWorld, healthOf, bound } = await ownTelnyx();
const { db, server } = place;

const { inbound } = campaignsOf(db);
const phone = "+13035550177";
const forged = { signature: Buffer.alloc(64).toString("base64") };

const cases: Parameters<typeof itCarriesCampaigns<TelnyxWorld, TakenText, Exclude<Does, string>>>[0] = {
  db,
  server,
  startOne: place.startOne,
  makeWorld: makeTelnyxWorld,
  healthOf,
  bound,
  provider: () => place.provider,
  wordsOf: ({ text }) => text,
  decide(does) {
    place.provider.does = ({ to }) => does(to);
  },
  throttled: { status: 429, code: "10011", headers: { "x-ratelimit-reset": "1", "x-ratelimit-remaining": "0" } },
  refusals: [
    [{ status: 400, code: "40300", title: "Blocked due to STOP message" }, "carrier_opted_out"],
    [{ status: 400, code: "40310", title: "Invalid 'to' address" }, "carrier_invalid_number"],
    [{ status: 400, code: "40305", title: "Invalid 'from' address" }, "carrier_account"],
    [{ status: 400, code: "49999", title: "Something new" }, "carrier_rejected"],
  ],
  tellLandline: (text) => place.provider.tell(text, "delivery_failed", { code: "40001", title: "Not routable" }),
  changeSecret() {
    const { apiKey } = place.provider;
    place.provider.apiKey = "KEYanother";
    return () => {
      place.provider.apiKey = apiKey;
    };
  },
  secretProblem: "the API key is wrong or was revoked",
  async forge({ id, to, webhookUrl }) {
    const payload = { id, to: [{ phone_number: to, status: "delivery_failed" }], errors: [] };
    return (await place.provider.post(webhookUrl, { event_type: "message.finalized", payload }, forged)).status;
  },
  async receive(world, from, { picture, optOut, ...text }) {
    if (picture) place.provider.media.set(text.id, picture.data);
    const url = `${place.provider.baseUrl}/media/${text.id}`;
    return place.provider.text(world.messagesUrl, {
      from,
      ...text,
      ...(optOut && { autoresponse_type: optOut }),
      ...(picture && { media: [{ url, content_type: picture.type }] }),
    });
  },
};

describe("a campaign through Telnyx", () => {
  itCarriesCampaigns(cases);
});

describe("texts from Telnyx", () => {
  itReceivesTexts(cases);

  it.each([
    ["a wrong signature", (url: string) => url, forged],
    ["a signature of an hour ago", (url: string) => url, { timestamp: Math.floor(Date.now() / 1_000) - 3_600 }],
    ["an unknown connection", (url: string) => url.replace(/[0-9a-f]{12}\/messages/, "0123456789ab/messages"), {}],
    ["an id that is none", (url: string) => url.replace(/\/[^/]*\/messages/, "/none/messages"), {}],
  ])("are refused with %s, and the answer says what to check", async (_, urlOf, wrong) => {
    const world = await makeTelnyxWorld();
    const payload = {
      id: "m6",
      from: { phone_number: phone },
      to: [{ phone_number: world.number }],
      text: "Hi",
    };
    const event = { event_type: "message.received", payload };
    const { status, body } = await place.provider.post(urlOf(world.messagesUrl), event, wrong);
    expect(status).toBe(403);
    expect(JSON.parse(body).error[0]).toMatchObject({ code: "wrong_signature" });
    expect(await inbound(world)).toEqual([]);
  });
});
