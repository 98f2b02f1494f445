import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { ApiError } from "@trunkline/contract/envelope.ts";
import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll } from "vitest";
import { makeApiKey } from "../src/accounts/makeApiKey.ts";
import { readConfig } from "../src/config/config.ts";
import type { Api } from "../src/http/handle.ts";
import { buildServer, type ServerParts } from "../src/program/server.ts";
import type { Database } from "../src/store/database.ts";
import { insertAccount } from "../src/store/identity/account.ts";
import { insertMembership } from "../src/store/identity/membership.ts";
import { insertUser } from "../src/store/identity/user.ts";
import { noteSecrets, noteSecretsOf, suiteLog } from "./suiteLogs.ts";

/** The password of every user that the tests make. */
export const testPassword = "a long test password";
/** As little work as the library allows: hundreds of sign-ins check it. */
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** One answered call. */
export interface Answered {
  status: number;
  body: {
    status: boolean;
    payload: Record<string, unknown>[];
    error: ApiError[];
    next?: string | null;
    total?: number;
  };
  headers: LightMyRequestResponse["headers"];
  /** The session cookie that the answer set, as a request sends it. */
  cookie: string | undefined;
}

const nothing: Answered["body"] = { status: false, payload: [], error: [] };

/** What a test sends. */
export interface Sent {
  as?: { key?: string; cookie?: string };
  body?: unknown;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

export interface TestServer {
  api: Api;
  call(method: string, url: string, sent?: Sent): Promise<Answered>;
  /** A new account with an API key of its owner. */
  account(name?: string): Promise<{ account: string; key: string }>;
  /** A key of an account with these rights. */
  key(account: string, role: Role, privileges?: Privilege[]): Promise<string>;
  /** A user of an account, signed in. */
  user(
    account: string,
    role: Role,
    privileges?: Privilege[],
  ): Promise<{ userId: string; email: string; cookie: string }>;
}

/** Tests call more often than people do. */
const unlimited = { TRUNKLINE_CALLS_PER_MINUTE: "1000000", TRUNKLINE_SIGN_INS_PER_MINUTE: "1000000" };

/** A server over the test's database, called without a port. Answers that the contract does not describe are errors. */
export async function testServer(db: Database, parts: Partial<ServerParts> = {}): Promise<TestServer> {
  // nothing leaves the machine: the provider is an unused port
  const TRUNKLINE_SENDGRID_URL = "http://127.0.0.1:9";
  const config = readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_SENDGRID_URL, ...unlimited });
  const api = await buildServer({
    db,
    config,
    log: suiteLog(),
    masterKey: randomBytes(32),
    pagesFolder: "/nonexistent",
    checkAnswers: true,
    ...parts,
  });
  afterAll(() => api.app.close());
  const call: TestServer["call"] = async (method, url, sent = {}) => {
    noteSecretsOf(sent.body);
    const answer = await api.app.inject(request(method, url, sent));
    const set = answer.cookies[0];
    noteSecrets([set?.value]);
    const body = answer.headers["content-type"]?.toString().startsWith("application/json")
      ? answer.json<Answered["body"]>()
      : nothing;
    noteSecretsOf(body);
    return {
      status: answer.statusCode,
      body,
      headers: answer.headers,
      cookie: set && `${set.name}=${set.value}`,
    };
  };
  return {
    api,
    call,
    account: async (name = "Account") => {
      const account = await db.global((q) => insertAccount(q, { name }));
      return { account, key: await keyOf(api, account, "owner", []) };
    },
    key: (account, role, privileges = []) => keyOf(api, account, role, privileges),
    user: async (account, role, privileges = []) => {
      const email = `user-${randomBytes(6).toString("hex")}@example.com`;
      const userId = await db.global(async (q) => {
        const made = (await insertUser(q, { email, name: "Test User", passwordHash: await passwordHash }))!;
        await insertMembership(q, account, made, { role, privileges });
        return made;
      });
      const { cookie } = await call("POST", "/auth/sign-in", { body: { email, password: testPassword } });
      if (!cookie) throw new Error("sign-in set no cookie");
      return { userId, email, cookie };
    },
  };
}

async function keyOf(api: Api, account: string, role: Role, privileges: Privilege[]): Promise<string> {
  const { key } = await api.db.global((q) => makeApiKey(q, api.tokens, account, { name: role, role, privileges }));
  noteSecrets([key]);
  return key;
}

function request(method: string, url: string, { as, body, headers, payload }: Sent): InjectOptions {
  return {
    method: method as "GET",
    url,
    headers: {
      ...(as?.key ? { authorization: `Bearer ${as.key}` } : {}),
      ...(as?.cookie ? { cookie: as.cookie } : {}),
      ...(body !== undefined ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body !== undefined ? { payload: JSON.stringify(body) } : payload !== undefined ? { payload } : {}),
  };
}
