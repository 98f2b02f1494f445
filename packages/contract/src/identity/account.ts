import { z } from "zod";
import { id, route } from "../route.ts";

export const flagNames = ["feature_dnclist_enabled", "feature_forth_enabled"] as const;
const customField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    "Field names must begin with a letter and contain only letters, digits and _, at most 40 characters",
  );

const between = (what: string, min: number, max: number) => {
  const words = `${what} must be a whole number from ${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}`;
  return z.number({ error: words }).int(words).min(min, words).max(max, words);
};

/** Micro-dollars, up to a billion dollars. */
const money = (what: string) => {
  const words = `${what} must be from $0 to $1,000,000,000`;
  return z.number({ error: words }).int(`${what} must have at most six decimals`).min(0, words).max(1e15, words);
};

/** At least 30, because saved history is needed to recognize repeated carrier events. */
const historyDays = between("The days of data retention", 30, 3_650);

/** Settings without their defaults. Settings left out of a change keep their values. */
const settingsShape = {
  /** Default zone of new schedules and windows, an id of GET /v4/timezone/. */
  defaultTimezoneId: z.number().int(),
  /** Hold texts, RCS and calls to the legal hours where the recipient is (readings, Windows). */
  legalHours: z.boolean(),
  /** A STOP by text also blocks calls. */
  stopCoversCalls: z.boolean(),
  /** Users with a password need two-factor authentication. Until they set it up, they can only reach its set-up. */
  requireTwoFactor: z.boolean(),
  /** Workflows are published only by users with workflow-approve. The others ask them. */
  publishingNeedsApproval: z.boolean(),
  /** Runs for more contacts than this start only after a user with run-approve, who did not ask for it, has approved. Null means never. */
  runApprovalAbove: between("The number of contacts", 1, 10_000_000).nullable(),
  /** Kill switch: while true, nothing is sent. */
  killSwitch: z.boolean(),
  /** Micro-dollars per day. Sending stops above it. Null means no limit. */
  spendLimitMicros: money("The spending limit").nullable(),
  /** The most texts and RCS messages that workflows send one contact within frequencyCapDays, besides replies. Null means no cap. */
  frequencyCapTexts: between("The frequency cap", 1, 1_000).nullable(),
  /** Rolling days of the frequency cap. */
  frequencyCapDays: between("The days of the frequency cap", 1, 90),
  /** Micro-dollars per segment. */
  segmentPriceMicros: money("The price of a segment"),
  /** Micro-dollars per started minute of a call. */
  minutePriceMicros: money("The price of a minute"),
  /** Micro-dollars per text written or reworded by a language model. */
  aiMessagePriceMicros: money("The price of an AI message"),
  /** Micro-dollars per month for a number at your provider, shown before one is bought. Null means that the provider says. */
  numberPriceMicros: money("The price of a number").nullable(),
  /** Calling codes of allowed destination countries. */
  countryCodes: z
    .array(z.string().regex(/^\+[1-9]\d{0,3}$/, "A calling code is + and one to four digits, such as +44"))
    .min(1, "At least one country is required")
    .max(50),
  /** Subscription account number (SAN) at the federal do-not-call registry. Empty means none. */
  dncSubscription: z
    .string()
    .trim()
    .regex(/^(\d[\d-]{3,28}\d)?$/, "A subscription account number must have 5 to 30 digits and dashes"),
  /** The signature of HELP and STOP replies. */
  brandName: z.string().trim().max(100),
  /** Contact details in HELP replies: a phone number or an address. */
  helpContact: z.string().trim().max(200),
  /** Source of Carrier Lookup nodes: the number alone, the simulated carrier, or the lookup service of a carrier connection or of the operator. */
  carrierLookup: z.enum(["none", "simulated", "service"]),
  /** Webhooks are notified above this many calls per minute (call_threshold, call_threshold_reset). Null turns it off. */
  callThresholdPerMinute: between("The call threshold", 1, 100_000).nullable(),
  /** Webhooks are notified when less than this percentage of a number's texts is delivered (reputation_status). Null turns it off. */
  reputationSharePercent: between("The delivery rate", 1, 100).nullable(),
  /** Minimum number of texts with a final status, */
  reputationLeast: between("The minimum number of texts", 1, 1_000_000),
  /** within this many hours. */
  reputationHours: between("The lookback period in hours", 1, 168),
  /** When an RCS Send node takes its success path: on acceptance by the carrier or on delivery. */
  rcsSuccess: z.enum(["accepted", "delivered"]),
  /** When success means delivered: minutes after which an undelivered RCS message takes the failure path. */
  rcsDeliveryMinutes: between("The time limit", 1, 4_320),
  /** The simulated carrier accepts texts to the United States only from registered numbers, as real carriers do. */
  registrationDemanded: z.boolean(),
  /** Seconds of wrap-up after a call, where a queue, work group or live list sets none. 0 means no wrap-up. */
  wrapUpSeconds: between("The wrap-up time", 0, 3_600),
  /** The disposition that a call gets when its wrap-up ends and the agent has chosen none. Empty means none. */
  defaultOutcome: z.string().trim().max(72, "The default outcome must have at most 72 characters"),
  /** Dispositions that agents choose with the keys 1 to 9, in this order. Empty means the first nine by name. */
  outcomeKeys: z
    .array(z.string().trim().min(1).max(72))
    .max(9, "There are keys for at most nine outcomes")
    .refine((keys) => new Set(keys.map((key) => key.toLowerCase())).size === keys.length, {
      error: "An outcome has at most one key",
    }),
  /** Callers who wait for a work group or live list can press 2 to be called back, where the group or list says nothing else. */
  callbackOffer: z.boolean({ error: "callbackOffer must be true or false" }),
  /** What they hear. */
  callbackText: z.string().trim().max(300, "The offer must have at most 300 characters"),
  /** A caller is called back at most this often. */
  callbackAttempts: between("The number of attempts", 1, 10),
  /** Minutes between two attempts. */
  callbackMinutes: between("The minutes between attempts", 1, 1_440),
  /** Days that a short link works after its text was created. */
  linkDays: between("The days of a short link", 1, 365),
  /** Days that texts, calls and their data are stored. Null means forever. */
  historyDays: historyDays.nullable(),
};

