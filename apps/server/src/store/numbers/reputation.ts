import { plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";
import { publishEvents } from "../webhooks/webhookEvent.ts";

/** How an account evaluates its numbers: the least share of texts delivered, in percent, of a minimum of texts within a number of hours. */
export interface ReputationRule {
  accountId: string;
  sharePercent: number;
  least: number;
  hours: number;
}

/** A number whose delivery rate fell under the share, or came up to it again. */
export interface ReputationCrossing extends ReputationRule {
  phone: string;
  was: "unknown" | "good" | "low";
  status: "good" | "low";
  delivered: number;
  failed: number;
}

/**
 * Evaluates the numbers with recent results, saves the status of each, and reports each crossing once (event
 * type reputation_status). One worker at a time evaluates, and its result is visible before the next one reads.
 */
export async function checkReputations(q: Query, rules: readonly ReputationRule[]): Promise<ReputationCrossing[]> {
  const held = await q.one<{ held: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('reputation', 9)) held",
  );
  if (!held?.held || rules.length === 0) return [];
  const moved = await q.rows<ReputationCrossing>(
    {
      name: "reputation.evaluate",
      text: `with heard as (
          select distinct o.account_id, o.phone from unnest($1::uuid[]) r (a)
          join number_outcome o on o.account_id = r.a and o.hour >= date_trunc('hour', now()) - interval '1 hour'),
        evaluated as materialized (
          select n.account_id, n.phone, n.reputation was, r.share, r.least, r.hours, o.delivered, o.failed,
            case when o.delivered * 100 < r.share * (o.delivered + o.failed) then 'low' else 'good' end status
          from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) r (a, share, least, hours)
          join heard h on h.account_id = r.a join number n on n.account_id = h.account_id and n.phone = h.phone
          cross join lateral (select ${sums} from number_outcome o
            where o.account_id = n.account_id and o.phone = n.phone and o.hour > now() - r.hours * interval '1 hour') o
          where o.delivered + o.failed >= r.least),
        moved as (
          update number n set reputation = j.status, reputation_since = now() from evaluated j
          where n.account_id = j.account_id and n.phone = j.phone and n.reputation <> j.status
          returning n.account_id, n.phone)
        select j.account_id "accountId", j.phone, j.was, j.status, j.share "sharePercent", j.least, j.hours, j.delivered, j.failed
        from moved m join evaluated j on j.account_id = m.account_id and j.phone = m.phone`,
    },
    [
      plainColumn(rules, (rule) => rule.accountId),
      plainColumn(rules, (rule) => rule.sharePercent),
      plainColumn(rules, (rule) => rule.least),
      plainColumn(rules, (rule) => rule.hours),
    ],
  );
  // a number that is good from the first has crossed nothing
  const crossings = moved.filter(({ was, status }) => was !== "unknown" || status === "low");
  await publishEvents(
    q,
    crossings.map((one) => ({
      accountId: one.accountId,
      eventType: "reputation_status",
      data: {
        phone: one.phone,
        status: one.status === "low" ? "low" : "recovered",
        deliveredpercent: percentOf(one),
        delivered: String(one.delivered),
        failed: String(one.failed),
        threshold: String(one.sharePercent),
        hours: String(one.hours),
      },
    })),
  );
  return crossings;
}

const sums = "coalesce(sum(o.delivered), 0)::int8 delivered, coalesce(sum(o.failed), 0)::int8 failed";

const percentOf = ({ delivered, failed }: ReputationCrossing): string =>
  String(Math.floor((delivered * 1_000) / (delivered + failed)) / 10);

/** What became of the texts of the account's numbers in the last hours. */
export async function listOutcomes(
  q: Query,
  account: string,
  hours: number,
): Promise<Map<string, { delivered: number; failed: number }>> {
  const rows = await q.rows<{ phone: string; delivered: number; failed: number }>(
    `select o.phone, ${sums} from number_outcome o
     where o.account_id = $1 and o.hour > now() - $2 * interval '1 hour' group by o.phone`,
    [account, hours],
  );
  return new Map(rows.map(({ phone, ...outcome }) => [phone, outcome]));
}
