import type {
  NumberSearch,
  NumberWebhooks,
  ProviderNumber,
  WireAnswer,
  WireRequest,
} from "@trunkline/carriers/carrier.ts";
import { type TelnyxAccount, wordsOfRefusal } from "@trunkline/carriers/telnyx/account.ts";
import {
  buildPointApplication,
  buildReadApplication,
  readApplication,
} from "@trunkline/carriers/telnyx/application.ts";
import {
  buildAssignNumber,
  buildBuyNumber,
  buildConnectNumber,
  buildList,
  buildPointProfile,
  buildReleaseNumber,
  buildSearchNumbers,
  joinNumbers,
  type NumberList,
  readList,
  readOffers,
  readOrder,
  webhookOfProfile,
} from "@trunkline/carriers/telnyx/numbers.ts";
import { buildReadProfile, tryAccount } from "@trunkline/carriers/telnyx/tryAccount.ts";
import {
  telnyxConnectionSettings,
  telnyxFields,
  telnyxPassword,
} from "@trunkline/contract/carriers/telnyxConnection.ts";
import { z } from "zod";
import type { Egress } from "../egress/egress.ts";
import { type ConnectionColumns, type ConnectionKind, ProviderError, type WebhookPlace } from "./connectionKind.ts";
import { changeAtProvider, isSuccess, providerTransport, testedAt } from "./providerTransport.ts";
import { telnyxPaths } from "./telnyxPaths.ts";
import { fillPath } from "./twilioPaths.ts";

// a test needs no name
const { name: _, ...ownFields } = telnyxFields;
const telnyxBody = z.object(ownFields);

/** The account of a saved connection. */
export const telnyxAccountOf = ({ settings }: ConnectionColumns, apiKey: string): TelnyxAccount => ({
  baseUrl: telnyxConnectionSettings.parse(settings).baseUrl,
  apiKey,
});

const urlOf = (path: string, { publicUrl, accountId, connectionId }: WebhookPlace): string =>
  publicUrl + fillPath(path, { accountId, connectionId });
const messagesUrlOf = (place: WebhookPlace): string => urlOf(telnyxPaths.messages, place);
/** Empty: the connection has no calls. */
const applicationIdOf = ({ settings }: ConnectionColumns): string =>
  telnyxConnectionSettings.parse(settings).applicationId;

function whyNot(answer: WireAnswer): string {
  if ("broken" in answer) return "the provider cannot be reached";
  if (answer.status === 401) return "the API key is wrong or was revoked";
  const words = wordsOfRefusal(answer);
  return `the provider answered HTTP ${answer.status}${words === "" ? "" : `: ${words}`}`;
}

const change = (egress: Egress, request: WireRequest, isDone = isSuccess): Promise<WireAnswer> =>
  changeAtProvider(egress, request, { whyNot, isDone });

/** Most pages of a list, 250 rows each. */
const mostPages = 80;

async function readAll(account: TelnyxAccount, egress: Egress, list: NumberList, phone?: string) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const answer = await providerTransport(egress)(buildList(account, list, page, phone));
    const read = readList(answer);
    if (read === null) throw new ProviderError(whyNot(answer));
    rows.push(...read.rows);
    if (!read.hasMore) break;
  }
  return rows;
}

async function listNumbers(
  columns: ConnectionColumns,
  apiKey: string,
  egress: Egress,
  phone?: string,
): Promise<ProviderNumber[]> {
  const read = (list: NumberList) => readAll(telnyxAccountOf(columns, apiKey), egress, list, phone);
  const lists = {
    phone_numbers: await read("phone_numbers"),
    "phone_numbers/messaging": await read("phone_numbers/messaging"),
    messaging_profiles: await read("messaging_profiles"),
    // an account that only texts may have a key that cannot read them
    call_control_applications: applicationIdOf(columns) === "" ? [] : await read("call_control_applications"),
  };
  return joinNumbers(lists, columns.systemId, applicationIdOf(columns));
}

async function searchNumbers(account: TelnyxAccount, egress: Egress, search: NumberSearch) {
  const request = buildSearchNumbers(account, search);
  if (request === null) throw new ProviderError("Telnyx searches for digits in a row. Leave out the *");
  const answer = await providerTransport(egress)(request);
  const offers = readOffers(answer);
  if (offers === null) throw new ProviderError(whyNot(answer));
  return offers;
}