export const accountSettings = z.strictObject({
  defaultTimezoneId: settingsShape.defaultTimezoneId.default(0),
  legalHours: settingsShape.legalHours.default(true),
  stopCoversCalls: settingsShape.stopCoversCalls.default(false),
  requireTwoFactor: settingsShape.requireTwoFactor.default(false),
  publishingNeedsApproval: settingsShape.publishingNeedsApproval.default(false),
  runApprovalAbove: settingsShape.runApprovalAbove.default(null),
  killSwitch: settingsShape.killSwitch.default(false),
  spendLimitMicros: settingsShape.spendLimitMicros.default(null),
  frequencyCapTexts: settingsShape.frequencyCapTexts.default(null),
  frequencyCapDays: settingsShape.frequencyCapDays.default(7),
  segmentPriceMicros: settingsShape.segmentPriceMicros.default(8_000),
  minutePriceMicros: settingsShape.minutePriceMicros.default(14_000),
  aiMessagePriceMicros: settingsShape.aiMessagePriceMicros.default(10_000),
  numberPriceMicros: settingsShape.numberPriceMicros.default(null),
  countryCodes: settingsShape.countryCodes.default(["+1"]),
  dncSubscription: settingsShape.dncSubscription.default(""),
  brandName: settingsShape.brandName.default(""),
  helpContact: settingsShape.helpContact.default(""),
  carrierLookup: settingsShape.carrierLookup.default("none"),
  callThresholdPerMinute: settingsShape.callThresholdPerMinute.default(null),
  reputationSharePercent: settingsShape.reputationSharePercent.default(80),
  reputationLeast: settingsShape.reputationLeast.default(100),
  reputationHours: settingsShape.reputationHours.default(24),
  rcsSuccess: settingsShape.rcsSuccess.default("accepted"),
  rcsDeliveryMinutes: settingsShape.rcsDeliveryMinutes.default(60),
  registrationDemanded: settingsShape.registrationDemanded.default(false),
  wrapUpSeconds: settingsShape.wrapUpSeconds.default(30),
  defaultOutcome: settingsShape.defaultOutcome.default(""),
  outcomeKeys: settingsShape.outcomeKeys.default([]),
  callbackOffer: settingsShape.callbackOffer.default(false),
  callbackText: settingsShape.callbackText.default(
    "If you do not want to wait, press 2. We will call you back, and you keep your place.",
  ),
  callbackAttempts: settingsShape.callbackAttempts.default(3),
  callbackMinutes: settingsShape.callbackMinutes.default(5),
  linkDays: settingsShape.linkDays.default(90),
  historyDays: settingsShape.historyDays.default(null),
});
export type AccountSettings = z.infer<typeof accountSettings>;

