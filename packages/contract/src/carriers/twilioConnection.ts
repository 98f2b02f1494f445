import { z } from "zod";
import { ascii, connectionName, connectionPassword, httpsAddress, isHttps, whole } from "./connectionFields.ts";

/** Settings of a connection to a provider with the Twilio API. */
const settings = {
  /** Twilio's own address, or that of a provider with the same API. */
  baseUrl: httpsAddress("Base address").default("https://api.twilio.com"),
  /** Texts are sent by this service, which chooses the sender. Empty: from the number of the text. */
  messagingServiceSid: z
    .string()
    .trim()
    .regex(/^(MG[0-9a-fA-F]{32}|[0-9a-fA-F-]{36})?$/, "Messaging service SID must be MG and 32 hexadecimal digits")
    .default(""),
  /** Null means no limit. */
  perSecond: whole("Messages per second", 1, 10_000).nullable().default(10),
  /** Where Carrier Lookup nodes ask for numbers. Empty: Twilio's own service if the base address is Twilio's, otherwise nowhere. */
  lookupUrl: z
    .string()
    .trim()
    .max(200, "Look-up address must have at most 200 characters")
    .refine((text) => text === "" || isHttps(text), "Look-up address must be an https address without a query")
    .transform((text) => text.replace(/\/+$/, ""))
    .default(""),
  /** The account's RCS sender, by which RCS agents send through this connection. Empty: they cannot. */
  rcsSender: z
    .string()
    .trim()
    .max(100, "RCS sender must have at most 100 characters")
    .transform((text) => text.replace(/^rcs:/, ""))
    .refine(
      (text) => /^[A-Za-z0-9_-]*$/.test(text),
      "RCS sender must be as the provider shows it, such as rcs:shop_a1b2c3_agent",
    )
    .default(""),
  /** Where the content templates of RCS messages are created. Empty: Twilio's own service. */
  contentUrl: z
    .string()
    .trim()
    .max(200, "Content address must have at most 200 characters")
    .refine((text) => text === "" || isHttps(text), "Content address must be an https address without a query")
    .transform((text) => text.replace(/\/+$/, ""))
    .default(""),
  /** Where brands and 10DLC campaigns are registered. Empty: Twilio's own service. */
  registrationUrl: z
    .string()
    .trim()
    .max(200, "Registration address must have at most 200 characters")
    .refine((text) => text === "" || isHttps(text), "Registration address must be an https address without a query")
    .transform((text) => text.replace(/\/+$/, ""))
    .default(""),
  /** Calls that are placed per second. Null means no limit. */
  callsPerSecond: whole("Calls per second", 1, 1_000).nullable().default(1),
  /** Recordings are deleted at the provider once they are stored here. */
  deletesRecordings: z.boolean().default(false),
  /** The key that signs the tokens of users' browsers, which then carry sound. Empty: they do not. */
  apiKeySid: z
    .string()
    .trim()
    .regex(/^(SK[0-9a-fA-F]{32})?$/, "API key SID must be SK and 32 hexadecimal digits")
    .default(""),
  windowSize: whole("Requests at a time", 1, 1_000).default(20),
  /** The provider accepts texts to the United States only from numbers of approved 10DLC campaigns. */
  demandsRegistration: z.boolean().default(false),
};
export const twilioConnectionSettings = z.object(settings);
export type TwilioConnectionSettings = z.infer<typeof twilioConnectionSettings>;

/** What can be written of a Twilio-compatible connection. */
export const twilioFields = {
  kind: z.literal("twilio"),
  name: connectionName,
  accountSid: ascii("Account SID", 64)
    .trim()
    .min(1, "Account SID is required")
    .regex(/^(AC[0-9a-fA-F]{32}|[0-9a-fA-F-]{36})$/, "Account SID must be AC and 32 hexadecimal digits"),
  /** The secret of the API key. Never returned. An empty one keeps the saved one. */
  apiKeySecret: ascii("API key secret", 100).trim().default(""),
  ...settings,
};
export const twilioPassword = connectionPassword("Auth token", 64);
