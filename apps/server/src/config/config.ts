import { resolve } from "node:path";
import type { TcrKeys } from "@trunkline/carriers/registry/tcr/tcrWire.ts";
import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import { z } from "zod";
import { defaultFileLimits, type FileLimits } from "../csv/fileLimits.ts";
import { defaultEmailUrls, type EmailUrls } from "../email/emailProviders.ts";
import { type MailSettings, mailFrom, mailUrl } from "../mail/mailSettings.ts";
import type { ModelConfig } from "../models/openModel.ts";
import type { SpeechConfig } from "../models/openSpeech.ts";
import { Refusal } from "../refusal.ts";
import type { ClaimDialect } from "../store/database.ts";
import type { TracesConfig } from "../tracing/traces.ts";
import { chooseClaimConnections, mostClaimConnections } from "./claimConnections.ts";
import { isLoopback } from "./isLoopback.ts";

/** The parts of the program that this process runs. */
type Role = "all" | "api" | "worker";

/** All settings, from the environment or from flags. */
export interface Config {
  role: Role;
  host: string;
  port: number;
  /** The directory of the embedded database and the local key. */
  dataDir: string;
  /** A PostgreSQL server to use instead of the embedded one. */
  databaseUrl: string | undefined;
  /** True starts an embedded database without the demo account. */
  empty: boolean;
  /** A demo account starts with three weeks of history. */
  demoHistory: boolean;
  /** The public address, without a trailing slash. */
  publicUrl: string;
  masterKey: string | undefined;
  /** Previous master keys. They decrypt old secrets and never encrypt new ones. */
  olderMasterKeys: string[];
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Becomes an API key of the first account at first start. */
  apiKey: string | undefined;
  /** The token of operator requests. Undefined: operator requests are off. */
  operatorToken: string | undefined;
  /** Private addresses that the egress client may reach: host, host:port or network. */
  egressAllow: string[];
  /** Requests per minute for one API key, session or address. Each process counts separately. */
  callsPerMinute: number;
  /** Password attempts per minute from one address for one e-mail. */
  signInsPerMinute: number;
  /** Size limits of a file of contacts or do-not-contact numbers. */
  importLimits: FileLimits;
  /** Reverse proxies, by address or network, that are trusted to report the client's address. */
  trustedProxies: string[];
  logLevel: LogLevel;
  /** Statements of the database that take so many milliseconds are logged. */
  slowStatementMs: number;
  /** Where OpenTelemetry traces go. Null: nowhere. */
  traces: TracesConfig | null;
  /** How claims are made. Undefined: a probe of the server decides. */
  claims: ClaimDialect | undefined;
  /** Connections of a worker that claim journeys. */
  claimConnections: number;
  /** The language model. A demo uses the local one. */
  model: ModelConfig;
  /** What transcribes voicemails. A demo uses the local one. */
  speech: SpeechConfig;
  /** The addresses of the e-mail providers. */
  emailUrls: EmailUrls;
  /** The lookup service for phone numbers, or null. */
  lookup: LookupKeys | null;
  /** The Campaign Registry. Null: the embedded registry is used. */
  registry: TcrKeys | null;
  /** The operator's mail server. Null: mail is not set up. */
  mail: MailSettings | null;
}

type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "silent";

/** Settings with a command line flag. Flags override the environment. */
export interface Flags {
  port?: string;
  host?: string;
  dataDir?: string;
  role?: string;
  empty?: boolean;
}

const port = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

const bytes = z
  .string()
  .regex(/^[1-9]\d{0,12}$/)
  .transform(Number);

