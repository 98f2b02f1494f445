import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { type RbmConnectionSettings, rbmFields, rbmPassword } from "./rbmConnection.ts";
import { type SmppConnectionSettings, smppFields, smppPassword } from "./smppConnection.ts";
import { type TelnyxConnectionSettings, telnyxFields, telnyxPassword } from "./telnyxConnection.ts";
import { type TwilioConnectionSettings, twilioFields, twilioPassword } from "./twilioConnection.ts";

/** Health of a connection. */
const carrierStates = ["connecting", "bound", "waiting", "unattended"] as const;
const instantOrNull = z.string().nullable();
const service = z.object({
  /** Texts with RCS messages, or outbound calls. */
  service: z.enum(["texts", "calls"]),
  /** `fails`: the carrier refuses them, since a time and for a reason. */
  state: z.enum(["works", "fails", "untried"]),
  /** When the carrier last accepted one. */
  lastSuccessAt: instantOrNull,
  failingSince: instantOrNull,
  /** In words. */
  reason: z.string().nullable(),
});
const health = z.object({
  state: z.enum(carrierStates),
  boundAt: instantOrNull,
  lastError: z.string().nullable(),
  lastErrorAt: instantOrNull,
  /** When the carrier last accepted a text. */
  lastSuccessAt: instantOrNull,
  throttledAt: instantOrNull,
  /** Submits waiting for an answer. */
  underWay: z.int(),
  /** In the last 15 minutes. */
  sent: z.int(),
  refused: z.int(),
  /** Percentage of answered submits that were rejected. Null when none was answered. */
  refusedPercent: z.number().nullable(),
  receipts: z.int(),
  texts: z.int(),
  /** What the connection carries, and what of it works. */
  services: z.array(service),
});
export type CarrierHealth = z.infer<typeof health>;

const shown = {
  connectionId: id,
  created: z.string(),
  /** Dots. The password or token is never shown. */
  password: z.string(),
  /** What sends through it: texts of numbers, or messages of RCS agents. */
  carries: z.enum(["numbers", "agents"]),
  /** Whether RCS agents can send through it. */
  carriesRcs: z.boolean(),
  /** Whether brands and 10DLC campaigns can be registered through it. */
  registersBrands: z.boolean(),
  /** Whether the numbers of its account can be listed and added, with their webhooks. */
  listsNumbers: z.boolean(),
  /** Numbers that send through it. */
  numbers: z.int(),
  /** RCS agents that send through it. */
  agents: z.int(),
  health,
};
const carrierConnection = z.discriminatedUnion("kind", [
  z.object({ ...smppFields, ...shown, kind: z.literal("smpp") }),
  z.object({
    ...twilioFields,
    ...shown,
    /** Where the provider must send inbound texts: the message webhook of its numbers, or of the messaging service. */
    messagesUrl: z.string(),
  }),
  z.object({
    ...rbmFields,
    ...shown,
    /** The webhook to set for the agent in Google's console. */
    eventsUrl: z.string(),
    hasClientToken: z.boolean(),
  }),
  z.object({
    ...telnyxFields,
    ...shown,
    /** Where the provider must send inbound texts: the webhook of the messaging profile. */
    messagesUrl: z.string(),
  }),
]);
export type CarrierConnection = z.infer<typeof carrierConnection>;
export type CarrierKind = CarrierConnection["kind"];
/** The settings of a connection; those of every kind have `windowSize` and `perSecond`. */
export type ConnectionSettings =
  | SmppConnectionSettings
  | TwilioConnectionSettings
  | RbmConnectionSettings
  | TelnyxConnectionSettings;

/** What can be written of each kind. */
const smppBody = z.strictObject({ ...smppFields, password: smppPassword.kept });
const twilioBody = z.strictObject({ ...twilioFields, password: twilioPassword.kept });
const rbmBody = z.strictObject({ ...rbmFields, password: rbmPassword.kept });
const telnyxBody = z.strictObject({ ...telnyxFields, password: telnyxPassword.kept });

/** Fields of a connection that can be written. An empty or missing password keeps the saved one. */
export const carrierBody = z.discriminatedUnion("kind", [smppBody, twilioBody, rbmBody, telnyxBody]);
export const newCarrierBody = z.discriminatedUnion("kind", [
  smppBody.extend({ password: smppPassword.required }),
  twilioBody.extend({ password: twilioPassword.required }),
  rbmBody.extend({ password: rbmPassword.required }),
  telnyxBody.extend({ password: telnyxPassword.required }),
]);
export type CarrierBody = z.input<typeof carrierBody>;

/** A number that the provider's account has. */
const carrierNumber = z.object({
  phone: z.string(),
  /** As the provider calls it. */
  name: z.string(),
  texts: z.boolean(),
  pictures: z.boolean(),
  calls: z.boolean(),
  /** `added`: it sends through this connection. `other`: through another one. `taken`: another account here has it. */
  owner: z.enum(["free", "added", "other", "taken"]),
  /** Where its inbound texts and calls go. `webhookUrl`: one that is not ours, else the message webhook. */
  webhook: z.enum(["here", "none", "elsewhere"]),
  webhookUrl: z.string().nullable(),
});
export type CarrierNumber = z.infer<typeof carrierNumber>;

/** A number that the provider sells. It sets the price. */
const carrierOffer = z.object({
  phone: z.string(),
  place: z.string().nullable(),
  texts: z.boolean(),
  pictures: z.boolean(),
  calls: z.boolean(),
  /** The provider asks for an address in your account there first. */
  needsAddress: z.boolean(),
});
export type CarrierOffer = z.infer<typeof carrierOffer>;
export const numberTypes = ["local", "mobile", "tollFree"] as const;
const flag = z.enum(["true", "false"]).default("false");

