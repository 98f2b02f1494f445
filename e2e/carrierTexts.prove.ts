import { expect } from "vitest";
import type { Account } from "./account.ts";
import { useBrowser } from "./browser.ts";
import {
  connectNumber,
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

// Texts with a picture and their replies, in every state of a provider (carrierMatrix.ts).

const browser = useBrowser();
const place = useProviders(browser);

const picture = "https://shop.example.com/spring.png";
const noSignature = Buffer.alloc(64).toString("base64");

/** How texts go over one carrier. */
interface Texts {
  number: string;
  provider(): typeof place.twilio | typeof place.telnyx;
  does: Does;
  /** What the provider has for a phone. */
  taken(phone: string): { words: string; media: string[] }[];
  /** Reports the status of the text to a phone. Returns the HTTP status. */
  tell(phone: string, status: "sent" | "delivered" | "undelivered", forged?: boolean): Promise<number>;
  /** The phone writes back. */
  reply(webhook: string, phone: string, words: string, forged?: boolean): Promise<number>;
}

const twilio: Texts = {
  number: "+12062340301",
  provider: () => place.twilio,
  does(answer) {
    place.twilio.does = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: 20429, retryAfter: "1" } : asked;
    };
  },
  taken: (phone) =>
    place.twilio.taken.filter(({ to }) => to === phone).map(({ body, media }) => ({ words: body, media })),
  async tell(phone, status, forged) {
    const { sid, statusCallback = "" } = place.twilio.taken.find(({ to }) => to === phone) ?? {};
    const event = { MessageSid: sid ?? "", AccountSid: place.twilio.accountSid, To: phone, MessageStatus: status };
    return (await place.twilio.post(statusCallback, event, forged ? noSignature : undefined)).status;
  },
  async reply(webhook, phone, words, forged) {
    const { accountSid } = place.twilio;
    const text = { MessageSid: `SM${phone.slice(1)}`, AccountSid: accountSid, From: phone, To: twilio.number };
    const signature = forged ? noSignature : undefined;
    return (await place.twilio.post(webhook, { ...text, Body: words, NumMedia: "0" }, signature)).status;
  },
};

const telnyx: Texts = {
  number: "+12062340302",
  provider: () => place.telnyx,
  does(answer) {
    const headers = { "x-ratelimit-reset": "1", "x-ratelimit-remaining": "0" };
    place.telnyx.does = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: "10011", headers } : asked;
    };
  },
  taken: (phone) =>
    place.telnyx.taken.filter(({ to }) => to === phone).map(({ text, media }) => ({ words: text, media })),
  async tell(phone, status, forged) {
    const text = place.telnyx.taken.find(({ to }) => to === phone);
    if (text === undefined) throw new Error(`no text to ${phone}`);
    const reported = status === "undelivered" ? "delivery_failed" : status;
    if (!forged) return place.telnyx.tell(text, reported);
    const payload = { id: text.id, to: [{ phone_number: phone, status: reported }], direction: "outbound", errors: [] };
    const event = { event_type: "message.finalized", payload };
    return (await place.telnyx.post(text.webhookUrl, event, { signature: noSignature })).status;
  },
  async reply(webhook, phone, words, forged) {
    const { number } = telnyx;
    // its id is what makes a repeated event the same
    const text = { id: repliesOfTelnyx(phone), from: phone, to: number, text: words };
    if (!forged) return place.telnyx.text(webhook, text);
    const payload = {
      ...text,
      direction: "inbound",
      from: { phone_number: phone },
      to: [{ phone_number: number }],
      media: [],
    };
    const event = { event_type: "message.received", payload };
    return (await place.telnyx.post(webhook, event, { signature: noSignature })).status;
  },
};

/** The id of the only reply of a phone. */
const repliesOfTelnyx = (phone: string): string => `00000000-0000-4000-8000-${phone.slice(1).padStart(12, "0")}`;

interface Campaign {
  campaignId: string;
  webhook: string;
}
const campaigns = new Map<Texts, Campaign>();

/** The workflow of a carrier: a text with a picture from its number, then the reply. */
async function campaignOf(account: Account, texts: Texts): Promise<Campaign> {
  const known = campaigns.get(texts);
  if (known !== undefined) return known;
  const carrier = texts === twilio ? "twilio" : "telnyx";
  const { name, webhook } = await connectNumber(account, place, carrier, texts.number);
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [texts.number] })).payload;
  const content = { templateTitle: name, templateText: "Hi ${firstName}, shall we?", templateMediaUrl: picture };
  const [template] = (await account.call("POST", "/v4/smstemplate/", content)).payload;
  const send = { smsTemplateId: String(template?.["templateId"]), smsTemplateName: name, useAiRewording: false };
  const workflow = repliedWorkflow({ type: "smsSend", ...send });
  const campaignId = await account.makeWorkflow(unique("Texts"), String(set?.["numberSetId"]), workflow);
  const made = { campaignId, webhook };
  campaigns.set(texts, made);
  return made;
}

const tryText = (texts: Texts) => async (state: ProviderState) => {
  const { page, account } = await place.enter();
  const { campaignId, webhook } = await campaignOf(account, texts);
  const fault = faultOf(state, texts.provider, texts.does);
  const run = await runThrough({ page, account }, place, campaignId, fault);
  const { phone } = run;
  const seeStatus = async (status: string) =>
    see((await openMessages(place, page, phone)).getByText(status, { exact: true }));
  await expect.poll(() => texts.taken(phone), patience).toEqual([{ words: "Hi Mara, shall we?", media: [picture] }]);
  await seeStatus("submitted");
  if (state === "forged") {
    expect(await texts.tell(phone, "undelivered", true)).toBe(403);
    expect(await texts.reply(webhook, phone, "Yes please", true)).toBe(403);
    await seeStatus("submitted");
  }
  const times = state === "repeats" ? 3 : 1;
  for (let time = 0; time < times; time++)
    for (const status of ["sent", "delivered"] as const) expect(await texts.tell(phone, status)).toBe(200);
  await seeStatus("delivered");
  await seeReply({ page }, place, run, async () => {
    for (let time = 0; time < times; time++) expect(await texts.reply(webhook, phone, "Yes please")).toBe(200);
  });
  expect(texts.taken(phone)).toHaveLength(1);
  expect(texts.provider().mistakes).toEqual([]);
};

tryEveryState("texts", place, { twilio: tryText(twilio), telnyx: tryText(telnyx) });