/** Each setting with its flag, its check and the requirement quoted in error messages. */
const settings = {
  PORT: { flag: "--port", schema: port, must: "be a port, a whole number from 0 to 65535" },
  HOST: { flag: "--host", schema: z.string().min(1), must: "be a host name or address to listen on" },
  TRUNKLINE_DATA_DIR: { flag: "--data-dir", schema: z.string().min(1), must: "name a folder" },
  TRUNKLINE_ROLE: { flag: "--role", schema: z.enum(["all", "api", "worker"]), must: "be api, worker or all" },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    must: "be the address of a PostgreSQL server, such as postgres://user:password@host:5432/trunkline",
  },
  TRUNKLINE_DEMO_HISTORY: { schema: z.enum(["on", "off"]), must: "be on or off" },
  TRUNKLINE_PUBLIC_URL: { schema: httpUrl, must: "be a web address, such as https://trunkline.example.com" },
  TRUNKLINE_MASTER_KEY: {
    schema: z.string().regex(/^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i),
    must: "be 32 random bytes in base64 or hex, as `openssl rand -base64 32` makes them",
    secret: true,
  },
  TRUNKLINE_MASTER_KEY_OLD: {
    schema: z
      .string()
      .regex(/^\s*([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)(\s*,\s*([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?))*\s*$/i),
    must: "be previous master keys, separated by commas",
    secret: true,
  },
  TRUNKLINE_ADMIN_EMAIL: { schema: z.email(), must: "be an e-mail address" },
  TRUNKLINE_ADMIN_PASSWORD: { schema: z.string().min(10), must: "have at least 10 characters", secret: true },
  TRUNKLINE_API_KEY: { schema: z.string().min(24), must: "have at least 24 characters", secret: true },
  TRUNKLINE_OPERATOR_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{32,500}$/),
    must: "have at least 32 characters without spaces, as `openssl rand -hex 32` makes them",
    secret: true,
  },
  TRUNKLINE_EGRESS_ALLOW: { schema: z.string(), must: "be hosts, host:port or networks, separated by commas" },
  TRUNKLINE_CALLS_PER_MINUTE: { schema: count, must: "be a whole number of at least 1" },
  TRUNKLINE_SIGN_INS_PER_MINUTE: { schema: count, must: "be a whole number of at least 1" },
  TRUNKLINE_IMPORT_MAX_BYTES: { schema: bytes, must: "be a number of bytes, such as 2147483648" },
  TRUNKLINE_IMPORT_MAX_ROWS: { schema: count, must: "be a whole number of at least 1" },
  TRUNKLINE_TRUSTED_PROXIES: { schema: z.string(), must: "be addresses or networks, separated by commas" },
  TRUNKLINE_MODEL: {
    schema: z.enum(["openai", "anthropic", "local", "none"]),
    must: "be openai, anthropic, local or none",
  },
  TRUNKLINE_MODEL_URL: {
    schema: httpUrl,
    must: "be the address of the model's API, such as https://api.openai.com/v1",
  },
  TRUNKLINE_MODEL_KEY: { schema: z.string().min(1), must: "be the key of the model's API", secret: true },
  TRUNKLINE_MODEL_NAME: { schema: z.string().min(1), must: "name the model" },
  TRUNKLINE_SPEECH: { schema: z.enum(["openai", "local", "none"]), must: "be openai, local or none" },
  TRUNKLINE_SPEECH_URL: {
    schema: httpUrl,
    must: "be the address of the speech service's API, such as https://api.openai.com/v1",
  },
  TRUNKLINE_SPEECH_KEY: { schema: z.string().min(1), must: "be the key of the speech service's API", secret: true },
  TRUNKLINE_SPEECH_NAME: { schema: z.string().min(1), must: "name the speech model" },
  TRUNKLINE_HUBSPOT_URL: { schema: httpUrl, must: "be a web address" },
  TRUNKLINE_MAILGUN_URL: { schema: httpUrl, must: "be a web address, such as https://api.eu.mailgun.net" },
  TRUNKLINE_SENDGRID_URL: { schema: httpUrl, must: "be a web address, such as https://api.eu.sendgrid.com" },
  TRUNKLINE_LOOKUP_URL: { schema: httpUrl, must: "be a web address, such as https://lookups.twilio.com" },
  TRUNKLINE_LOOKUP_SID: { schema: z.string().min(1), must: "be the account of the lookup service" },
  TRUNKLINE_LOOKUP_TOKEN: { schema: z.string().min(1), must: "be the token of the lookup service", secret: true },
  TRUNKLINE_REGISTRY_URL: {
    schema: httpUrl,
    must: "be a web address with the version, such as https://csp-api.campaignregistry.com/v2",
  },
  TRUNKLINE_REGISTRY_KEY: { schema: z.string().min(1), must: "be the API key of The Campaign Registry", secret: true },
  TRUNKLINE_REGISTRY_SECRET: { schema: z.string().min(1), must: "be the secret of that API key", secret: true },
  TRUNKLINE_REGISTRY_UPSTREAM: {
    schema: z.string().regex(/^S[A-Z0-9]{6}$/),
    must: "be the registry's id of your connectivity partner, S and six letters or digits",
  },
  TRUNKLINE_REGISTRY_VETTING: { schema: z.string().min(1), must: "be the registry's id of a vetting provider" },
  TRUNKLINE_MAIL_URL: {
    schema: mailUrl,
    must: "be the address of a mail server, such as smtps://user:password@mail.example.com:465 (percent-encode special characters in the password)",
    secret: true,
  },
  TRUNKLINE_MAIL_FROM: {
    schema: mailFrom,
    must: 'be an e-mail address, or a name with one, such as "Trunkline <trunkline@example.com>"',
  },
  TRUNKLINE_CLAIM: { schema: z.enum(["together", "byAccount"]), must: "be together or byAccount" },
  TRUNKLINE_CLAIM_CONNECTIONS: {
    schema: count.refine((value) => value <= mostClaimConnections),
    must: `be a whole number from 1 to ${mostClaimConnections}`,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl,
    must: "be the address of an OpenTelemetry collector for OTLP over HTTP, such as http://127.0.0.1:4318",
  },
  OTEL_SERVICE_NAME: { schema: z.string().min(1), must: "name the service" },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0|1|0?\.\d+)$/)
      .transform(Number),
    must: "be a share from 0 to 1, such as 0.01",
  },
  TRUNKLINE_SLOW_STATEMENT_MS: { schema: count, must: "be a number of milliseconds, at least 1" },
  TRUNKLINE_LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]),
    must: "be fatal, error, warn, info, debug or silent",
  },
} as const satisfies Record<string, { flag?: string; schema: z.ZodType; must: string; secret?: true }>;

