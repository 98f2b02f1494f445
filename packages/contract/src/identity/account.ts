import { z } from "zod";
import { id, route } from "../route.ts";

export const flagNames = ["feature_dnclist_enabled", "feature_forth_enabled"] as const;
const customField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, "Field names begin with a letter and hold letters, digits and _, at most 40");

const between = (what: string, min: number, max: number) => {
  const words = `${what} must be a whole number from ${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}`;
  return z.number({ error: words }).int(words).min(min, words).max(max, words);
};

/** Dollars as micro-dollars: from nothing to a billion. */
const money = (what: string) => {
  const words = `${what} must be from $0 to $1,000,000,000`;
  return z.number({ error: words }).int(`${what} has at most six decimals`).min(0, words).max(1e15, words);
};

/** Not under 30: what carriers told is told apart from a repeat by what is kept. */
const historyDays = between("The days that texts and calls are kept", 30, 3_650);

/** Every setting without its default: a change names what it changes, and what is left out stays. */
const settingsShape = {
  /** Zone that new schedules and windows start from; an id of GET /v4/timezone/. */
  defaultTimezoneId: z.number().int(),
  /** Hold texts, RCS and calls to the legal hours of the recipient's place (readings, Windows). */
  legalHours: z.boolean(),
  /** A STOP by text also stops calls. */
  stopCoversCalls: z.boolean(),
  /** Users who sign in by password need a second factor: without one they reach nothing of the account but its set-up. */
  requireTwoFactor: z.boolean(),
  /** Nothing is sent while true. */
  killSwitch: z.boolean(),
  /** Micro-dollars a day over which nothing more is sent; null: no limit. */
  spendLimitMicros: money("The spending limit").nullable(),
  /** Price of one segment in micro-dollars. */
  segmentPriceMicros: money("The price of a segment"),
  /** Price of one begun minute of a call in micro-dollars. */
  minutePriceMicros: money("The price of a minute"),
  /** Price of one text that a language model made or reworded, in micro-dollars. */
  aiMessagePriceMicros: money("The price of an AI message"),
  /** Calling codes of the countries that may be texted and called. */
  countryCodes: z
    .array(z.string().regex(/^\+[1-9]\d{0,3}$/, "A calling code is + and one to four digits, such as +44"))
    .min(1, "At least one country is required")
    .max(50),
  /** The account's number at the federal do-not-call registry (SAN); empty: none. */
  dncSubscription: z
    .string()
    .trim()
    .regex(/^(\d[\d-]{3,28}\d)?$/, "A subscription account number has 5 to 30 digits and dashes"),
  /** The name that HELP and STOP answers sign with. */
  brandName: z.string().trim().max(100),
  /** Where HELP sends people: a phone, an address. */
  helpContact: z.string().trim().max(200),
  /** Who is asked about numbers by Carrier Lookup nodes: nobody, so that a number tells what it can itself, the simulated carrier, or the look-up service that the operator has set. */
  carrierLookup: z.enum(["none", "simulated", "service"]),
  /** Calls a minute over which webhooks are told (call_threshold, call_threshold_reset); null: they are not. */
  callThresholdPerMinute: between("The call threshold", 1, 100_000).nullable(),
  /** The least percentage of a number's texts to be delivered: under it webhooks are told (reputation_status); null: numbers are not judged. */
  reputationSharePercent: between("The delivery rate", 1, 100).nullable(),
  /** Out of at least so many texts that the carrier has decided on, */
  reputationLeast: between("The least number of texts", 1, 1_000_000),
  /** within the last so many hours. */
  reputationHours: between("The hours looked back", 1, 168),
  /** What sends a journey on the success path of an RCS Send node: the carrier's acceptance, or the delivery. */
  rcsSuccess: z.enum(["accepted", "delivered"]),
  /** Minutes after which an RCS message that was not delivered takes the failure path, where success means delivered. */
  rcsDeliveryMinutes: between("The time limit", 1, 4_320),
  /** The simulated carrier takes texts to the United States from registered numbers alone, as carriers do. */
  registrationDemanded: z.boolean(),
  /** Days for which a short address leads somewhere after its text was made. */
  linkDays: between("The days of a short address", 1, 365),
  /** Days for which texts, calls and what belongs to them are kept; null: for good. */
  historyDays: historyDays.nullable(),
};

