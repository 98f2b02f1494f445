import type { Envelope } from "@trunkline/contract/envelope.ts";
import { CommitUnknown } from "../store/database.ts";
import {
  type KeyClaim,
  leaseKey,
  leaseSeconds,
  noteActed,
  releaseKey,
  renewLease,
  saveAnswer,
} from "../store/idempotency.ts";
import { answerOf, type Keyable, type Perform, performed, type RequestKey, repeat, type Sent } from "./keyedRequest.ts";
import { conflict, Problem } from "./problem.ts";

/**
 * Performs a request that acts outside one transaction of this database. Its key is held by a lease that the process
 * renews: when the process dies, the lease ends, and a repeat is performed again or answers that the outcome is unknown.
 */
export async function runLeased(keyable: Keyable, account: string, claim: KeyClaim, perform: Perform): Promise<Sent> {
  const { db, wakeUp, reply, route } = keyable;
  const claimed = await db.tx([account], (q) => leaseKey(q, account, claim));
  if ("used" in claimed) return repeat(claimed.used, claim.requestHash, keyable);
  const lease = { key: claim.key, holder: claimed.holder };
  const timer = setInterval(
    // a renewal that fails is made up for by the next one
    () => void db.tx([account], (q) => renewLease(q, account, lease.key, lease.holder)).catch(() => {}),
    (leaseSeconds * 1000) / 4,
  );
  timer.unref();
  const key: RequestKey = {
    acts: async () => {
      if (!(await db.tx([account], (q) => noteActed(q, account, lease.key, lease.holder)))) throw lostLease();
    },
    settle: async (q, payload) => {
      const sent: Envelope<unknown> = { status: true, payload, error: [] };
      const answer = { status: reply.statusCode, answer: answerOf({ sent }, route) };
      if (!(await saveAnswer(q, account, lease, answer))) throw lostLease();
    },
  };
  try {
    const done = await performed(() => perform({ db, wakeUp, key }));
    const status = "refused" in done ? done.refused.status : reply.statusCode;
    await db.tx([account], (q) => saveAnswer(q, account, lease, { status, answer: answerOf(done, route) }));
    if ("refused" in done) throw done.refused;
    return done.sent;
  } catch (error) {
    // what may have been committed stays under its key; all else may be tried again
    if (!(error instanceof CommitUnknown) && !isRefusal(error))
      // where this fails the lease ends by itself
      await db.tx([account], (q) => releaseKey(q, account, lease.key, lease.holder)).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Problem && error.status < 500;

const lostLease = () =>
  conflict(
    "This request took so long that a repeat with the same Idempotency-Key has been started",
    "header.idempotency-key",
    "idempotency_lease_lost",
  );