type Name = keyof typeof settings;

/** The names of all settings. The help and the README must list each one. */
export const settingNames = Object.keys(settings) as Name[];

type Value<N extends Name> = z.output<(typeof settings)[N]["schema"]>;

/** Reads the settings, or refuses with a list of all mistakes, each with its variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, flags: Flags = {}): Config {
  const mistakes: string[] = [];
  const read = <N extends Name>(name: N, flag?: string): Value<N> | undefined => {
    // An empty variable counts as unset, because compose files and CI leave variables empty.
    const text = flag ?? (env[name] || undefined);
    if (text === undefined) return undefined;
    const result = settings[name].schema.safeParse(text);
    if (result.success) return result.data as Value<N>;
    mistakes.push(describeMistake(name, text, flag !== undefined));
    return undefined;
  };
  const databaseUrl = read("DATABASE_URL");
  const host = read("HOST", flags.host) ?? "127.0.0.1";
  const listenPort = read("PORT", flags.port) ?? 4400;
  const isDemo = databaseUrl === undefined && !flags.empty && isLoopback(host);
  const config: Config = {
    role: read("TRUNKLINE_ROLE", flags.role) ?? "all",
    host,
    port: listenPort,
    dataDir: resolve(read("TRUNKLINE_DATA_DIR", flags.dataDir) ?? ".trunkline"),
    databaseUrl,
    empty: flags.empty ?? false,
    demoHistory: read("TRUNKLINE_DEMO_HISTORY") !== "off",
    publicUrl:
      read("TRUNKLINE_PUBLIC_URL") ?? `http://${isAnyAddress(host) ? "127.0.0.1" : bracketed(host)}:${listenPort}`,
    masterKey: read("TRUNKLINE_MASTER_KEY"),
    olderMasterKeys: splitList(read("TRUNKLINE_MASTER_KEY_OLD")),
    adminEmail: read("TRUNKLINE_ADMIN_EMAIL"),
    adminPassword: read("TRUNKLINE_ADMIN_PASSWORD"),
    apiKey: read("TRUNKLINE_API_KEY"),
    operatorToken: read("TRUNKLINE_OPERATOR_TOKEN"),
    egressAllow: splitList(read("TRUNKLINE_EGRESS_ALLOW")),
    callsPerMinute: read("TRUNKLINE_CALLS_PER_MINUTE") ?? 1200,
    signInsPerMinute: read("TRUNKLINE_SIGN_INS_PER_MINUTE") ?? 10,
    importLimits: {
      fileBytes: read("TRUNKLINE_IMPORT_MAX_BYTES") ?? defaultFileLimits.fileBytes,
      rows: read("TRUNKLINE_IMPORT_MAX_ROWS") ?? defaultFileLimits.rows,
    },
    trustedProxies: splitList(read("TRUNKLINE_TRUSTED_PROXIES")),
    claims: read("TRUNKLINE_CLAIM"),
    claimConnections: read("TRUNKLINE_CLAIM_CONNECTIONS") ?? chooseClaimConnections(databaseUrl),
    logLevel: read("TRUNKLINE_LOG_LEVEL") ?? (databaseUrl ? "info" : "warn"),
    traces: readTraces(read),
    slowStatementMs: read("TRUNKLINE_SLOW_STATEMENT_MS") ?? 1_000,
    model: readModel(read, isDemo, mistakes),
    speech: readSpeech(read, isDemo),
    emailUrls: readEmailUrls(read),
    lookup: readLookupKeys(read, mistakes),
    registry: readRegistryKeys(read, mistakes),
    mail: readMail(read, mistakes),
  };
  if ((config.adminEmail === undefined) !== (config.adminPassword === undefined) && mistakes.length === 0)
    mistakes.push("TRUNKLINE_ADMIN_EMAIL and TRUNKLINE_ADMIN_PASSWORD must be set together. Set both or neither.");
  if (mistakes.length > 0) throw new Refusal(mistakes.join("\n"), { exitCode: 2 });
  return config;
}

/** The addresses of the e-mail providers: their own, unless another region or a proxy is set. */
const readEmailUrls = (read: <N extends Name>(name: N) => Value<N> | undefined): EmailUrls => ({
  hubspot: read("TRUNKLINE_HUBSPOT_URL") ?? defaultEmailUrls.hubspot,
  mailgun: read("TRUNKLINE_MAILGUN_URL") ?? defaultEmailUrls.mailgun,
  sendgrid: read("TRUNKLINE_SENDGRID_URL") ?? defaultEmailUrls.sendgrid,
});

