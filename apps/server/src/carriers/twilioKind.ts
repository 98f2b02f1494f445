import type { NumberWebhooks, ProviderNumber, WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import { type PhoneKey, phoneTokenSeconds, signPhoneToken } from "@trunkline/carriers/twilio/browserPhone.ts";
import type { TwilioAccount } from "@trunkline/carriers/twilio/messages.ts";
import {
  buildBuyNumber,
  buildListNumbers,
  buildPointNumber,
  buildReleaseNumber,
  buildSearchNumbers,
  readBought,
  readNumbers,
  readOffers,
  wordsOfRefusal,
} from "@trunkline/carriers/twilio/numbers.ts";
import { openRegistration } from "@trunkline/carriers/twilio/registration.ts";
import { tryAccount } from "@trunkline/carriers/twilio/tryAccount.ts";
import {
  twilioConnectionSettings,
  twilioFields,
  twilioPassword,
} from "@trunkline/contract/carriers/twilioConnection.ts";
import { z } from "zod";
import type { Egress } from "../egress/egress.ts";
import {
  type ConnectionColumns,
  type ConnectionKind,
  MissingSecret,
  ProviderError,
  type WebhookPlace,
} from "./connectionKind.ts";
import { changeAtProvider, isSuccess, providerTransport, testedAt } from "./providerTransport.ts";
import { fillPath, twilioPaths } from "./twilioPaths.ts";

// a test needs no name
const { name: _, ...ownFields } = twilioFields;
const twilioBody = z.object({ ...ownFields, password: twilioPassword.kept });

/** The secrets of a connection. */
interface TwilioSecret {
  authToken: string;
  /** Empty: browsers carry no sound. */
  apiKeySecret: string;
}

/** Reads the opened secret of a connection: the auth token alone, or both secrets as JSON. */
export const readTwilioSecret = (text: string): TwilioSecret =>
  text.startsWith("{") ? (JSON.parse(text) as TwilioSecret) : { authToken: text, apiKeySecret: "" };

/** The provider's account of a saved connection. */
export const twilioAccountOf = ({ systemId, settings }: ConnectionColumns, secret: string): TwilioAccount => ({
  baseUrl: twilioConnectionSettings.parse(settings).baseUrl,
  accountSid: systemId,
  authToken: readTwilioSecret(secret).authToken,
});

/** The key that signs tokens of browsers. Null: the connection has none. */
function phoneKeyOf({ systemId, settings }: ConnectionColumns, secret: string): PhoneKey | null {
  const { apiKeySid } = twilioConnectionSettings.parse(settings);
  const { apiKeySecret } = readTwilioSecret(secret);
  return apiKeySid === "" || apiKeySecret === ""
    ? null
    : { accountSid: systemId, keySid: apiKeySid, secret: apiKeySecret };
}

const twilioUrl = "https://api.twilio.com";
const twilioLookupUrl = "https://lookups.twilio.com";
const twilioRegistrationUrl = "https://messaging.twilio.com";
const twilioContentUrl = "https://content.twilio.com";

/** Where a connection's content templates are created. */
export const contentUrlOf = ({ settings }: Pick<ConnectionColumns, "settings">): string =>
  twilioConnectionSettings.parse(settings).contentUrl || twilioContentUrl;

/** Sends requests of a connection. */
export const twilioTransport = providerTransport;

function webhooksOf({ publicUrl, accountId, connectionId }: WebhookPlace): NumberWebhooks {
  const at = (path: string) => publicUrl + fillPath(path, { accountId, connectionId });
  return { messages: at(twilioPaths.messages), calls: at(twilioPaths.calls), callStatus: at(twilioPaths.callStatuses) };
}

/** Most pages of numbers, a thousand each. */
const mostPages = 20;

async function listNumbers(account: TwilioAccount, egress: Egress, phone?: string): Promise<ProviderNumber[]> {
  const found: ProviderNumber[] = [];
  let request: WireRequest | null = buildListNumbers(account, phone);
  for (let page = 0; request !== null && page < mostPages; page++) {
    const answer: WireAnswer = await twilioTransport(egress)(request);
    const read = readNumbers(account, answer);
    if (read === null) throw new ProviderError(whyNot(answer));
    found.push(...read.numbers);
    request = read.next;
  }
  return found;
}

function whyNot(answer: WireAnswer): string {
  if ("broken" in answer) return "the provider cannot be reached";
  if (answer.status === 401) return "the account SID or the auth token is wrong";
  const words = wordsOfRefusal(answer);
  return `the provider answered HTTP ${answer.status}${words === "" ? "" : `: ${words}`}`;
}

const change = (egress: Egress, request: WireRequest, isDone = isSuccess): Promise<WireAnswer> =>
  changeAtProvider(egress, request, { whyNot, isDone });

/** Connections to Twilio and to providers with the same API. */
export const twilioKind: ConnectionKind = {
  secretLabel: "Auth token",
  carries: "numbers",
  services: ["texts", "calls"],
  whyNoRcs: ({ settings }) =>
    twilioConnectionSettings.parse(settings).rcsSender === ""
      ? "has no RCS sender. Enter it under Settings → Carriers, or choose another connection"
      : null,
  reportsNoRcsLater: true,
  secretOf(body, saved) {
    const { password, apiKeySid, apiKeySecret } = twilioBody.parse(body);
    if (apiKeySid === "") return password ? password : null;
    const isWhole = password && apiKeySecret !== "";
    const before = isWhole ? null : readTwilioSecret(saved());
    const secret = {
      authToken: password || (before?.authToken ?? ""),
      apiKeySecret: apiKeySecret || (before?.apiKeySecret ?? ""),
    };
    if (secret.apiKeySecret === "")
      throw new MissingSecret("apiKeySecret", "API key secret is required with an API key SID");
    return secret.authToken === "" || (!password && apiKeySecret === "") ? null : JSON.stringify(secret);
  },
  columnsOf(body) {
    const { accountSid } = twilioBody.parse(body);
    const settings = twilioConnectionSettings.parse(body);
    const { hostname, port } = new URL(settings.baseUrl);
    return { host: hostname, port: Number(port) || 443, tls: true, systemId: accountSid, settings };
  },
  show: ({ systemId, settings }, { publicUrl, accountId, connectionId }) => ({
    accountSid: systemId,
    apiKeySecret: "",
    ...twilioConnectionSettings.parse(settings),
    messagesUrl: webhooksOf({ publicUrl, accountId, connectionId }).messages,
  }),
  async test(columns, password, { egress, publicUrl }) {
    const tested = await tryAccount(
      twilioAccountOf(columns, password),
      phoneKeyOf(columns, password),
      twilioTransport(egress),
    );
    return testedAt(publicUrl, tested, "the provider");
  },
  lookUp(columns, secret) {
    const { baseUrl, lookupUrl } = twilioConnectionSettings.parse(columns.settings);
    const url = lookupUrl || (baseUrl === twilioUrl ? twilioLookupUrl : "");
    return url === "" ? null : { baseUrl: url, sid: columns.systemId, token: readTwilioSecret(secret).authToken };
  },
  registry: (columns, secret, egress) =>
    openRegistration({
      account: twilioAccountOf(columns, secret),
      url: twilioConnectionSettings.parse(columns.settings).registrationUrl || twilioRegistrationUrl,
      messagingServiceSid: twilioConnectionSettings.parse(columns.settings).messagingServiceSid,
      transport: twilioTransport(egress),
    }),
  phoneToken(columns, secret, identity) {
    const key = phoneKeyOf(columns, secret);
    if (key === null) return null;
    const nowMs = Date.now();
    const expires = new Date(nowMs + phoneTokenSeconds * 1_000);
    return signPhoneToken(key, identity, nowMs).then((token) => ({ token, expires }));
  },
  numbers: {
    list: (columns, password, egress, phone) => listNumbers(twilioAccountOf(columns, password), egress, phone),
    async point(columns, password, egress, { ref, webhooks }) {
      await change(egress, buildPointNumber(twilioAccountOf(columns, password), ref, webhooks));
    },
    async search(columns, password, egress, search) {
      const answer: WireAnswer = await twilioTransport(egress)(
        buildSearchNumbers(twilioAccountOf(columns, password), search),
      );
      const offers = readOffers(answer);
      if (offers === null) throw new ProviderError(whyNot(answer));
      return offers;
    },
    async buy(columns, password, egress, { phone, webhooks }) {
      const answer = await change(egress, buildBuyNumber(twilioAccountOf(columns, password), phone, webhooks));
      const bought = readBought(answer);
      if (bought === null) throw new ProviderError("the provider's answer names no number", { isInDoubt: true });
      return bought;
    },
    async release(columns, password, egress, ref) {
      await change(
        egress,
        buildReleaseNumber(twilioAccountOf(columns, password), ref),
        (status) => isSuccess(status) || status === 404,
      );
    },
    webhooksOf,
  },
};
