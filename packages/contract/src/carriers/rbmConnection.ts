import { z } from "zod";
import { ascii, connectionName, isHttps, keysOf, whole } from "./connectionFields.ts";

/** The regions of Google's API. An agent belongs to one. */
export const rbmRegions = { us: "North America", europe: "Europe", asia: "Asia Pacific" } as const;
/** What kind of messages an agent sends. Agents with several uses must say it. */
export const rbmTrafficTypes = {
  "": "As the agent is registered",
  PROMOTION: "Promotion",
  TRANSACTION: "Transaction",
  AUTHENTICATION: "Authentication",
  SERVICEREQUEST: "Service request",
} as const;

/** Settings of a connection to Google RCS Business Messaging. */
const settings = {
  region: z.enum(keysOf(rbmRegions), { error: "Choose a region" }).default("us"),
  /** Another server with the same API. Empty: Google's own in the region. */
  baseUrl: z
    .string()
    .trim()
    .max(200, "API address must have at most 200 characters")
    .refine((text) => text === "" || isHttps(text), "API address must be an https address without a query")
    .transform((text) => text.replace(/\/+$/, ""))
    .default(""),
  trafficType: z.enum(keysOf(rbmTrafficTypes), { error: "Choose a traffic type" }).default(""),
  /** A message that was not delivered after this long is revoked. */
  ttlHours: whole("Time limit", 1, 360).default(24),
  /** Null means no limit. */
  perSecond: whole("Messages per second", 1, 10_000).nullable().default(10),
  windowSize: whole("Requests at a time", 1, 1_000).default(20),
};
export const rbmConnectionSettings = z.object(settings);
export type RbmConnectionSettings = z.infer<typeof rbmConnectionSettings>;

/** What can be written of a connection to Google RCS Business Messaging. */
export const rbmFields = {
  kind: z.literal("rbm"),
  name: connectionName,
  agentId: ascii("Agent ID", 100)
    .trim()
    .transform((text) => text.replace(/@rbm\.goog$/, ""))
    .pipe(
      z
        .string()
        .min(1, "Agent ID is required")
        .regex(/^[A-Za-z0-9_-]+$/, "Agent ID must be as the console shows it, such as shop_a1b2c3_agent"),
    ),
  /** The token that the console shows next to the webhook. Never returned. An empty one keeps the saved one. */
  clientToken: ascii("Client token", 200).trim().default(""),
  ...settings,
};

const label = "Service account key";
const key = z
  .string()
  .trim()
  .max(8_000, `${label} must have at most 8,000 characters`)
  .refine((text) => text === "" || isKeyFile(text), `${label} must be the JSON file of a Google service account`);
/** The key file of a service account. */
export const rbmPassword = {
  label,
  /** An empty or missing one keeps the saved one. */
  kept: key.optional(),
  required: key.refine((text) => text !== "", `${label} is required`),
};

function isKeyFile(text: string): boolean {
  try {
    const { client_email, private_key, token_uri = "https://oauth2.googleapis.com/token" } = JSON.parse(text);
    return (
      typeof client_email === "string" &&
      typeof private_key === "string" &&
      /^-----BEGIN PRIVATE KEY-----\s/.test(private_key) &&
      isHttps(String(token_uri))
    );
  } catch {
    return false;
  }
}
