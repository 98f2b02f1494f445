import type { Envelope } from "@trunkline/contract/envelope.ts";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database, Query } from "../store/database.ts";
import type { KeyedRequest } from "../store/idempotency.ts";
import { conflict, Problem } from "./problem.ts";

/** A request and its operation. */
export interface Keyable {
  request: FastifyRequest;
  reply: FastifyReply;
  route: AnyRoute;
  /** The operation name, such as campaign.create. */
  name: string;
  account: string | null;
  db: Database;
  wakeUp(): void;
}

/** The idempotency context of a handler. */
interface Means {
  db: Database;
  wakeUp(): void;
  key: RequestKey;
}

/** The Idempotency-Key of a request whose effect is not one transaction. Without a key, both methods do nothing. */
export interface RequestKey {
  /** Must be called before any effect outside this database. After that a repeat is not performed again. */
  acts(): Promise<void>;
  /** Saves the answer in the transaction that writes the effect. */
  settle(q: Query, payload: unknown[]): Promise<void>;
}

/** Saves the payload as the answer under the request's key. */
export async function settled<T extends unknown[]>(q: Query, { key }: { key: RequestKey }, payload: T): Promise<T> {
  await key.settle(q, payload);
  return payload;
}

export type Sent = Envelope<unknown> | null;
export type Perform = (means: Means) => Promise<Sent>;

/** A refusal is saved as the answer. An internal error is thrown and rolls everything back. */
export async function performed(perform: () => Promise<Sent>): Promise<{ sent: Sent } | { refused: Problem }> {
  try {
    return { sent: await perform() };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refused: error };
    throw error;
  }
}

/** The saved answer for a repeat. Null if it contained a secret. */
export function answerOf(done: { sent: Sent } | { refused: Problem }, route: AnyRoute): string | null {
  if ("sent" in done) return route.secretAnswer ? null : JSON.stringify(done.sent);
  const failed: Envelope<unknown> = { status: false, payload: [], error: done.refused.errors };
  return JSON.stringify(failed);
}

/** Answers a request whose key was already used. */
export function repeat(used: KeyedRequest, hash: string, { reply, route }: Pick<Keyable, "reply" | "route">): Sent {
  if (used.requestHash !== hash)
    throw conflict(
      "This Idempotency-Key was already used for another request",
      "header.idempotency-key",
      "idempotency_key_used",
    );
  if (used.running) throw stillRunning(reply);
  if (used.status === null)
    throw conflict(
      `The first request with this Idempotency-Key was interrupted, so its outcome is unknown. ${route.leased ?? "Check whether it took effect."} If it did not, send it again with a new key.`,
      "header.idempotency-key",
      "idempotency_outcome_unknown",
    );
  if (used.answer === null)
    throw conflict(
      "This request was already completed. Its answer contained a secret that is shown only once",
      "header.idempotency-key",
      "idempotency_secret",
    );
  reply.status(used.status).header("idempotency-replayed", "true");
  return JSON.parse(used.answer) as Envelope<unknown>;
}

/** The first request is still running. */
export function stillRunning(reply: FastifyReply): Problem {
  reply.header("retry-after", 5);
  return conflict(
    "The first request with this Idempotency-Key is still running. Send it again in a few seconds",
    "header.idempotency-key",
    "idempotency_in_progress",
  );
}
