import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** The alphabet behind data_coding 0. */
export const defaultAlphabets = { gsm7: "GSM-7", latin1: "Latin-1" } as const;
/** How texts longer than one message are split. */
export const concatenations = {
  udh8: "UDH, 8-bit reference",
  udh16: "UDH, 16-bit reference",
  sar: "SAR fields",
  payload: "message_payload",
} as const;
/** The notation of message ids in receipts. */
export const receiptIdForms = {
  same: "As given",
  decimal: "Decimal, given in hex",
  hex: "Hex, given in decimal",
} as const;

const keysOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

const whole = (label: string, from: number, to: number) =>
  z
    .int(`${label} must be a whole number from ${from} to ${to}`)
    .min(from, `${label} must be a whole number from ${from} to ${to}`)
    .max(to, `${label} must be a whole number from ${from} to ${to}`);
/** C-octet strings of SMPP: printable ASCII. */
const ascii = (label: string, most: number) =>
  z
    .string()
    .max(most, `${label} must have at most ${most} characters`)
    .regex(/^[\x20-\x7e]*$/, `${label} must consist of plain ASCII characters`);
const ton = (label: string) => whole(label, 0, 6).default(1);
const npi = (label: string) => whole(label, 0, 18).default(1);

/** Session settings that the carrier asks for. */
const settings = {
  systemType: ascii("System type", 12).default(""),
  windowSize: whole("Window size", 1, 1_000).default(10),
  /** Null means no limit. */
  perSecond: whole("Messages per second", 1, 10_000).nullable().default(10),
  /** The carrier accepts texts to the United States only from numbers of approved 10DLC campaigns. */
  demandsRegistration: z.boolean().default(false),
  enquireSeconds: whole("Seconds between enquire_links", 5, 600).default(30),
  defaultAlphabet: z.enum(keysOf(defaultAlphabets), { error: "Choose GSM-7 or Latin-1" }).default("gsm7"),
  concatenation: z.enum(keysOf(concatenations), { error: "Choose how long texts travel" }).default("udh8"),
  receiptIds: z.enum(keysOf(receiptIdForms), { error: "Choose how receipts write ids" }).default("same"),
  sourceTon: ton("Source TON"),
  sourceNpi: npi("Source NPI"),
  destinationTon: ton("Destination TON"),
  destinationNpi: npi("Destination NPI"),
};
export const carrierSettings = z.object(settings);
export type CarrierSettings = z.infer<typeof carrierSettings>;

/** Longest accepted password. The protocol says 8, but most carriers allow more. */
export const carrierPasswordMax = 64;

const fields = {
  name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
  host: z
    .string()
    .trim()
    .min(1, "Host is required")
    .max(253, "Host must have at most 253 characters")
    .regex(/^[a-z0-9:._[\]-]+$/i, "Host must be a name or address, without a scheme, port or path"),
  port: whole("Port", 1, 65_535),
  tls: z.boolean().default(true),
  systemId: ascii("System id", 15).min(1, "System id is required"),
  ...settings,
};
const password = ascii("Password", carrierPasswordMax).min(1, "Password is required");

/** Fields of a connection that can be written. An empty or missing password keeps the saved one. */
export const carrierBody = z.strictObject({ ...fields, password: ascii("Password", carrierPasswordMax).optional() });
export type CarrierBody = z.input<typeof carrierBody>;

/** Health of a connection. */
const carrierStates = ["connecting", "bound", "waiting", "unattended"] as const;
const instantOrNull = z.string().nullable();
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
});
export type CarrierHealth = z.infer<typeof health>;

const carrierConnection = z.object({
  connectionId: id,
  created: z.string(),
  ...fields,
  /** Dots. The password is never shown. */
  password: z.string(),
  /** Numbers that send through it. */
  numbers: z.int(),
  health,
});
export type CarrierConnection = z.infer<typeof carrierConnection>;

const owned = {
  connectionId: z.unknown().optional(),
  created: z.unknown().optional(),
  numbers: z.unknown().optional(),
  health: z.unknown().optional(),
};
const params = z.object({ connectionId: id });
const change = { caller: "account", privilege: "account-config-update" } as const;

export const carrierRoutes = {
  list: route({
    method: "GET",
    path: "/v4/carrier/",
    summary: "List SMPP connections",
    description: "With their health. Passwords are left out.",
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
    summary: "Create an SMPP connection",
    body: z.strictObject({ ...fields, password }),
    item: carrierConnection,
  }),
  test: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/test",
    summary: "Test an SMPP connection",
    description: "Binds once with these settings and returns the carrier's answer.",
    body: z.strictObject({
      ...fields,
      name: z.string().optional(),
      password: ascii("Password", carrierPasswordMax).optional(),
      ...owned,
      /** The connection whose saved password is used when none is sent. */
      connectionId: id.optional(),
    }),
    item: z.object({ ok: z.boolean(), words: z.string() }),
    leased: "The audit log lists every finished test. A test changes nothing.",
  }),
  find: route({
    method: "GET",
    path: "/v4/carrier/:connectionId/",
    summary: "Get an SMPP connection",
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
    summary: "Update an SMPP connection",
    description: "The connection binds again.",
    params,
    body: z.strictObject({ ...carrierBody.shape, ...owned }),
    item: carrierConnection,
  }),
  reconnect: route({
    ...change,
    method: "POST",
    path: "/v4/carrier/:connectionId/reconnect/",
    summary: "Reconnect an SMPP connection",
    description: "Ends its bind and binds again.",
    params,
    item: carrierConnection,
  }),
  remove: route({
    ...change,
    method: "DELETE",
    path: "/v4/carrier/:connectionId/",
    summary: "Delete an SMPP connection",
    description: "Refused while a number sends through it.",
    params,
    item: done,
  }),
};
