import type { Query } from "../database.ts";
import { stepWrites } from "../journeys/step.ts";
import { countCalls, countedOfCall, countedOfMessage, countMessages } from "../reports/countChanges.ts";
import { writeTogether } from "../together.ts";

type StepRows = Parameters<typeof stepWrites>[0];
type Row = Record<string, unknown>;

/** Everything that a demo's history consists of: rows by table, with the names of their columns. Times are ISO texts. */
export interface HistoryRows {
  batches: Row[];
  filtered: Row[];
  journeys: Row[];
  steps: StepRows[number][];
  messages: Row[];
  receipts: Row[];
  handsetTexts: Row[];
  links: Row[];
  nodeCounts: Row[];
  edgeCounts: Row[];
  batchCounts: Row[];
  campaignCounts: Row[];
  conversations: Row[];
  conversationWork: Row[];
  stops: Row[];
  fields: { contact_id: string; fields: Record<string, string> }[];
  calls: Row[];
  callEvents: Row[];
  stays: Row[];
  voicemails: Row[];
}

/** Notes, in the transaction that makes the demo's owner, that the account is to get a history. */
export const wantDemoHistory = (q: Query, account: string): Promise<number> =>
  q.run("update installation set demo_history_of = $1", [account]);

/** The demo account that is to get a history, or null. */
export const findWantedHistory = async (q: Query): Promise<string | null> =>
  (await q.one<{ account: string | null }>("select demo_history_of account from installation"))?.account ?? null;

/** Takes on the making of the history for this transaction; false if another process has made it. */
export const claimWantedHistory = async (q: Query, account: string): Promise<boolean> =>
  (await q.run("update installation set demo_history_of = null where demo_history_of = $1", [account])) > 0;

/** The demo's contacts in the order of their phones, and its owner. */
export const listHistoryContacts = async (q: Query, account: string): Promise<string[]> =>
  (
    await q.rows<{ contactId: string }>(
      `select contact_id "contactId" from contact where account_id = $1 and archived is null and phone is not null and dnc = 0
       order by phone, contact_id limit 2000`,
      [account],
    )
  ).map(({ contactId }) => contactId);

/** The first member of an account, who answers the calls of its history. */
export const findHistoryUser = (q: Query, account: string): Promise<{ userId: string; name: string } | null> =>
  q.one(
    `select u.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name" from membership m
     join auth_user u on u.user_id = m.user_id where m.account_id = $1 order by u.user_id limit 1`,
    [account],
  );

const columns = {
  batch: `batch_id, campaign_id, version, display_name, status, period_ms, selection, filters, enrolment, enrol_from, enrolled,
    queued, created_by, started, finished, filtered_by, is_counted`,
  batch_filtered: "batch_id, contact_id, reason, at",
  journey: `journey_id, batch_id, campaign_id, contact_id, starts_at, since, version, node, revision, visits, status, class, vars, reason`,
  message: `message_id, contact_id, campaign_id, batch_id, journey_id, node, revision, direction, from_number, to_number, body,
    segments, encoding, state, receipt, reason, cost_micros, carrier, carrier_ref, not_before, attempt, submitted, updated,
    template_id, counts_as, clicked, click_counts, sent_by`,
  receipt: "message_id, receipt_id, status, code, at",
  simulator_message: `simulator_id, client_ref, handset, number, direction, body, segments, encoding, status, code, at`,
  link: "day, secret, message_id, target, clicked",
  node_count: "batch_id, version, node, slot, entered, failed",
  edge_count: "batch_id, version, node, to_node, slot, went",
  batch_count: "batch_id, slot, enrolled, filtered, started, done, failed, clicks",
  campaign_count: "campaign_id, slot, sends, replies, opt_outs, clicks, cost_micros, last_used",
  conversation: `contact_id, status, number, last_id, moved_id, last_in, inbox, unread_ids, unanswered_ids, by_person, handled_by,
    handled_word, opened, asked, replied, replied_by`,
  conversation_work: "work_id, contact_id, opened, asked, replied, replied_by, closed, closed_by",
  call: `call_id, contact_id, direction, from_number, to_number, plan, state, line, answered_by, answered_by_name, answered,
    connected, ended, duration_seconds, keys, recording_id, cost_micros, carrier, carrier_ref, not_before, updated, route_tag, reason, submitted`,
  call_event: "call_id, event_id, type, data, at",
  queue_stay: `stay_id, call_id, kind, name, route_tag, entered, offered, missed, left_wait, outcome, answered_by, answered_by_name,
    ended, ended_by, wrapped`,
  voicemail: `voicemail_id, call_id, contact_id, phone, own_number, asset_id, seconds, heard, heard_by,
    handled, handled_by, transcript_state, transcript`,
} as const;
type Table = keyof typeof columns;