const modelUrls = { openai: "https://api.openai.com/v1", anthropic: "https://api.anthropic.com/v1" } as const;

/** The language model that the operator chose. The default is none, or the local model for a demo. */
function readModel(
  read: <N extends Name>(name: N) => Value<N> | undefined,
  isDemo: boolean,
  mistakes: string[],
): ModelConfig {
  const kind = read("TRUNKLINE_MODEL") ?? (isDemo ? "local" : "none");
  const baseUrl = read("TRUNKLINE_MODEL_URL");
  const apiKey = read("TRUNKLINE_MODEL_KEY") ?? "";
  const model = read("TRUNKLINE_MODEL_NAME");
  if (kind === "local" || kind === "none") return { kind };
  if (model === undefined) mistakes.push("TRUNKLINE_MODEL_NAME must name the model when TRUNKLINE_MODEL is set.");
  return { kind, baseUrl: baseUrl ?? modelUrls[kind], apiKey, model: model ?? "" };
}

/** The speech service that the operator chose, for accounts without their own. The default is none, or the local one for a demo. */
function readSpeech(read: <N extends Name>(name: N) => Value<N> | undefined, isDemo: boolean): SpeechConfig {
  const kind = read("TRUNKLINE_SPEECH") ?? (isDemo ? "local" : "none");
  const baseUrl = read("TRUNKLINE_SPEECH_URL") ?? modelUrls.openai;
  const apiKey = read("TRUNKLINE_SPEECH_KEY") ?? "";
  const model = read("TRUNKLINE_SPEECH_NAME") ?? "whisper-1";
  return kind === "openai" ? { kind, baseUrl, apiKey, model } : { kind };
}

