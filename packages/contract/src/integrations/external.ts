import { z } from "zod";
import { metadataMax } from "../identity/saml.ts";
import { done, route } from "../route.ts";

/** Providers an account can connect, with their display names (spec 3 §2). */
export const externalProviders = {
  hubspot: "Hubspot",
  mailgun: "Mailgun",
  sendgrid: "SendGrid",
  remediation: "Remediation",
  saml: "SAML",
  forth: "Forth",
  // an addition (decision 0066)
  smtp: "SMTP",
  // an addition (decision 0109)
  speech: "Speech service",
} as const;
export type ExternalProvider = keyof typeof externalProviders;
const provider = z.enum(Object.keys(externalProviders) as [ExternalProvider, ...ExternalProvider[]], {
  error: "Provider is required",
});

/** A value a provider needs. Values are posted in this order (spec 3 §4), secrets as `encryptedValue` (spec 3 §3). */
export interface ExternalField {
  key: "url" | "model" | "api_key" | "domain" | "loginId" | "client_id" | "client_secret" | "metadata";
  label: string;
  secret: boolean;
  /** Error when it is missing (spec 3 §5). */
  missing: string;
  /** It may be left out. */
  optional?: true;
}

const apiKey: ExternalField = { key: "api_key", label: "API key", secret: true, missing: "Api key is required" };

/** The values of each provider, in posting order. */
export const externalFields: Record<ExternalProvider, readonly ExternalField[]> = {
  hubspot: [apiKey],
  mailgun: [
    { key: "domain", label: "Domain", secret: false, missing: "Domain is required for provider mailgun" },
    apiKey,
  ],
  sendgrid: [apiKey],
  smtp: [
    {
      key: "metadata",
      label: "Mail server",
      secret: false,
      missing: "Mail server is required for provider smtp",
    },
    { ...apiKey, label: "Password", missing: "Password is required for provider smtp" },
  ],
  speech: [
    { key: "url", label: "Address", secret: false, missing: "Address is required for provider speech" },
    { key: "model", label: "Model", secret: false, missing: "Model is required for provider speech" },
    { ...apiKey, optional: true },
  ],
  remediation: [
    { key: "loginId", label: "LoginId", secret: false, missing: "LoginId is required for provider remediation" },
  ],
  forth: [
    { key: "client_id", label: "Client Id", secret: false, missing: "Client Id is required for provider forth" },
    {
      key: "client_secret",
      label: "Client Secret",
      secret: true,
      missing: "Client Secret is required for provider forth",
    },
  ],
  saml: [{ key: "metadata", label: "Metadata", secret: false, missing: "Metadata is required for provider saml" }],
};

const emailAddress = (what: string) => z.email(`${what} must be a valid email address`);

/** The mail server of an account (decision 0066): the JSON under `metadata` of the provider smtp. */
export const smtpSettings = z.strictObject({
  host: z
    .string({ error: "Host is required" })
    .trim()
    .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "Host must be a host name such as smtp.example.com"),
  port: z
    .number({ error: "Port must be a number" })
    .int("Port must be a whole number")
    .min(1, "Port must be between 1 and 65,535")
    .max(65535, "Port must be between 1 and 65,535")
    .default(587),
  /** STARTTLS on a plain connection, or TLS from its first byte. */
  tls: z.enum(["starttls", "implicit"], { error: "TLS must be starttls or implicit" }).default("starttls"),
  user: z.string({ error: "User name is required" }).trim().min(1, "User name is required").max(320),
  /** Named to the server in a test. Nodes name their own sender. */
  sender: emailAddress("Sender"),
  /** Receives delivery reports. Empty: the sender of each e-mail does. */
  bounceAddress: emailAddress("Bounce address").or(z.literal("")).default(""),
});
export type SmtpSettings = z.infer<typeof smtpSettings>;

/** The saved settings of a mail server; undefined if they cannot be read. */
export function readSmtpSettings(text: string): SmtpSettings | undefined {
  try {
    return smtpSettings.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The address of a speech service. */
export const speechUrl = z.url({
  protocol: /^https?$/,
  error: "Address must be a web address such as https://api.openai.com/v1",
});

/** The flag that enables Forth (spec 3 §6). */
export const forthFlag = "feature_forth_enabled";

/** Providers whose key can be tested without side effects. */
export const testableProviders: readonly ExternalProvider[] = ["hubspot", "mailgun", "sendgrid", "smtp", "speech"];

const externalConfig = z.object({
  provider,
  key: z.string(),
  /** Null for a secret, which is never shown again. */
  value: z.string().nullable(),
  /** Dots in place of a secret. */
  masked: z.string().nullable(),
  updated: z.string(),
});
export type ExternalConfig = z.infer<typeof externalConfig>;

/** How an integration works, as its last e-mails show. */
const externalStatus = z.object({
  provider,
  /** Failing: the provider refused the key or could not be reached when it was last used. */
  state: z.enum(["notConnected", "connected", "failing"]),
  problem: z.string().nullable(),
  /** When an e-mail last ended there. Null: it was not used lately, or it sends none. */
  lastUsed: z.string().nullable(),
});
export type ExternalStatus = z.infer<typeof externalStatus>;

/** Longest value. */
export const externalValueMax = 4000;
const text = z.string().max(externalValueMax, `A value must have at most ${externalValueMax} characters`);

const path = "/v3/accounts/external/config";
export const externalRoutes = {
  list: route({
    method: "GET",
    path,
    summary: "List integrations",
    description: "Secrets are left out.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      /** Providers, separated by commas. Default: all. */
      keys: z.string().max(500).optional(),
    }),
    item: externalConfig,
  }),
  status: route({
    method: "GET",
    path: "/v4/integration/",
    summary: "List integrations with their status",
    description: "Every provider, connected or not. An addition to the list above.",
    caller: "account",
    privilege: null,
    item: externalStatus,
  }),
  save: route({
    method: "POST",
    path,
    summary: "Save a value of an integration",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({
      provider,
      key: z.string().min(1, "Key is required").max(40),
      encryptedValue: text.optional(),
      /** A metadata file can be longer than other values. */
      value: z.string().max(metadataMax, `Metadata must have at most ${metadataMax} characters`).optional(),
    }),
    item: externalConfig,
  }),
  remove: route({
    method: "DELETE",
    path: `${path}/:provider`,
    summary: "Delete an integration",
    description: "With all its values.",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ provider }),
    item: done,
  }),
  test: route({
    method: "POST",
    path: `${path}/:provider/test`,
    summary: "Test the saved key of an integration",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ provider }),
    item: z.object({ ok: z.boolean(), words: z.string() }),
    leased: "The audit log lists every finished test. A test changes nothing.",
  }),
};
