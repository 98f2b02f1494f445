import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { firstIdAt } from "../newId.ts";

/** The figures of one day. */
export interface DayFigures {
  /** 1 is the first day that was asked for. */
  day: number;
  sent: number;
  delivered: number;
  replies: number;
  optOuts: number;
  failed: number;
  answered: number;
  missed: number;
}

/**
 * The figures of days, each from its instant in `starts` on, the last one without an end. Days without any are left out.
 * It reads the sums of reports by their index, and adds them by the quarter first.
 */
export const listDayFigures = (q: Query, account: string, starts: readonly Date[]): Promise<DayFigures[]> =>
  q.rows(
    {
      name: "home.figures",
      text: `with counted as (
          select r.quarter, r.sent, r.delivered, r.replies, r.opt_outs, r.failed, r.answered, r.abandoned
          from report_count r where r.account_id = $1 and r.quarter >= ($2::timestamptz[])[1]
          union all
          select r.quarter, r.sent, r.delivered, r.replies, r.opt_outs, r.failed, r.answered, r.abandoned
          from report_change r where r.account_id = $1 and r.quarter >= ($2::timestamptz[])[1]),
        quarters as (
          select quarter, sum(sent) sent, sum(delivered) delivered, sum(replies) replies, sum(opt_outs) opt_outs,
            sum(failed) failed, sum(answered) answered, sum(abandoned) abandoned
          from counted group by quarter)
        select width_bucket(quarter, $2::timestamptz[]) "day", sum(sent)::int8 sent, sum(delivered)::int8 delivered,
          sum(replies)::int8 replies, sum(opt_outs)::int8 "optOuts", sum(failed)::int8 failed,
          sum(answered)::int8 answered, sum(abandoned)::int8 missed
        from quarters group by 1 order by 1`,
    },
    [account, plainArray(starts.map((start) => start.toISOString()))],
  );

/** A webhook whose last request failed. */
export interface FailingWebhook {
  webhookId: string;
  name: string;
  failed: number;
  requests: number;
  reason: string | null;
  status: number | null;
}

/** How many of the last requests of each webhook are looked at, and how old they may be. */
const lastRequests = 20;
const lastDaysMs = 7 * 24 * 60 * 60 * 1_000;

/** Webhooks whose last request within a week failed, most failures first. */
export const listFailingWebhooks = (q: Query, account: string, most: number): Promise<FailingWebhook[]> =>
  q.rows(
    `select w.webhook_id "webhookId", w.name, d.failed, d.requests, l.reason, l.status
     from webhook w
     cross join lateral (
       select d.ok, d.reason, d.status from webhook_delivery d
       where d.account_id = $1 and d.webhook_id = w.webhook_id and not d.test
         and d.delivery_id >= $3
       order by d.delivery_id desc limit 1) l
     cross join lateral (
       select count(*)::int requests, (count(*) filter (where not d.ok))::int failed from (
         select d.ok from webhook_delivery d
         where d.account_id = $1 and d.webhook_id = w.webhook_id and not d.test
           and d.delivery_id >= $3
         order by d.delivery_id desc limit ${lastRequests}) d) d
     where w.account_id = $1 and not l.ok order by d.failed desc, w.webhook_id limit $2`,
    [account, most, firstIdAt(Date.now() - lastDaysMs)],
  );

/** A brand or 10DLC campaign that was not accepted. */
export interface DeclinedRegistration {
  kind: "brand" | "tenDlc";
  id: string;
  name: string;
  reason: string | null;
}

/** Brands that were not verified or could not be filed, and 10DLC campaigns that were declined, the newest first. */
export const listDeclinedRegistrations = (q: Query, account: string, most: number): Promise<DeclinedRegistration[]> =>
  q.rows(
    `select * from (
       select 'brand' kind, b.brand_id id, coalesce(b.details->>'displayName', '') "name",
         coalesce(b.problem, array_to_string(b.feedback, '. ')) reason
       from brand b where b.account_id = $1 and (b.status = 'UNVERIFIED' or b.problem is not null)
       union all
       select 'tenDlc', c.tendlc_id, coalesce(b.details->>'displayName', ''), coalesce(c.problem, c.reason)
       from tendlc_campaign c join brand b on b.account_id = c.account_id and b.brand_id = c.brand_id
       where c.account_id = $1 and (c.status = 'DECLINED' or (c.problem is not null and c.status <> 'EXPIRED'))) r
     order by r.id desc limit $2`,
    [account, most],
  );

/** Which steps of the checklist the account has taken. */
export interface ChecklistState {
  number: boolean;
  contacts: boolean;
  workflow: boolean;
  run: boolean;
  reply: boolean;
  carrier: boolean;
}

/** Reads one row of each, by its key. Runs and replies with older ids than the account are a demo's history (decision 0094). */
export const findChecklistState = (q: Query, account: string): Promise<ChecklistState | null> =>
  q.one(
    `select exists (select from number where account_id = $1) "number",
       exists (select from contact where account_id = $1) contacts,
       exists (select from campaign where account_id = $1) or exists (select from route where account_id = $1) workflow,
       exists (select from batch where account_id = $1 and batch_id > $1 and started is not null) run,
       exists (select from conversation where account_id = $1 and last_in > $1) reply,
       exists (select from carrier_connection where account_id = $1) carrier`,
    [account],
  );

/** Whether a user has dismissed the checklist in an account. */
export const isChecklistDismissed = async (q: Query, account: string, userId: string): Promise<boolean> =>
  (await q.one("select from membership where account_id = $1 and user_id = $2 and checklist_dismissed is not null", [
    account,
    userId,
  ])) !== null;

/** Dismisses or restores the checklist of a user in an account; 0 when the user has left it. */
export const dismissChecklist = (q: Query, account: string, userId: string, dismissed: boolean): Promise<number> =>
  q.run(
    `update membership set checklist_dismissed = case when $3 then coalesce(checklist_dismissed, now()) end
     where account_id = $1 and user_id = $2`,
    [account, userId, dismissed],
  );