/** The lookup service, once its account and token are set. */
function readLookupKeys(
  read: <N extends Name>(name: N) => Value<N> | undefined,
  mistakes: string[],
): LookupKeys | null {
  const baseUrl = read("TRUNKLINE_LOOKUP_URL") ?? "https://lookups.twilio.com";
  const [sid, token] = [read("TRUNKLINE_LOOKUP_SID"), read("TRUNKLINE_LOOKUP_TOKEN")];
  if ((sid === undefined) !== (token === undefined))
    mistakes.push("TRUNKLINE_LOOKUP_SID and TRUNKLINE_LOOKUP_TOKEN must be set together. Set both or neither.");
  return sid === undefined || token === undefined ? null : { baseUrl, sid, token };
}

/** The Campaign Registry, once key, secret and partner are set. Otherwise brands are filed with the embedded registry. */
function readRegistryKeys(read: <N extends Name>(name: N) => Value<N> | undefined, mistakes: string[]): TcrKeys | null {
  const baseUrl = read("TRUNKLINE_REGISTRY_URL") ?? "https://csp-api.campaignregistry.com/v2";
  const vettingProvider = read("TRUNKLINE_REGISTRY_VETTING") ?? "AEGIS";
  const [apiKey, secret] = [read("TRUNKLINE_REGISTRY_KEY"), read("TRUNKLINE_REGISTRY_SECRET")];
  const upstream = read("TRUNKLINE_REGISTRY_UPSTREAM");
  const given = [apiKey, secret, upstream].filter((one) => one !== undefined).length;
  if (given > 0 && given < 3)
    mistakes.push(
      "TRUNKLINE_REGISTRY_KEY, TRUNKLINE_REGISTRY_SECRET and TRUNKLINE_REGISTRY_UPSTREAM must be set together. Set all or none.",
    );
  if (apiKey === undefined || secret === undefined || upstream === undefined) return null;
  return { baseUrl, apiKey, secret, upstream, vettingProvider };
}

/** A hundredth of the work is enough to see where time goes, and little enough for runs of millions. */
const defaultTraceShare = 0.01;

/** Where traces go, once a collector is set. */
function readTraces(read: <N extends Name>(name: N) => Value<N> | undefined): TracesConfig | null {
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT");
  const serviceName = read("OTEL_SERVICE_NAME") ?? "trunkline";
  const share = read("OTEL_TRACES_SAMPLER_ARG") ?? defaultTraceShare;
  return endpoint === undefined ? null : { endpoint, serviceName, share };
}

/** The operator's mail server, once it and its sender are set. */
function readMail(read: <N extends Name>(name: N) => Value<N> | undefined, mistakes: string[]): MailSettings | null {
  const before = mistakes.length;
  const [server, from] = [read("TRUNKLINE_MAIL_URL"), read("TRUNKLINE_MAIL_FROM")];
  // A value that cannot be read has already been reported.
  if ((server === undefined) !== (from === undefined) && mistakes.length === before)
    mistakes.push("TRUNKLINE_MAIL_URL and TRUNKLINE_MAIL_FROM must be set together. Set both or neither.");
  return server === undefined || from === undefined ? null : { ...server, from };
}

/** The configuration with the port that the system assigned for port 0. */
export function withPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

function describeMistake(name: Name, text: string, byFlag: boolean): string {
  const setting: { flag?: string; must: string; secret?: true } = settings[name];
  const label = byFlag && setting.flag ? setting.flag : name;
  const shown = setting.secret || name === "DATABASE_URL" ? "" : ` (it is "${text}")`;
  return `${label} must ${setting.must}${shown}.`;
}

function isAnyAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function splitList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