const owned = {
  connectionId: z.unknown().optional(),
  created: z.unknown().optional(),
  numbers: z.unknown().optional(),
  health: z.unknown().optional(),
  messagesUrl: z.unknown().optional(),
  agents: z.unknown().optional(),
  carries: z.unknown().optional(),
  carriesRcs: z.unknown().optional(),
  registersBrands: z.unknown().optional(),
  listsNumbers: z.unknown().optional(),
  eventsUrl: z.unknown().optional(),
  hasClientToken: z.unknown().optional(),
};
/** A test needs no name. `connectionId` is the connection whose saved password is used when none is sent. */
const tried = { ...owned, name: z.string().optional(), connectionId: id.optional() };
const params = z.object({ connectionId: id });
const change = { caller: "account", privilege: "account-config-update" } as const;

export const carrierRoutes = {
  list: route({
    method: "GET",
    path: "/v4/carrier/",
    summary: "List carrier connections",
    description: "With their health. Passwords and tokens are left out.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: carrierConnection,
    pagedBy: "connectionId",
  }),
  create: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/",
    summary: "Create a carrier connection",
    body: newCarrierBody,
    item: carrierConnection,
  }),
  test: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/test",
    summary: "Test a carrier connection",
    description: "Binds once with these settings, or reads the provider's account, and returns the carrier's answer.",
    body: z.discriminatedUnion("kind", [
      smppBody.extend(tried),
      twilioBody.extend(tried),
      rbmBody.extend(tried),
      telnyxBody.extend(tried),
    ]),
    item: z.object({ ok: z.boolean(), words: z.string() }),
    leased: "The audit log lists every finished test. A test changes nothing.",
  }),
  find: route({
    method: "GET",
    path: "/v4/carrier/:connectionId/",
    summary: "Get a carrier connection",
    description: "Includes its health.",
    caller: "account",
    privilege: null,
    params,
    item: carrierConnection,
  }),
  update: route({
    ...change,
    method: "PUT",
    path: "/v4/carrier/:connectionId/",
    summary: "Update a carrier connection",
    description: "The connection is opened again.",
    params,
    body: z.discriminatedUnion("kind", [
      smppBody.extend(owned),
      twilioBody.extend(owned),
      rbmBody.extend(owned),
      telnyxBody.extend(owned),
    ]),
    item: carrierConnection,
  }),
  reconnect: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/:connectionId/reconnect/",
    summary: "Reconnect a carrier connection",
    description: "Closes it and opens it again.",
    params,
    item: carrierConnection,
  }),
  numbers: route({
    method: "GET",
    path: "/v4/carrier/:connectionId/number/",
    summary: "List the numbers of a provider's account",
    description: "With what they can do, and where their inbound texts go.",
    caller: "account",
    privilege: "account-config-update",
    params,
    item: carrierNumber,
    timeoutMs: 60_000,
  }),
  addNumber: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/:connectionId/number/",
    summary: "Add a number of a provider's account",
    description:
      "Points its webhooks for texts and calls to this installation. Those that point elsewhere must be taken over. A number that sends through another connection is moved only with `move`.",
    params,
    body: z.strictObject({
      phone: z.string().trim().min(1, "Phone is required").max(40),
      takeOver: z.boolean().default(false),
      move: z.boolean().default(false),
    }),
    item: carrierNumber,
    timeoutMs: 60_000,
    leased: "GET /v4/number/ lists the number when it was added. Adding it again changes nothing.",
  }),
  offers: route({
    method: "GET",
    path: "/v4/carrier/:connectionId/offer/",
    summary: "Search numbers that a provider sells",
    description: "Up to 50. The provider sets their prices.",
    caller: "account",
    privilege: "account-config-update",
    params,
    query: z.strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "Country must be two capital letters, such as US")
        .default("US"),
      type: z.enum(numberTypes).default("local"),
      /** North America only. */
      areaCode: z
        .string()
        .regex(/^[2-9][0-9]{2}$/, "Area code must be three digits")
        .optional(),
      /** Digits and letters in this order, `*` for any one digit. */
      contains: z
        .string()
        .regex(/^[0-9A-Za-z*]{2,16}$/, "Contains must be 2 to 16 digits, letters or *")
        .optional(),
      texts: flag,
      pictures: flag,
      calls: flag,
    }),
    item: carrierOffer,
    timeoutMs: 60_000,
  }),
  buyNumber: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/:connectionId/offer/",
    summary: "Buy a number from a provider",
    description: "The provider charges your account there. The number is added with its webhooks set.",
    params,
    body: z.strictObject({ phone: z.string().trim().min(1, "Phone is required").max(40) }),
    item: carrierNumber,
    timeoutMs: 60_000,
    leased: "GET /v4/carrier/{connectionId}/number/ lists the number when it was bought. It is never bought twice.",
  }),
  releaseNumber: route({
    ...change,
    method: "DELETE",
    path: "/v4/carrier/:connectionId/number/:phone/",
    summary: "Release a number at its provider",
    description: "It is removed here first. Refused while a workflow sends from it or something answers it.",
    params: params.extend({ phone: z.string().max(40) }),
    item: done,
    timeoutMs: 60_000,
    leased: "GET /v4/carrier/{connectionId}/number/ no longer lists the number when it was released.",
  }),
  remove: route({
    ...change,
    method: "DELETE",
    path: "/v4/carrier/:connectionId/",
    summary: "Delete a carrier connection",
    description: "Refused while a number or an RCS agent sends through it.",
    params,
    item: done,
  }),
};
