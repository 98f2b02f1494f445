import { carrierNamesSql } from "../carriers/carrierConnection.ts";
import type { Query } from "../database.ts";
import { firstIdOf } from "../newId.ts";
import { deadAfterSeconds } from "../worker.ts";

/** What is known of a run that is under way, for the question why nothing of it leaves. */
export interface RunWait {
  hasWorker: boolean;
  settings: unknown;
  spentMicros: number;
  /** The text or call of the run that was handed to a carrier last, which has not answered yet. */
  sending: { carrier: string; at: string } | null;
  /** The text or call that has waited longest for its turn, and the next one that may leave later. */
  due: Waiting | null;
  later: Waiting | null;
  /** The contact who continues next, and the node where they are; null where all wait for an answer or a reply. */
  next: { at: string; node: number | null } | null;
  /** Of the version of that contact. */
  definition: string | null;
}

/** A queued text or call. */
export interface Waiting {
  of: "text" | "call";
  carrier: string;
  reason: string | null;
  /** ISO 8601. */
  at: string;
  attempt: number;
}

const laneSql = (row: string): string =>
  `case when ${row}.batch_id is null then ${row}.account_id else ${row}.batch_id end`;
const waitingSql =
  "jsonb_build_object('of', w.of, 'carrier', w.carrier, 'reason', w.reason, 'at', w.not_before, 'attempt', w.attempt)";

/** Reads it by the indexes of queues: a few rows, whatever the size of the run, and none of the months before it. */
export const findRunWait = (q: Query, account: string, batchId: string): Promise<RunWait | null> =>
  q.one(
    `with carriers as (select unnest(${carrierNamesSql("$1")}) carrier),
     waiting as (
       select 'text' "of", w.* from carriers c
       cross join lateral (
         select m.carrier, m.reason, m.not_before, m.attempt from message m
         where m.account_id = $1 and ${laneSql("m")} = $2 and m.carrier = c.carrier and m.state = 'queued' and m.message_id >= $3
         order by m.not_before limit 1) w
       union all
       (select 'call', c.carrier, c.reason, c.not_before, c.attempt from call c
         where c.account_id = $1 and ${laneSql("c")} = $2 and c.state = 'queued' and c.call_id >= $3
         order by c.not_before limit 1))
     select exists (select from worker w where w.seen_at > now() - ${deadAfterSeconds} * interval '1 second') "hasWorker",
       a.settings,
       (select coalesce(sum(s.cost_micros), 0)::int8 from spend s
         where s.account_id = $1 and s.day = (now() at time zone 'UTC')::date) "spentMicros",
       (select jsonb_build_object('carrier', s.carrier, 'at', s.submitted) from (
           select m.carrier, m.submitted from message m
           where m.account_id = $1 and m.batch_id = $2 and m.state = 'submitting' and m.message_id >= $3
           union all
           select c.carrier, c.submitted from call c
           where c.account_id = $1 and c.batch_id = $2 and c.state = 'submitting' and c.call_id >= $3) s
         order by s.submitted desc limit 1) sending,
       (select ${waitingSql} from waiting w where w.not_before <= now() order by w.not_before limit 1) due,
       (select ${waitingSql} from waiting w where w.not_before > now() order by w.not_before limit 1) later,
       case when n.due_at is not null then jsonb_build_object('at', n.due_at, 'node', n.node) end "next",
       (select v.definition::text from workflow_version v
         where v.account_id = $1 and v.campaign_id = b.campaign_id and v.version = coalesce(n.version, b.version)) definition
     from batch b join account a on a.account_id = b.account_id
     left join lateral (
       select j.due_at, j.node, j.version from generate_series(0, 5) k (class)
       cross join lateral (
         select j.due_at, j.node, j.version from journey j
         where j.account_id = $1 and j.batch_id = $2 and j.class = k.class and j.due_at is not null
         order by j.due_at limit 1) j
       order by j.due_at limit 1) n on true
     where b.account_id = $1 and b.batch_id = $2`,
    [account, batchId, firstIdOf(batchId)],
  );
