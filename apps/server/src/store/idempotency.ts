import type { Query } from "./database.ts";
import { codeOf } from "./database.ts";
import { newId } from "./newId.ts";

/** What an account did under an Idempotency-Key. */
export interface KeyedRequest {
  requestHash: string;
  /** The name of the operation, such as campaign.create; null in rows of older programs. */
  route: string | null;
  /** Null while the first request runs, or when it was cut off. */
  status: number | null;
  /** Null where the answer held a secret that is shown once. */
  answer: string | null;
  created: Date;
  /** True while the process that runs the request renews its lease. */
  running: boolean;
  leaseUntil: Date | null;
  /** The request may have taken effect outside the transaction that saves its answer. */
  acted: boolean;
}

/** How long a request keeps its key without renewing it. */
export const leaseSeconds = 60;
/** How long a repeat waits for the first request's transaction before it is answered that it still runs. */
const waitSeconds = 2;

const lockNotAvailable = "55P03";

/** The key is held by the transaction of a request that has not ended. */
export class KeyBusy extends Error {
  override name = "KeyBusy";
}

export interface KeyClaim {
  key: string;
  requestHash: string;
  route: string;
}

/**
 * Claims a key inside the transaction that also holds the request's effect and answer. Null: the key is ours until the
 * transaction ends; else the request that used it. Throws KeyBusy while another transaction holds it.
 */
export async function claimKey(q: Query, account: string, claim: KeyClaim): Promise<KeyedRequest | null> {
  await q.run(`set local lock_timeout = '${waitSeconds}s'`);
  try {
    const found = await insertKey(q, account, claim, null);
    await q.run("set local lock_timeout to default");
    return found;
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) throw new KeyBusy("Another transaction holds this key", { cause: error });
    throw error;
  }
}

/** A claim by lease: either ours, with the holder that renews it, or the request that used the key. */
export type LeasedClaim = { holder: string } | { used: KeyedRequest };

/** Claims a key by a lease, in a transaction of its own. A request that was cut off before it acted is claimed again. */
export async function leaseKey(q: Query, account: string, claim: KeyClaim): Promise<LeasedClaim> {
  const holder = newId();
  const used = await insertKey(q, account, claim, holder);
  if (used === null) return { holder };
  const isCutOff = used.status === null && !used.running && !used.acted && used.requestHash === claim.requestHash;
  if (!isCutOff) return { used };
  const claimed = await q.run(
    `update idempotency set holder = $3, lease_until = now() + make_interval(secs => ${leaseSeconds})
     where account_id = $1 and key = $2 and status is null and not acted and lease_until <= now()`,
    [account, claim.key, holder],
  );
  return claimed ? { holder } : { used: { ...used, running: true } };
}

/** Answers kept longer than this are forgotten; the purge removes what is not asked for again. */
const keptFor = "interval '24 hours'";

async function insertKey(
  q: Query,
  account: string,
  { key, requestHash, route }: KeyClaim,
  holder: string | null,
): Promise<KeyedRequest | null> {
  await q.run(`delete from idempotency where account_id = $1 and key = $2 and created < now() - ${keptFor}`, [
    account,
    key,
  ]);
  const inserted = await q.run(
    `insert into idempotency (account_id, key, request_hash, route, holder, lease_until, acted)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => ${leaseSeconds}), false) on conflict do nothing`,
    [account, key, requestHash, route, holder],
  );
  if (inserted) return null;
  const found = await findKeyedRequest(q, account, key);
  if (found === null) throw new KeyBusy("The key was released while it was read");
  return found;
}

/** What was done under a key in the last 24 hours. */
export const findKeyedRequest = (q: Query, account: string, key: string): Promise<KeyedRequest | null> =>
  q.one<KeyedRequest>(
    `select request_hash "requestHash", route, status, answer, created, lease_until "leaseUntil", acted,
            status is null and lease_until is not null and lease_until > now() running
     from idempotency where account_id = $1 and key = $2 and created >= now() - ${keptFor}`,
    [account, key],
  );

/** Renews a lease. */
export const renewLease = (q: Query, account: string, key: string, holder: string): Promise<number> =>
  q.run(
    `update idempotency set lease_until = now() + make_interval(secs => ${leaseSeconds})
     where account_id = $1 and key = $2 and holder = $3 and status is null`,
    [account, key, holder],
  );

/** Notes that the request is about to act outside this database. False: the lease has gone to a repeat. */
export const noteActed = async (q: Query, account: string, key: string, holder: string): Promise<boolean> =>
  (await q.run("update idempotency set acted = true where account_id = $1 and key = $2 and holder = $3", [
    account,
    key,
    holder,
  ])) > 0;

/** Saves the answer for repeats. False: the lease has gone to a repeat, whose answer this is not. */
export const saveAnswer = async (
  q: Query,
  account: string,
  { key, holder }: { key: string; holder: string | null },
  { status, answer }: { status: number; answer: string | null },
): Promise<boolean> =>
  (await q.run(
    `update idempotency set status = $4, answer = $5, lease_until = null
     where account_id = $1 and key = $2 and holder is not distinct from $3`,
    [account, key, holder, status, answer],
  )) > 0;

/** Releases the key of a request that failed with a 5xx, so that it may be sent again. */
export const releaseKey = (q: Query, account: string, key: string, holder: string): Promise<number> =>
  q.run("delete from idempotency where account_id = $1 and key = $2 and holder = $3 and status is null", [
    account,
    key,
    holder,
  ]);
