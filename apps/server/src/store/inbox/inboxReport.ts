import type { InboxFigure, InboxGrouping } from "@trunkline/contract/inbox/inboxReport.ts";
import type { Query } from "../database.ts";

/** The figures of one work group or user. */
export interface InboxLineRow {
  id: string | null;
  name: string | null;
  answered: number;
  replyMedian: number | null;
  replyMost: number | null;
  closed: number;
  closeMedian: number | null;
  closeMost: number | null;
  open: number;
  waitingSince: Date | null;
}

/** The period whose work is counted, and how it is divided. */
export interface InboxPeriod {
  grouping: InboxGrouping;
  startDate: string;
  endDate: string;
}

/**
 * The work that began in the period, closed or not, and what is open now, in `$1` account, `$2` and `$3` period, `$4` grouping.
 * A user's work is what the user replied to first, else what the user was assigned.
 */
const worked = `worked as (
    select w.contact_id, case when $4 = 'user' then coalesce(w.replied_by, w.assigned_to) else w.work_group_id end of,
      w.opened, extract(epoch from w.replied - w.asked)::float8 reply, extract(epoch from w.closed - w.opened)::float8 close,
      false is_open, null::timestamptz waiting, true counts
    from conversation_work w where w.account_id = $1 and w.opened >= $2 and w.opened < $3
    union all
    select v.contact_id, case when $4 = 'user' then coalesce(v.replied_by, v.assigned_to) else v.work_group_id end,
      v.opened, extract(epoch from v.replied - v.asked)::float8, null, false, null, true
    from conversation v where v.account_id = $1 and v.opened >= $2 and v.opened < $3
    union all
    select v.contact_id, case when $4 = 'user' then v.assigned_to else v.work_group_id end, coalesce(v.opened, m.at), null, null, true,
      case when v.unanswered_ids <> '{}' then trunkline_time_of(v.unanswered_ids[1]) end, false
    from conversation v cross join lateral (select trunkline_time_of(v.moved_id) at) m
    where v.account_id = $1 and v.status = 'open')`;

/** Response times by work group or user: their names in order, and what belongs to none last. */
export const listInboxReport = (
  q: Query,
  account: string,
  { grouping, startDate, endDate }: InboxPeriod,
): Promise<InboxLineRow[]> =>
  q.rows(
    {
      name: "inbox.report",
      text: `with ${worked}
        select l.of id, coalesce(g.name, u.name) name, count(reply)::int answered,
          percentile_cont(0.5) within group (order by reply) "replyMedian", percentile_cont(0.9) within group (order by reply) "replyMost",
          count(close)::int closed,
          percentile_cont(0.5) within group (order by close) "closeMedian", percentile_cont(0.9) within group (order by close) "closeMost",
          (count(*) filter (where is_open))::int open, min(waiting) "waitingSince"
        from worked l
        left join work_group g on g.account_id = $1 and g.work_group_id = l.of
        left join auth_user u on $4 = 'user' and u.user_id = l.of
        group by l.of, g.name, u.name order by lower(coalesce(g.name, u.name)) nulls last`,
    },
    [account, startDate, endDate, grouping],
  );

/** One time that a conversation was worked on. */
export interface InboxWorkRow {
  contactId: string;
  contactName: string | null;
  phone: string | null;
  opened: Date;
  replySeconds: number | null;
  closeSeconds: number | null;
  waitingSince: Date | null;
}

const mostListed = 500;

/** The conversations behind one figure of a line, newest first. `of` null: those of no work group or user. */
export const listInboxWork = (
  q: Query,
  account: string,
  { grouping, startDate, endDate }: InboxPeriod,
  { figure, of }: { figure: InboxFigure; of: string | null },
): Promise<InboxWorkRow[]> =>
  q.rows(
    {
      name: "inbox.work",
      text: `with ${worked}
        select l.contact_id "contactId", nullif(concat_ws(' ', c.first_name, c.last_name), '') "contactName", c.phone, l.opened,
          l.reply "replySeconds", l.close "closeSeconds", l.waiting "waitingSince"
        from worked l join contact c on c.account_id = $1 and c.contact_id = l.contact_id
        where l.of is not distinct from $6::uuid
          and case when $5 = 'answered' then l.reply is not null when $5 = 'closed' then l.close is not null else l.is_open end
        order by l.opened desc, l.contact_id limit ${mostListed}`,
    },
    [account, startDate, endDate, grouping, figure, of],
  );