const insertSql = (table: Table): string =>
  `insert into ${table} as m (account_id, ${columns[table]})
   select $1::uuid, ${columns[table]} from jsonb_populate_recordset(null::${table}, $2::jsonb)`;

const write = async (q: Query, account: string, table: Table, rows: readonly Row[], ends = ""): Promise<void> => {
  if (rows.length > 0) await q.run(insertSql(table) + ends, [account, JSON.stringify(rows)]);
};

/** Inserts rows and adds them to the figures of reports, in one statement. */
const writeCounted = (
  q: Query,
  account: string,
  table: Table,
  rows: readonly Row[],
  returning: string,
  count: string,
) => q.run(`with r as (${insertSql(table)} returning ${returning}) ${count}`, [account, JSON.stringify(rows)]);

const countJourneys = `insert into report_change (account_id, quarter, campaign_id, enrolled)
  select account_id, trunkline_quarter(journey_id), campaign_id, count(*) from r group by 1, 2, 3`;

const countTurnedAway = `insert into report_change (account_id, quarter, campaign_id, filtered)
  select r.account_id, date_bin('15 minutes', r.at, '2000-01-01Z'), b.campaign_id, count(*)
  from r join batch b on b.account_id = r.account_id and b.batch_id = r.batch_id group by 1, 2, 3`;

/** Writes a history, each table with one statement. Nothing is added to spending, to limits or to the queue of webhooks. */
export async function insertHistory(q: Query, account: string, rows: HistoryRows): Promise<void> {
  await write(q, account, "batch", rows.batches);
  await writeCounted(q, account, "batch_filtered", rows.filtered, "m.account_id, m.batch_id, m.at", countTurnedAway);
  await writeCounted(q, account, "journey", rows.journeys, "m.account_id, m.journey_id, m.campaign_id", countJourneys);
  await writeTogether(q, stepWrites(rows.steps));
  await writeCounted(q, account, "message", rows.messages, countedOfMessage, countMessages("r", null));
  await write(q, account, "receipt", rows.receipts);
  await write(q, account, "simulator_message", rows.handsetTexts);
  await write(q, account, "link", rows.links);
  await write(q, account, "node_count", rows.nodeCounts);
  await write(q, account, "edge_count", rows.edgeCounts);
  await write(q, account, "batch_count", rows.batchCounts);
  await write(q, account, "campaign_count", rows.campaignCounts);
  // a contact who has texted meanwhile has a newer one
  await write(q, account, "conversation", rows.conversations, " on conflict (account_id, contact_id) do nothing");
  await write(q, account, "conversation_work", rows.conversationWork);
  const ofCalls = countedOfCall.replaceAll("c.", "m.");
  await writeCounted(q, account, "call", rows.calls, ofCalls, countCalls("r", null));
  await write(q, account, "call_event", rows.callEvents);
  await write(q, account, "queue_stay", rows.stays);
  await write(q, account, "voicemail", rows.voicemails);
  await insertStops(q, account, rows.stops);
  await q.run(
    `update contact c set extdata = c.extdata || u.fields
     from jsonb_to_recordset($2::jsonb) u (contact_id uuid, fields jsonb)
     where c.account_id = $1 and c.contact_id = u.contact_id`,
    [account, JSON.stringify(rows.fields)],
  );
}

/** Opt-outs by text with their own dates: the list, the history of consent and the contacts' bits, as `stopNumbers` has them. */
const insertStops = (q: Query, account: string, stops: readonly Row[]): Promise<number> =>
  q.run(
    `with s as (select * from jsonb_to_recordset($2::jsonb) s (phone text, at timestamptz, sms_id uuid, rcs_id uuid, bits int)),
       listed as (
         insert into dnc (account_id, phone, type, source, reason, created)
         select $1::uuid, s.phone, t, 'reply', 'STOP', s.at from s cross join unnest('{sms,rcs}'::text[]) t on conflict do nothing),
       agreed as (
         insert into consent (account_id, consent_id, phone, type, action, source, reason, at)
         select $1::uuid, case when t = 'sms' then s.sms_id else s.rcs_id end, s.phone, t, 'out', 'reply', 'STOP', s.at
         from s cross join unnest('{sms,rcs}'::text[]) t)
     update contact c set dnc = c.dnc | s.bits::smallint from s where c.account_id = $1 and c.phone = s.phone`,
    [account, JSON.stringify(stops)],
  );
