import { appendFileSync, copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Logger, pino } from "pino";

/** The variable that names the folder in which a whole run of the tests keeps its logs, and the secrets that it used. */
export const suiteLogsVariable = "TRUNKLINE_TEST_LOGS";

const pathOf = (name: string): string | null => {
  const folder = process.env[suiteLogsVariable];
  return folder === undefined ? null : join(folder, name);
};

/** Adds to a log of the run, to be searched at its end. */
export function captureLog(name: string, text: string | Buffer): void {
  const path = pathOf(`${name}.log`);
  if (path !== null) appendFileSync(path, text);
}

/** Keeps the log of a database that is about to go. */
export function captureDatabaseLog(folder: string, name: string): void {
  const [from, to] = [join(folder, "postgres.log"), pathOf(`${name}.log`)];
  if (to !== null && existsSync(from)) copyFileSync(from, to);
}

let logger: Logger | undefined;

/** What a server or worker of a test logs with: nothing unless a whole run keeps its logs, and then everything. */
export function suiteLog(): Logger {
  const dest = pathOf(`process-${process.pid}.log`);
  logger ??=
    dest === null ? pino({ level: "silent" }) : pino({ level: "trace" }, pino.destination({ dest, sync: true }));
  return logger;
}

/** An error of a worker, as the terminal shows it and the run keeps it. */
export const logError = (fields: unknown, text: string): void => {
  suiteLog().error({ fields: inspect(fields, { depth: 6 }) }, text);
  console.error(text, fields);
};

/** Shorter ones stand in any text by chance. */
const shortest = 12;
const noted = new Set<string>();

/** Writes down secrets that a test uses: at the end of the run none of them may stand in a log. */
export function noteSecrets(secrets: readonly unknown[]): void {
  const path = pathOf(`process-${process.pid}.secrets`);
  if (path === null) return;
  const fresh = secrets.filter(
    (one): one is string => typeof one === "string" && one.length >= shortest && !noted.has(one),
  );
  for (const one of fresh) noted.add(one);
  if (fresh.length > 0) appendFileSync(path, fresh.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** Members of requests and answers whose texts are secrets, whatever they are in. */
const secretNames = new Set([
  ...["password", "newPassword", "oldPassword", "currentPassword", "encryptedValue", "signingSecret"],
  ...["newSigningSecret", "secret", "challenge", "recoveryCodes", "authHeaders", "setupToken", "token"],
]);

/** Writes down the secrets of a body, sent or answered. */
export function noteSecretsOf(body: unknown): void {
  if (process.env[suiteLogsVariable] !== undefined) noteSecrets(secretsOf(body));
}

function secretsOf(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (secretNames.has(name)) return leavesOf(value);
    if (typeof value === "string") {
      if (name === "invitationUrl") return [value.split("/").at(-1)];
      if (name === "resetUrl") return [value.split("#").at(-1)];
      // an API key as it is made
      return name === "key" && value.startsWith("tl_") ? [value] : [];
    }
    return secretsOf(value);
  });
}

const leavesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

/** A header "name=value; …" that sets or brings a session. */
export const noteCookie = (cookie: string | undefined): void =>
  noteSecrets([cookie?.split(";")[0]?.split("=").slice(1).join("=")]);
