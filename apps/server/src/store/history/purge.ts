import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { purgeDncImports } from "../doNotContact/dncImport.ts";
import { purgeSignOns } from "../identity/samlSignIn.ts";
import { expiredSession } from "../identity/session.ts";
import { linkDay } from "../links/linkCode.ts";
import { purgeDryRuns } from "../runs/dryRun.ts";
import { purgeJourneyMoves } from "../runs/journeyMove.ts";

/** How long carrier events are remembered for deduplication. */
const inboundDays = 30;
const idempotencyHours = 24;
/** How long routing decisions are kept. */
const routeDecisionDays = 90;
/** Rejected rows of files are looked at when the file has come; how many there were stays with it. */
const rejectDays = 90;
/** A day more than a number's delivery rate can be looked back at. */
const outcomeDays = 8;
/** How long users find their notifications (decision 0103). */
const notificationDays = 90;

/** What SMPP connections remember of texts, by ids that say when. */
const smppTables = [
  { table: "smpp_part", column: "message_id" },
  { table: "smpp_receipt", column: "receipt_id" },
  { table: "smpp_inbound", column: "inbound_id" },
] as const;

/** Rejected rows, by the import's id, which says when the file came. */
const rejectTables = ["contact_import_reject", "dnc_import_reject"] as const;

/** Tables over all accounts whose rows expire. */
const expiredSignIns = [
  { table: "auth_reset", when: "expires < now()" },
  { table: "auth_attempt", when: "ends < now()" },
  { table: "auth_mail_due", when: "due < now() - interval '1 day'" },
  // no mail is set up, or its notification is gone
  { table: "notification_mail_due", when: "due < now() - interval '1 day'" },
] as const;

/** Every account. */
export const listAccountIds = async (q: Query): Promise<string[]> =>
  (await q.rows<{ id: string }>("select account_id id from account order by account_id")).map((row) => row.id);

