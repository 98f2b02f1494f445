import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { isForUser, party } from "./phone.ts";

/** Callers `k` who wait in the agent queue of their queue's or work group's name. */
export const waitsInQueue = `k.state = 'waiting' and k.kind in ('queue', 'workGroup')`;

/** A caller who waits in an agent queue. */
export interface QueueCallerRow {
  callId: string;
  kind: "queue" | "workGroup";
  queueId: string;
  queueName: string;
  since: Date;
  phone: string;
  contactId: string | null;
  contactName: string | null;
  /** Whether this user may take them. */
  isForUser: boolean;
}

const queueCallers = `select k.call_id "callId", k.kind, a.queue_id "queueId", a.name "queueName", k.since,
    (${isForUser}) "isForUser", ${party}
  from agent_queue a
  join caller k on k.account_id = a.account_id and lower(k.name) = lower(a.name) and ${waitsInQueue}
  join call t on t.account_id = k.account_id and t.call_id = k.call_id
  left join contact c on c.account_id = t.account_id and c.contact_id = t.contact_id
  where a.account_id = $1 and a.queue_id = $3`;

/** The callers waiting in a queue, longest wait first, at most 200. `userId` is null if the requester has no phone. */
export const listQueueCallers = (
  q: Query,
  account: string,
  queueId: string,
  userId: string | null,
): Promise<QueueCallerRow[]> =>
  q.rows(`${queueCallers} order by k.since, k.call_id limit 200`, [account, userId, queueId]);

/** The caller of a queue whom a user takes: the longest waiting unless named, and none of those who were passed over. */
export const findQueueCaller = (
  q: Query,
  account: string,
  queueId: string,
  userId: string,
  { callId = null, passed = [] }: { callId?: string | null; passed?: readonly string[] },
): Promise<QueueCallerRow | null> =>
  q.one(
    `${queueCallers} and ${isForUser} and ($4::uuid is null or k.call_id = $4) and k.call_id <> all ($5::uuid[])
     order by k.since, k.call_id limit 1`,
    [account, userId, queueId, callId, plainArray(passed)],
  );

/** How many wait in a queue on the phone. */
export async function countQueueCallers(q: Query, account: string, queueId: string): Promise<number> {
  const row = await q.one<{ n: number }>(
    `select count(*)::int n from agent_queue a join caller k
       on k.account_id = a.account_id and lower(k.name) = lower(a.name) and ${waitsInQueue}
     where a.account_id = $1 and a.queue_id = $2`,
    [account, queueId],
  );
  return row?.n ?? 0;
}
