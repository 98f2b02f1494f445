import { createHash } from "node:crypto";
import type { Envelope } from "@trunkline/contract/envelope.ts";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../store/database.ts";
import { freeKey, keepAnswer, takeKey } from "../store/idempotency.ts";
import { conflict, invalid, Problem } from "./problem.ts";

interface Once {
  request: FastifyRequest;
  reply: FastifyReply;
  route: AnyRoute;
  account: string | null;
  db: Database;
}

type Sent = Envelope<unknown> | null;

/** Runs a write once per `Idempotency-Key`: a repeat gets the first answer again, for 24 hours. */
export async function once({ request, reply, route, account, db }: Once, run: () => Promise<Sent>): Promise<Sent> {
  const key = request.headers["idempotency-key"];
  if (route.method === "GET" || account === null || key === undefined) return run();
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid("Idempotency-Key must have 1 to 200 visible characters", "header.idempotency-key");
  const hash = hashOf(request, route);
  const kept = await db.tx([account], (q) => takeKey(q, account, key, hash));
  if (kept) return repeat(kept, hash, reply);
  try {
    const sent = await run();
    const answer = route.secretAnswer ? null : JSON.stringify(sent);
    await db.tx([account], (q) => keepAnswer(q, account, key, reply.statusCode, answer));
    return sent;
  } catch (error) {
    await settle(error, account, key, db);
    throw error;
  }
}

/** A refusal is an answer and is kept; a failure of ours frees the key. What nobody knows (a broken COMMIT) stays taken, so that nothing is done twice. */
async function settle(error: unknown, account: string, key: string, db: Database): Promise<void> {
  if (error instanceof Problem && error.status < 500) {
    const failed: Envelope<unknown> = { status: false, payload: [], error: error.errors };
    await db.tx([account], (q) => keepAnswer(q, account, key, error.status, JSON.stringify(failed)));
  } else if (!(error instanceof Error && error.name === "CommitUnknown")) {
    await db.tx([account], (q) => freeKey(q, account, key));
  }
}

function repeat(
  kept: { requestHash: string; status: number | null; answer: string | null },
  hash: string,
  reply: FastifyReply,
): Sent {
  if (kept.requestHash !== hash)
    throw conflict(
      "This Idempotency-Key was used for another request",
      "header.idempotency-key",
      "idempotency_key_used",
    );
  if (kept.status === null)
    throw conflict(
      "The first request with this Idempotency-Key is still running, or was cut off: look whether it took effect before you send it again under a new key",
      "header.idempotency-key",
      "idempotency_in_progress",
    );
  if (kept.answer === null)
    throw conflict(
      "This was done already; its answer held a secret that is shown once",
      "header.idempotency-key",
      "idempotency_secret",
    );
  reply.status(kept.status).header("idempotency-replayed", "true");
  return JSON.parse(kept.answer) as Envelope<unknown>;
}

/** What makes two requests the same. A streamed body is known by its length only. */
function hashOf(request: FastifyRequest, route: AnyRoute): string {
  const body = route.rawBody ? (request.headers["content-length"] ?? "") : JSON.stringify(request.body ?? null);
  return createHash("sha256").update(`${request.method} ${request.url}\n${body}`).digest("hex");
}