/** Removes a limited number of rows that accounts no longer need: saved answers, processed carrier events, old figures of numbers, rejected rows of files, incomplete files, and expired signing secrets and short addresses. Returns how many. */
export async function purgeAccounts(q: Query, accountIds: readonly string[], most: number): Promise<number> {
  const accounts = [plainArray(accountIds), most];
  const answers = await q.run(
    `with old as materialized (
       select i.account_id, i.key from unnest($1::uuid[]) a cross join lateral (
         select i.account_id, i.key from idempotency i
         where i.account_id = a and i.created < now() - interval '${idempotencyHours} hours'
         order by i.created limit $2 for update skip locked) i)
     delete from idempotency i using old where i.account_id = old.account_id and i.key = old.key`,
    accounts,
  );
  const notices = await q.run(
    `with old as materialized (
       select i.account_id, i.carrier, i.carrier_ref from unnest($1::uuid[]) a cross join lateral (
         select i.account_id, i.carrier, i.carrier_ref from inbound i
         where i.account_id = a and i.message_id < trunkline_first_id(now() - interval '${inboundDays} days')
         order by i.message_id limit $2 for update skip locked) i)
     delete from inbound i using old
     where i.account_id = old.account_id and i.carrier = old.carrier and i.carrier_ref = old.carrier_ref`,
    accounts,
  );
  const outcomes = await q.run(
    `with old as materialized (
       select o.account_id, o.phone, o.hour, o.slot from unnest($1::uuid[]) a cross join lateral (
         select o.account_id, o.phone, o.hour, o.slot from number_outcome o
         where o.account_id = a and o.hour < now() - interval '${outcomeDays} days'
         order by o.hour limit $2 for update skip locked) o)
     delete from number_outcome o using old
     where o.account_id = old.account_id and o.phone = old.phone and o.hour = old.hour and o.slot = old.slot`,
    accounts,
  );
  const routed = await q.run(
    `with old as materialized (
       select d.account_id, d.subject_id from unnest($1::uuid[]) a cross join lateral (
         select d.account_id, d.subject_id from route_decision d
         where d.account_id = a and d.subject_id < trunkline_first_id(now() - interval '${routeDecisionDays} days')
         order by d.subject_id limit $2 for update skip locked) d)
     delete from route_decision d using old where d.account_id = old.account_id and d.subject_id = old.subject_id`,
    accounts,
  );
  let rest = answers + notices + outcomes + routed;
  for (const { table, column } of smppTables)
    rest += await q.run(
      `with old as materialized (
         select s.account_id, s.${column} as row_id from unnest($1::uuid[]) a cross join lateral (
           select s.account_id, s.${column} from ${table} s
           where s.account_id = a and s.${column} < trunkline_first_id(now() - interval '${inboundDays} days')
           order by s.${column} limit $2 for update skip locked) s)
       delete from ${table} s using old where s.account_id = old.account_id and s.${column} = old.row_id`,
      accounts,
    );
  for (const table of rejectTables)
    rest += await q.run(
      `with old as materialized (
         select r.account_id, r.import_id, r.line from unnest($1::uuid[]) a cross join lateral (
           select r.account_id, r.import_id, r.line from ${table} r
           where r.account_id = a and r.import_id < trunkline_first_id(now() - interval '${rejectDays} days')
           order by r.import_id, r.line limit $2 for update skip locked) r)
       delete from ${table} r using old
       where r.account_id = old.account_id and r.import_id = old.import_id and r.line = old.line`,
      accounts,
    );
  rest += await q.run(
    `with old as materialized (
       select n.account_id, n.user_id, n.notification_id from unnest($1::uuid[]) a cross join lateral (
         select n.account_id, n.user_id, n.notification_id from notification n
         where n.account_id = a and n.moved_id < trunkline_first_id(now() - interval '${notificationDays} days')
         order by n.moved_id limit $2 for update skip locked) n)
     delete from notification n using old
     where n.account_id = old.account_id and n.user_id = old.user_id and n.notification_id = old.notification_id`,
    accounts,
  );
  await q.run(
    `delete from notification_alert where account_id = any ($1::uuid[]) and kind = 'webhook'
       and notified < now() - interval '${notificationDays} days'`,
    [plainArray(accountIds)],
  );
  rest += await purgeSignOns(q, [plainArray(accountIds), most]);
  rest += await purgeDncImports(q, [plainArray(accountIds), most]);
  rest += await purgeDryRuns(q, [plainArray(accountIds), most]);
  rest += await purgeJourneyMoves(q, [plainArray(accountIds), most]);
  rest += await q.run(
    `with old as materialized (
       select l.account_id, l.day, l.secret from account a cross join lateral (
         select l.account_id, l.day, l.secret from link l
         where l.account_id = a.account_id and l.day < $3 - coalesce((a.settings->>'linkDays')::int, 90)
         order by l.day, l.secret limit $2 for update skip locked) l
       where a.account_id = any ($1::uuid[]))
     delete from link l using old where l.account_id = old.account_id and l.day = old.day and l.secret = old.secret`,
    [...accounts, linkDay(Date.now())],
  );
  const minutes = await q.run(
    "delete from carrier_minute where account_id = any ($1::uuid[]) and minute < now() - interval '1 day'",
    [plainArray(accountIds)],
  );
  // what it sealed is worthless now, and is not kept
  const oldSecrets = await q.run(
    `update connection set old_signing_secret = null, old_signing_until = null
     where account_id = any ($1::uuid[]) and old_signing_until <= now()`,
    [plainArray(accountIds)],
  );
  return rest + minutes + oldSecrets;
}

/** Removes a bounded part of what has expired: sessions, invitations, reset links, counted attempts, mails about passwords. */
export async function purgeSignIns(q: Query, most: number): Promise<number> {
  const sessions = await q.run(
    `delete from auth_session where session_id in (
       select s.session_id from auth_session s where ${expiredSession} limit $1 for update skip locked)`,
    [most],
  );
  const invitations = await q.run(
    `delete from invitation where (account_id, invitation_id) in (
       select i.account_id, i.invitation_id from invitation i where i.expires < now() limit $1 for update skip locked)`,
    [most],
  );
  let rest = sessions + invitations;
  for (const expired of expiredSignIns)
    rest += await q.run(
      `delete from ${expired.table} where ctid in (select ctid from ${expired.table} where ${expired.when} limit $1 for update skip locked)`,
      [most],
    );
  return rest;
}
