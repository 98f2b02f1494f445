import { expect } from "vitest";
import type { Account } from "./account.ts";
import { useBrowser } from "./browser.ts";
import {
  connect,
  type Does,
  faultOf,
  openMessages,
  type ProviderState,
  repliedWorkflow,
  runThrough,
  seeReply,
  tryEveryState,
  useProviders,
} from "./carrierMatrix.ts";
import { patience, see, unique } from "./page.ts";

// RCS cards and their tapped suggestions, in every state of a provider (carrierMatrix.ts).

const browser = useBrowser();
const place = useProviders(browser);

const sender = "shop_a1b2c3_agent";
const noSignature = "Zm9yZ2Vk";
const card = {
  title: "For ${firstName}",
  description: "",
  mediaUrl: "https://shop.example.com/spring.png",
  height: "short",
  suggestions: [{ kind: "reply", text: "Yes please", target: "" }],
};

/** How RCS messages go over one carrier. */
interface Rcs {
  carrier: "twilio" | "google";
  provider(): typeof place.twilio | typeof place.google;
  does: Does;
  /** What the provider has for a phone. */
  taken(phone: string): object[];
  /** Reports the message to a phone as delivered or read. Returns the HTTP status. */
  tell(webhook: string, phone: string, status: "delivered" | "read", forged?: boolean): Promise<number>;
  /** The phone taps the suggestion. */
  tap(webhook: string, phone: string, forged?: boolean): Promise<number>;
}

const twilio: Rcs = {
  carrier: "twilio",
  provider: () => place.twilio,
  does(answer) {
    place.twilio.does = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: 20429, retryAfter: "1" } : asked;
    };
  },
  taken: (phone) => place.twilio.taken.filter(({ to }) => to === `rcs:${phone}`),
  async tell(_, phone, status, forged) {
    const { sid, statusCallback = "" } = place.twilio.taken.find(({ to }) => to === `rcs:${phone}`) ?? {};
    const event = { MessageSid: sid ?? "", AccountSid: place.twilio.accountSid, To: `rcs:${phone}` };
    const fields = { ...event, MessageStatus: status };
    return (await place.twilio.post(statusCallback, fields, forged ? noSignature : undefined)).status;
  },
  async tap(webhook, phone, forged) {
    const { accountSid } = place.twilio;
    const tapped = { ButtonText: "Yes please", ButtonPayload: "Yes please", Body: "Yes please", NumMedia: "0" };
    const about = { MessageSid: `SM${phone.slice(1)}`, AccountSid: accountSid, From: `rcs:${phone}` };
    const fields = { ...about, To: `rcs:${sender}`, ...tapped };
    return (await place.twilio.post(webhook, fields, forged ? noSignature : undefined)).status;
  },
};

const google: Rcs = {
  carrier: "google",
  provider: () => place.google,
  does(answer) {
    place.google.does = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, retryAfter: "1" } : asked;
    };
  },
  taken: (phone) => place.google.taken.filter(({ to }) => to === phone),
  tell(webhook, phone, status, forged) {
    const { messageId } = place.google.taken.find(({ to }) => to === phone) ?? {};
    const eventType = status.toUpperCase();
    const notice = { senderPhoneNumber: phone, eventType, eventId: `${eventType}-${messageId}`, messageId };
    return place.google.notify(webhook, notice, forged ? { signature: noSignature } : {});
  },
  tap(webhook, phone, forged) {
    const suggestionResponse = { text: "Yes please", postbackData: "Yes please", type: "REPLY" };
    const notice = { senderPhoneNumber: phone, messageId: `tap-${phone}`, suggestionResponse };
    return place.google.notify(webhook, notice, forged ? { signature: noSignature } : {});
  },
};

interface Campaign {
  campaignId: string;
  webhook: string;
}
const campaigns = new Map<Rcs, Campaign>();

/** The workflow of a carrier: a card of its agent, then the tapped reply. */
async function campaignOf(account: Account, rcs: Rcs): Promise<Campaign> {
  const known = campaigns.get(rcs);
  if (known !== undefined) return known;
  const more = rcs.carrier === "twilio" ? { rcsSender: sender } : {};
  const { name, connectionId, webhook } = await connect(account, place, rcs.carrier, unique(rcs.carrier), more);
  const key = name.toLowerCase().replaceAll(/\W+/g, "_");
  await account.call("POST", "/v4/rcs/agent/", { agentId: key, name, connectionId });
  const content = { type: "cards", text: "", mediaUrl: null, suggestions: [], cards: [card] };
  await account.call("POST", "/v4/rcs/template/", { templateKey: key, content });
  const send = { type: "rcsSend", rcsTemplateKey: key, agentId: key, successPath: 3, failurePath: 6 };
  const campaignId = await account.makeWorkflow(name, await account.makeNumberSet(name), repliedWorkflow(send));
  const made = { campaignId, webhook };
  campaigns.set(rcs, made);
  return made;
}

const tryRcs = (rcs: Rcs) => async (state: ProviderState) => {
  const { page, account } = await place.enter();
  const { campaignId, webhook } = await campaignOf(account, rcs);
  const fault = faultOf(state, rcs.provider, rcs.does);
  const run = await runThrough({ page, account }, place, campaignId, fault);
  const { phone } = run;
  const seeStatus = async (status: string) =>
    see((await openMessages(place, page, phone)).getByText(status, { exact: true }));
  await expect.poll(() => rcs.taken(phone).length, patience).toBe(1);
  expect(JSON.stringify(rcs.taken(phone))).toContain("For Mara");
  await seeStatus("submitted");
  if (state === "forged") {
    expect(await rcs.tell(webhook, phone, "read", true)).toBe(403);
    expect(await rcs.tap(webhook, phone, true)).toBe(403);
    await seeStatus("submitted");
  }
  const times = state === "repeats" ? 3 : 1;
  for (let time = 0; time < times; time++)
    for (const status of ["delivered", "read"] as const) expect(await rcs.tell(webhook, phone, status)).toBe(200);
  await seeStatus("read");
  await seeReply({ page }, place, run, async () => {
    for (let time = 0; time < times; time++) expect(await rcs.tap(webhook, phone)).toBe(200);
  });
  expect(rcs.taken(phone)).toHaveLength(1);
  expect(rcs.provider().mistakes).toEqual([]);
};

tryEveryState("rcs", place, { twilio: tryRcs(twilio), google: tryRcs(google) });
