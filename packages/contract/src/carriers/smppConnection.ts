import { z } from "zod";
import { ascii, connectionName, connectionPassword, keysOf, whole } from "./connectionFields.ts";

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
export const smppConnectionSettings = z.object(settings);
export type SmppConnectionSettings = z.infer<typeof smppConnectionSettings>;

/** What can be written of an SMPP connection. */
export const smppFields = {
  /** Bodies without a kind are of SMPP connections, as before there were others. */
  kind: z.literal("smpp").optional(),
  name: connectionName,
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
export const smppPassword = connectionPassword("Password", 64);
