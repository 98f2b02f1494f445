import { plainArray, plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";
import { publishEvents } from "../webhooks/webhookEvent.ts";

/** An account and the calls a minute that it wants to hear of. */
export interface CallThreshold {
  accountId: string;
  perMinute: number;
}

/** Accounts that have a threshold. */
export const listThresholds = (q: Query): Promise<CallThreshold[]> =>
  q.rows(
    `select account_id "accountId", (settings->>'callThresholdPerMinute')::int "perMinute" from account
     where settings->>'callThresholdPerMinute' is not null order by account_id`,
  );

/** An account whose calls of the last minute rose over its threshold, or came down to it again. */
export interface CallLoadCrossing extends CallThreshold {
  isOver: boolean;
  calls: number;
}

/**
 * Evaluates the calls of the last minute, and reports each crossing once (event types call_threshold and
 * call_threshold_reset). One worker at a time evaluates, and its result is visible before the next one reads.
 */
export async function checkCallLoads(q: Query, thresholds: readonly CallThreshold[]): Promise<CallLoadCrossing[]> {
  const held = await q.one<{ held: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('call_load', 9)) held",
  );
  if (!held?.held) return [];
  const crossings = await q.rows<CallLoadCrossing>(
    {
      name: "callLoad.evaluate",
      text: `with evaluated as materialized (
          select t.a, t.m, n.calls, n.calls > t.m is_over from unnest($1::uuid[], $2::int[]) t (a, m)
          cross join lateral (select count(*)::int calls from call c
            where c.account_id = t.a and c.submitted > now() - interval '1 minute') n),
        moved as (
          insert into call_load as l (account_id, is_over)
          select a, is_over from evaluated j where is_over or exists (select from call_load x where x.account_id = j.a)
          on conflict (account_id) do update set is_over = excluded.is_over, since = now() where l.is_over <> excluded.is_over
          returning account_id, is_over)
        select m.account_id "accountId", m.is_over "isOver", j.calls, j.m "perMinute" from moved m join evaluated j on j.a = m.account_id`,
    },
    [plainColumn(thresholds, (one) => one.accountId), plainArray(thresholds.map((one) => one.perMinute))],
  );
  await publishEvents(
    q,
    crossings.map(({ accountId, isOver, calls, perMinute }) => ({
      accountId,
      eventType: isOver ? "call_threshold" : "call_threshold_reset",
      data: { callsperminute: String(calls), threshold: String(perMinute) },
    })),
  );
  return crossings;
}

/** Forgets whether an account is over its threshold. It has none now, and receives no reset. */
export const removeCallLoad = (q: Query, account: string): Promise<number> =>
  q.run("delete from call_load where account_id = $1", [account]);
