import type { ReportSchedule, ReportSettings } from "@trunkline/contract/reports/savedReport.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A report that users saved (decision 0098). */
export interface SavedReportRow {
  reportId: string;
  name: string;
  settings: ReportSettings;
  schedule: ReportSchedule | null;
  nextMail: Date | null;
  lastMail: Date | null;
  mailProblem: string | null;
  created: Date;
  updated: Date;
}

const select = `select s.report_id "reportId", s.name, s.settings, s.schedule, s.last_mail "lastMail", s.mail_problem "mailProblem",
    s.created, s.updated, d.slot "nextMail"
  from saved_report s
  left join (select report_id, min(slot) slot from report_mail_due where account_id = $1 group by report_id) d
    on d.report_id = s.report_id
  where s.account_id = $1`;

/** The account's saved reports by name. */
export const listSavedReports = (q: Query, account: string): Promise<SavedReportRow[]> =>
  q.rows(`${select} order by lower(s.name), s.report_id`, [account]);

/** One saved report, or null. */
export const findSavedReport = (q: Query, account: string, reportId: string): Promise<SavedReportRow | null> =>
  q.one(`${select} and s.report_id = $2`, [account, reportId]);

/** A saved report as it is written. */
export type SavedReportDraft = Pick<SavedReportRow, "name" | "settings" | "schedule">;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Saves a report. Null if the account has one of this name, ignoring case. */
export async function insertSavedReport(
  q: Query,
  account: string,
  { name, settings, schedule }: SavedReportDraft,
): Promise<string | null> {
  const reportId = newId();
  const made = await q.run(
    `insert into saved_report (account_id, report_id, name, settings, schedule) values ($1, $2, $3, $4, $5)
     on conflict (account_id, lower(name)) do nothing`,
    [account, reportId, name, json(settings), json(schedule)],
  );
  return made === 0 ? null : reportId;
}

/** Writes a saved report. A new schedule has no problem yet. */
export const updateSavedReport = (
  q: Query,
  account: string,
  reportId: string,
  { name, settings, schedule }: SavedReportDraft,
): Promise<number> =>
  q.run(
    `update saved_report set name = $3, settings = $4, schedule = $5, updated = now(),
       mail_problem = case when schedule is not distinct from $5::jsonb then mail_problem end
     where account_id = $1 and report_id = $2`,
    [account, reportId, name, json(settings), json(schedule)],
  );

/** Removes a saved report and its mails. */
export async function removeSavedReport(q: Query, account: string, reportId: string): Promise<void> {
  await q.run("delete from report_mail_due where account_id = $1 and report_id = $2", [account, reportId]);
  await q.run("delete from saved_report where account_id = $1 and report_id = $2", [account, reportId]);
}

/** Replaces who is mailed a report next: those of the users who belong to the account. Without a slot, no one. */
export async function replaceReportMails(
  q: Query,
  account: string,
  reportId: string,
  next: { userIds: readonly string[]; timing: ReportTiming; slot: Date } | null,
): Promise<void> {
  await q.run("delete from report_mail_due where account_id = $1 and report_id = $2", [account, reportId]);
  if (next === null) return;
  await q.run(
    `insert into report_mail_due (account_id, report_id, user_id, timing, slot, due)
     select account_id, $2, user_id, $4, $5, $5 from membership where account_id = $1 and user_id = any ($3::uuid[])`,
    [account, reportId, next.userIds, json(next.timing), next.slot],
  );
}

/** A schedule without its readers. */
export type ReportTiming = Omit<ReportSchedule, "userIds">;

/** A report that a user is to be mailed. */
export interface DueReportMail {
  accountId: string;
  reportId: string;
  userId: string;
  timing: ReportTiming;
  /** The time of the schedule. */
  slot: Date;
  /** Which try this is, from 1. */
  attempt: number;
}

/** How long a worker has to send a claimed mail. After that another worker claims it. */
const leaseSeconds = 60;

/** Claims what is due, over all accounts. */
export const claimReportMails = (q: Query, limit: number): Promise<DueReportMail[]> =>
  q.rows(
    `with due as materialized (
       select account_id, report_id, user_id from report_mail_due where due <= now()
       order by due limit $1 for update skip locked)
     update report_mail_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.account_id = due.account_id and d.report_id = due.report_id and d.user_id = due.user_id
     returning d.account_id "accountId", d.report_id "reportId", d.user_id "userId", d.timing, d.slot, d.attempt`,
    [limit],
  );

/** Who is mailed, and the account's name. Null: they have left the account. */
export const findReportReader = (
  q: Query,
  { accountId, userId }: DueReportMail,
): Promise<{ email: string; accountName: string } | null> =>
  q.one(
    `select u.email, a.name "accountName" from membership m
     join account a using (account_id) join auth_user u using (user_id) where m.account_id = $1 and m.user_id = $2`,
    [accountId, userId],
  );

const ofMail = "account_id = $1 and report_id = $2 and user_id = $3";
const keyOf = ({ accountId, reportId, userId }: DueReportMail) => [accountId, reportId, userId];

/** The user is not mailed this report again. */
export const removeReportMail = (q: Query, due: DueReportMail): Promise<number> =>
  q.run(`delete from report_mail_due where ${ofMail}`, keyOf(due));

/** The time of the next mail, after this one was sent or given up. A schedule that was changed meanwhile has its own. */
export const updateReportSlot = (q: Query, due: DueReportMail, slot: Date): Promise<number> =>
  q.run(`update report_mail_due set slot = $4, due = $4, attempt = 0 where ${ofMail} and slot = $5`, [
    ...keyOf(due),
    slot,
    due.slot,
  ]);

/** The mail could not be sent, and is tried again. */
export const retryReportMail = (q: Query, due: DueReportMail, inMs: number): Promise<number> =>
  q.run(`update report_mail_due set due = now() + $4 * interval '1 millisecond' where ${ofMail}`, [
    ...keyOf(due),
    inMs,
  ]);

/** Notes that a mail was sent, or why not. */
export const noteReportMail = (q: Query, due: DueReportMail, problem: string | null): Promise<number> =>
  q.run(
    `update saved_report set mail_problem = $3, last_mail = case when $3::text is null then now() else last_mail end
     where account_id = $1 and report_id = $2`,
    [due.accountId, due.reportId, problem],
  );