const account = z.object({
  accountSid: id,
  name: z.string(),
  created: z.string(),
  flags: z.record(z.enum(flagNames), z.boolean()),
  settings: accountSettings,
  customFields: z.array(z.string()),
  /** The account's host for short links. Null means the public address. */
  linkDomain: z.string().nullable(),
  /** The address before `/l/` in its short links. */
  linkBase: z.string(),
});
export type Account = z.infer<typeof account>;

/** Removed history, and what a retention period would remove. */
const oldHistory = z.object({
  /** Total removed since the account was created. */
  removed: z.object({ texts: z.number(), calls: z.number(), emails: z.number(), deliveries: z.number() }),
  /** When history was last removed. Null means never. */
  last: z.string().nullable(),
  /** Items older than the requested days, each counted up to 10,000; 10,001 means more. */
  older: z.object({ texts: z.number(), calls: z.number() }).nullable(),
});

/** A host with an optional port, without scheme or path. */
export const linkDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, "A domain must have at most 200 characters")
  .regex(
    /^(?!\d+(\.\d+)*(:|$))([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[1-9]\d{0,4})?$/,
    "A domain must be a host such as go.example.com, without https:// or a path",
  );

export const accountBody = z.strictObject({
  name: z.string().trim().min(1, "Account name is required").max(100).optional(),
  flags: z.partialRecord(z.enum(flagNames), z.boolean()).optional(),
  settings: z.strictObject(settingsShape).partial().optional(),
  customFields: z.array(customField).max(200).optional(),
});

export const accountRoutes = {
  find: route({
    method: "GET",
    path: "/v4/account/",
    summary: "Get the account",
    description: "Profile, flags, settings and custom fields.",
    caller: "account",
    privilege: null,
    item: account,
  }),
  update: route({
    method: "PUT",
    path: "/v4/account/",
    summary: "Update the account",
    description: "Fields that are left out keep their values.",
    caller: "account",
    privilege: "account-config-update",
    body: accountBody,
    item: account,
  }),
  history: route({
    method: "GET",
    path: "/v4/account/history",
    summary: "Get data retention figures",
    description: "How much was removed by age, and how much is older than the given days.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ days: z.coerce.number().pipe(historyDays).optional() }),
    item: oldHistory,
  }),
  linkDomain: route({
    method: "PUT",
    path: "/v4/account/link-domain",
    summary: "Set the domain of short links",
    description: "Checks that the domain points here. Null means the public address.",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({ domain: linkDomain.nullable() }),
    item: account,
  }),
  /** Read by editors (spec 2 §2.3). `custom_fields` is a JSON list as text. */
  configuration: route({
    method: "GET",
    path: "/v4/account/configuration/",
    summary: "List custom field names",
    caller: "account",
    privilege: null,
    item: z.object({ custom_fields: z.string() }),
  }),
  timezones: route({
    method: "GET",
    path: "/v4/timezone/",
    summary: "List time zones",
    description: "Sorted by id.",
    caller: "account",
    privilege: null,
    item: z.object({ timezoneId: z.number().int(), name: z.string(), zone: z.string() }),
  }),
};
