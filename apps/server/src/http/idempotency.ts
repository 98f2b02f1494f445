import { createHash } from "node:crypto";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import type { FastifyRequest } from "fastify";
import { claimKey, KeyBusy, type KeyClaim, type KeyedRequest, saveAnswer } from "../store/idempotency.ts";
import { joined } from "../store/joined.ts";
import {
  answerOf,
  type Keyable,
  type Perform,
  performed,
  type RequestKey,
  repeat,
  type Sent,
  stillRunning,
} from "./keyedRequest.ts";
import { runLeased } from "./leasedRequest.ts";
import { invalid, type Problem } from "./problem.ts";

const noKey: RequestKey = { acts: async () => {}, settle: async () => {} };

/**
 * Performs a write once per `Idempotency-Key`. A repeat gets the first answer for 24 hours. Key, effect and answer are one transaction. Operations that also act outside the database (`leased`) hold the key with a lease.
 */
export async function once(keyable: Keyable, perform: Perform): Promise<Sent> {
  const { request, route, account, db, wakeUp } = keyable;
  const key = request.headers["idempotency-key"];
  if (route.method === "GET" || account === null || key === undefined) return perform({ db, wakeUp, key: noKey });
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid("Idempotency-Key must have 1 to 200 printable characters", "header.idempotency-key");
  const claim = { key, requestHash: hashOf(request, route), route: keyable.name };
  return route.leased === undefined
    ? inOneTransaction(keyable, account, claim, perform)
    : runLeased(keyable, account, claim, perform);
}

type Outcome = { used: KeyedRequest } | { sent: Sent } | { refused: Problem };

async function inOneTransaction(keyable: Keyable, account: string, claim: KeyClaim, perform: Perform): Promise<Sent> {
  const { db, wakeUp, reply, route } = keyable;
  let hasWork = false;
  const outcome = await db
    .tx([account], async (q): Promise<Outcome> => {
      hasWork = false;
      const used = await claimKey(q, account, claim);
      if (used !== null) return { used };
      const inside = joined(db, q);
      const means = {
        db: inside,
        key: noKey,
        wakeUp: () => {
          hasWork = true;
        },
      };
      const done = await performed(() => perform(means));
      const status = "refused" in done ? done.refused.status : reply.statusCode;
      await inside.tx([account], (last) =>
        saveAnswer(last, account, { key: claim.key, holder: null }, { status, answer: answerOf(done, route) }),
      );
      return done;
    })
    .catch((error: unknown) => {
      throw error instanceof KeyBusy ? stillRunning(reply) : error;
    });
  // The worker cannot see the work before the commit.
  if (hasWork) wakeUp();
  if ("used" in outcome) return repeat(outcome.used, claim.requestHash, keyable);
  if ("refused" in outcome) throw outcome.refused;
  return outcome.sent;
}

/** Fingerprint of a request. A streamed body counts only with its length. */
function hashOf(request: FastifyRequest, route: AnyRoute): string {
  const body = route.rawBody ? (request.headers["content-length"] ?? "") : JSON.stringify(request.body ?? null);
  return createHash("sha256").update(`${request.method} ${request.url}\n${body}`).digest("hex");
}
