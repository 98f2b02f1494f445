import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tokens } from "../secrets/tokens.ts";
import type { Database, Query } from "../store/database.ts";
import { countAttempt, removeAttempts } from "../store/identity/attempt.ts";
import { isSignedInAt } from "../store/identity/session.ts";
import { tooMany } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";

/** Limits password and token attempts. Each method refuses with 429 and Retry-After above its limit. */
export interface TryLimits {
  /** Counts by address and name, and by address alone, in this process. */
  count(request: FastifyRequest, name: string): Promise<void>;
  /**
   * Counts a password attempt before it is checked: like `count`, and by e-mail in the database, which limits all addresses and processes together. Other people's attempts do not lock out a user who is already signed in.
   */
  countPassword(request: FastifyRequest, email: string): Promise<void>;
  /** Counts a request for a mail to an address, whether or not it belongs to a user. */
  countMail(request: FastifyRequest, email: string): Promise<void>;
  /** Resets the count after a correct or changed password. */
  forgetAttempts(q: Query, email: string): Promise<void>;
}

/** One address may be a whole office, so it may try several names. */
const manyNames = 6;
/** Attempts for one e-mail in the window, as a multiple of the limit per address. */
const passwords = { times: 5, windowSeconds: 15 * 60 };
const mails = { most: 3, windowSeconds: 60 * 60 };

/** Dependencies of the limits. */
interface Parts {
  app: FastifyInstance;
  config: HttpConfig;
  db: Database;
  tokens: Tokens;
}

/** Creates the limits of a server. */
export function makeTryLimits({ app, config, db, tokens }: Parts): TryLimits {
  const names = new WeakMap<FastifyRequest, string>();
  const byName = app.createRateLimit({
    max: config.signInsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.ip} ${names.get(request)}`,
  });
  const byAddress = app.createRateLimit({
    max: config.signInsPerMinute * manyNames,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
  });
  const hashOf = (kind: "password" | "mail", email: string) => tokens.hash("attempt", `${kind}:${email.toLowerCase()}`);
  const count = async (request: FastifyRequest, name: string) => {
    names.set(request, name.toLowerCase());
    for (const limit of [await byName(request), await byAddress(request)])
      if (!limit.isAllowed && limit.isExceeded) throw tooManyAttempts(limit.ttlInSeconds);
  };
  return {
    count,
    async countPassword(request, email) {
      await count(request, email);
      const { windowSeconds } = passwords;
      const most = config.signInsPerMinute * passwords.times;
      const { attempts, secondsLeft } = await db.global((q) =>
        countAttempt(q, hashOf("password", email), windowSeconds),
      );
      if (attempts > most && !(await isAtHome(request, email))) throw tooManyAttempts(secondsLeft);
    },
    async countMail(request, email) {
      await count(request, `mail ${email}`);
      const { attempts, secondsLeft } = await db.global((q) =>
        countAttempt(q, hashOf("mail", email), mails.windowSeconds),
      );
      if (attempts > mails.most)
        throw tooMany(`Too many requests for this address. Try again in ${inWords(secondsLeft)}`, secondsLeft);
    },
    async forgetAttempts(q, email) {
      await removeAttempts(q, hashOf("password", email));
    },
  };

  /** Behind an untrusted proxy, every request has the proxy's address, which does not identify the user. */
  async function isAtHome(request: FastifyRequest, email: string): Promise<boolean> {
    const isForwarded = request.headers["x-forwarded-for"] !== undefined && config.trustedProxies.length === 0;
    return !isForwarded && (await db.global((q) => isSignedInAt(q, email, request.ip)));
  }
}

const tooManyAttempts = (seconds: number) => tooMany(`Too many attempts. Try again in ${inWords(seconds)}`, seconds);

const inWords = (seconds: number): string =>
  seconds < 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`;