export const accountSettings = z.strictObject({
  defaultTimezoneId: settingsShape.defaultTimezoneId.default(0),
  legalHours: settingsShape.legalHours.default(true),
  stopCoversCalls: settingsShape.stopCoversCalls.default(false),
  requireTwoFactor: settingsShape.requireTwoFactor.default(false),
  killSwitch: settingsShape.killSwitch.default(false),
  spendLimitMicros: settingsShape.spendLimitMicros.default(null),
  segmentPriceMicros: settingsShape.segmentPriceMicros.default(8_000),
  minutePriceMicros: settingsShape.minutePriceMicros.default(14_000),
  aiMessagePriceMicros: settingsShape.aiMessagePriceMicros.default(10_000),
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
  /** The account's own host of short addresses; null: they stand under the public address. */
  linkDomain: z.string().nullable(),
  /** What its short addresses begin with, before `/l/`. */
  linkBase: z.string(),
});
export type Account = z.infer<typeof account>;

/** What of an account's history is gone, and what would go. */
const oldHistory = z.object({
  /** Removed so far, since the account began. */
  removed: z.object({ texts: z.number(), calls: z.number(), emails: z.number(), deliveries: z.number() }),
  /** When the last was removed; null: nothing was. */
  last: z.string().nullable(),
  /** What is older than the days that were asked about, each counted up to 10,000: one more stands for more. */
  older: z.object({ texts: z.number(), calls: z.number() }).nullable(),
});

/** A host, with a port where it has one of its own; no scheme and no path. */
export const linkDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, "A domain has at most 200 characters")
  .regex(
    /^(?!\d+(\.\d+)*(:|$))([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[1-9]\d{0,4})?$/,
    "A domain is a host alone, such as go.example.com: no https:// and no path",
  );

export const accountRoutes = {
  find: route({
    method: "GET",
    path: "/v4/account/",
    summary: "Profile, flags, settings and custom fields of the account",
    caller: "account",
    privilege: null,
    item: account,
  }),
  update: route({
    method: "PUT",
    path: "/v4/account/",
    summary: "Change the account; what is left out stays",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({
      name: z.string().trim().min(1, "Account name is required").max(100).optional(),
      flags: z.partialRecord(z.enum(flagNames), z.boolean()).optional(),
      settings: z.strictObject(settingsShape).partial().optional(),
      customFields: z.array(customField).max(200).optional(),
    }),
    item: account,
  }),
  history: route({
    method: "GET",
    path: "/v4/account/history",
    summary: "Texts and calls that were removed by age, and how many are older than so many days",
    caller: "account",
    privilege: null,
    query: z.strictObject({ days: z.coerce.number().pipe(historyDays).optional() }),
    item: oldHistory,
  }),
  linkDomain: route({
    method: "PUT",
    path: "/v4/account/link-domain",
    summary: "Set the host of short links, after looking whether it leads here; null: the public address",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({ domain: linkDomain.nullable() }),
    item: account,
  }),
  /** spec 2 §2.3: what editors read; `custom_fields` is a JSON list as text. */
  configuration: route({
    method: "GET",
    path: "/v4/account/configuration/",
    summary: "Custom field names for variable pickers",
    caller: "account",
    privilege: null,
    item: z.object({ custom_fields: z.string() }),
  }),
  timezones: route({
    method: "GET",
    path: "/v4/timezone/",
    summary: "Time zones by id",
    caller: "account",
    privilege: null,
    item: z.object({ timezoneId: z.number().int(), name: z.string(), zone: z.string() }),
  }),
};
