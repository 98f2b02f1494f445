import type { NumberWebhooks, ProviderNumber, WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
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
import { tryAccount } from "@trunkline/carriers/twilio/tryAccount.ts";
import { twilioConnectionSettings, twilioFields } from "@trunkline/contract/carriers/twilioConnection.ts";
import { z } from "zod";
import type { Egress } from "../egress/egress.ts";
import { type ConnectionColumns, type ConnectionKind, ProviderError, type WebhookPlace } from "./connectionKind.ts";
import { isReachable, providerTransport } from "./providerTransport.ts";
import { fillPath, twilioPaths } from "./twilioPaths.ts";

// a test needs no name
const { name: _, ...ownFields } = twilioFields;
const twilioBody = z.object(ownFields);

/** The provider's account of a saved connection. */
export const twilioAccountOf = ({ systemId, settings }: ConnectionColumns, authToken: string): TwilioAccount => ({
  baseUrl: twilioConnectionSettings.parse(settings).baseUrl,
  accountSid: systemId,
  authToken,
});

const twilioUrl = "https://api.twilio.com";
const twilioLookupUrl = "https://lookups.twilio.com";

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

/** Sends a request that changes something at the provider. */
async function change(
  egress: Egress,
  request: WireRequest,
  isDone: (status: number) => boolean = isSuccess,
): Promise<WireAnswer> {
  const answer: WireAnswer = await twilioTransport(egress)(request);
  if (!("broken" in answer) && isDone(answer.status)) return answer;
  const isInDoubt = "broken" in answer ? answer.broken === "after_first_byte" : answer.status >= 500;
  throw new ProviderError(whyNot(answer), { isInDoubt });
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Connections to Twilio and to providers with the same API. */
export const twilioKind: ConnectionKind = {
  secretLabel: "Auth token",
  carries: "numbers",
  columnsOf(body) {
    const { accountSid } = twilioBody.parse(body);
    const settings = twilioConnectionSettings.parse(body);
    const { hostname, port } = new URL(settings.baseUrl);
    return { host: hostname, port: Number(port) || 443, tls: true, systemId: accountSid, settings };
  },
  show: ({ systemId, settings }, { publicUrl, accountId, connectionId }) => ({
    accountSid: systemId,
    ...twilioConnectionSettings.parse(settings),
    messagesUrl: webhooksOf({ publicUrl, accountId, connectionId }).messages,
  }),
  async test(columns, password, { egress, publicUrl }) {
    const tested = await tryAccount(twilioAccountOf(columns, password), twilioTransport(egress));
    if (!tested.ok || isReachable(publicUrl)) return tested;
    return {
      ok: false,
      words: `${tested.words}. But the provider cannot reach ${publicUrl} with receipts and replies: the operator must set TRUNKLINE_PUBLIC_URL to the public https address of this installation`,
    };
  },
  lookUp(columns, token) {
    const { baseUrl, lookupUrl } = twilioConnectionSettings.parse(columns.settings);
    const url = lookupUrl || (baseUrl === twilioUrl ? twilioLookupUrl : "");
    return url === "" ? null : { baseUrl: url, sid: columns.systemId, token };
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