/** Refuses to change where the texts and calls of other numbers go, which share the messaging profile and the application. */
async function refuseShared(columns: ConnectionColumns, apiKey: string, egress: Egress, ours: NumberWebhooks) {
  const account = telnyxAccountOf(columns, apiKey);
  const profile = webhookOfProfile(await change(egress, buildReadProfile(account, columns.systemId)));
  if (profile !== null && profile !== ours.messages)
    throw new ProviderError(
      `the messaging profile sends its texts to ${profile}. Add one of its numbers and take its webhook over, or use another profile`,
    );
  const applicationId = applicationIdOf(columns);
  if (applicationId === "") return;
  const application = readApplication(await change(egress, buildReadApplication(account, applicationId)));
  if (application?.webhookUrl && application.webhookUrl !== ours.calls)
    throw new ProviderError(
      `the application sends its calls to ${application.webhookUrl}. Add one of its numbers and take its webhook over, or use another application`,
    );
}

/** Sends the events of the messaging profile, and of the application if there is one, here. */
async function pointShared(columns: ConnectionColumns, apiKey: string, egress: Egress, webhooks: NumberWebhooks) {
  const account = telnyxAccountOf(columns, apiKey);
  await change(egress, buildPointProfile(account, columns.systemId, webhooks.messages));
  const applicationId = applicationIdOf(columns);
  if (applicationId === "") return;
  const application = readApplication(await change(egress, buildReadApplication(account, applicationId)));
  await change(egress, buildPointApplication(account, applicationId, application?.name || "Trunkline", webhooks.calls));
}

/** Connections to Telnyx (API version 2). */
export const telnyxKind: ConnectionKind = {
  secretLabel: telnyxPassword.label,
  carries: "numbers",
  services: ["texts", "calls"],
  whyNoRcs: () => "carries texts, not RCS messages. Choose another connection",
  columnsOf(body) {
    const { messagingProfileId } = telnyxBody.parse(body);
    const settings = telnyxConnectionSettings.parse(body);
    const { hostname, port } = new URL(settings.baseUrl);
    return { host: hostname, port: Number(port) || 443, tls: true, systemId: messagingProfileId, settings };
  },
  show: ({ systemId, settings }, place) => ({
    messagingProfileId: systemId,
    ...telnyxConnectionSettings.parse(settings),
    messagesUrl: messagesUrlOf(place),
  }),
  async test(columns, apiKey, { egress, publicUrl }) {
    const tested = await tryAccount(
      telnyxAccountOf(columns, apiKey),
      { messagingProfileId: columns.systemId, applicationId: applicationIdOf(columns) },
      providerTransport(egress),
    );
    return testedAt(publicUrl, tested, "the provider");
  },
  numbers: {
    list: listNumbers,
    async point(columns, apiKey, egress, { ref, webhooks }) {
      const account = telnyxAccountOf(columns, apiKey);
      // first the addresses, so that a number never has a profile whose texts go elsewhere
      await pointShared(columns, apiKey, egress, webhooks);
      await change(egress, buildAssignNumber(account, ref, columns.systemId));
      const applicationId = applicationIdOf(columns);
      if (applicationId !== "") await change(egress, buildConnectNumber(account, ref, applicationId));
    },
    search: (columns, apiKey, egress, search) => searchNumbers(telnyxAccountOf(columns, apiKey), egress, search),
    async buy(columns, apiKey, egress, { phone, webhooks }) {
      const account = telnyxAccountOf(columns, apiKey);
      await refuseShared(columns, apiKey, egress, webhooks);
      await pointShared(columns, apiKey, egress, webhooks);
      const applicationId = applicationIdOf(columns);
      const order = readOrder(await change(egress, buildBuyNumber(account, phone, columns.systemId, applicationId)));
      if (order === null) throw new ProviderError("the provider's answer names no order", { isInDoubt: true });
      if (order.status === "failed") throw new ProviderError("the provider could not complete the order");
      if (order.status === "needsDocuments")
        throw new ProviderError(
          "the order waits for documents. Complete it in the portal, under Numbers, and then add the number from the list",
        );
      const able = { texts: true, pictures: false, calls: applicationId !== "" };
      const callsUrl = able.calls ? webhooks.calls : null;
      return { ref: order.ref, phone, name: "", ...able, messagesUrl: webhooks.messages, callsUrl };
    },
    async release(columns, apiKey, egress, ref) {
      await change(
        egress,
        buildReleaseNumber(telnyxAccountOf(columns, apiKey), ref),
        (status) => isSuccess(status) || status === 404,
      );
    },
    webhooksOf: (place) => ({
      messages: messagesUrlOf(place),
      calls: urlOf(telnyxPaths.calls, place),
      // its statuses come as the other events of the call
      callStatus: "",
    }),
  },
};
