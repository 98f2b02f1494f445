import type { Query } from "../database.ts";
import { emailStatusSql } from "../email/email.ts";
import { routeDecisionJson } from "../routing/routeDecision.ts";

/** One decision about a contact, as the tables with its outcome describe it. */
export interface ContactDecisionRow {
  kind: "text" | "call" | "email" | "journey" | "step" | "filtered" | "consent" | "disposition" | "inroute";
  /** One of its day; with `place` it orders the list. */
  key: string;
  at: Date;
  /** `at` to the microsecond. */
  place: string;
  /** Of a text: its channel. Of an e-mail: its provider. Of consent: the type. Of a disposition: its key. */
  what: string | null;
  status: string;
  reason: string | null;
  /** The values that the rule compared. */
  data: Record<string, unknown>;
  campaignId: string | null;
  campaignName: string | null;
  batchId: string | null;
  batchName: string | null;
  journeyId: string | null;
  messageId: string | null;
  callId: string | null;
  emailId: string | null;
}

/** Whose decisions: a contact, the number, or both; one day of a zone, today when none is named. */
export interface DecisionsAsked {
  contactId: string | null;
  phone: string | null;
  date: string | undefined;
  zone: string;
}

const day = "coalesce($4::date, (now() at time zone $5::text)::date)";
const first = `(${day}::timestamp at time zone $5::text)`;
const last = `((${day} + 1)::timestamp at time zone $5::text)`;
const madeAt = (id: string): string =>
  `to_timestamp((('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint) / 1000.0)`;

/** Texts or calls out: of the contact, whenever they were made, and those of that day to a number that was no contact's. */
const outgoing = (table: "message" | "call", id: string): string => `(
    select * from ${table} where account_id = $1 and contact_id = $2 and direction = 'out' and ${id} < trunkline_first_id(${last})
    union all
    select * from ${table} where account_id = $1 and contact_id is null and to_number = $3 and direction = 'out'
      and ${id} >= trunkline_first_id(${first}) and ${id} < trunkline_first_id(${last}))`;

/** When a text or call was decided on: handed to the carrier, or stopped before. */
const decidedAt = (id: string): string =>
  `case when t.state in ('blocked', 'cancelled') then t.updated else coalesce(t.submitted, ${madeAt(`t.${id}`)}) end`;

/** The stop that refused a text or call: who, and since when. */
const stopOf = (type: string): string => `case when t.reason in ('opted_out', 'dnc') then (
    select jsonb_build_object('source', n.source, 'at', n.at, 'reason', n.reason) from consent n
    where n.account_id = $1 and n.phone = t.to_number and n.type = ${type} and n.action = 'out' and n.at <= t.updated
    order by n.consent_id desc limit 1) end`;

const stepOf = "left join step s on s.account_id = $1 and s.journey_id = t.journey_id and s.revision = t.revision";
const ruleValues = `'from', t.from_number, 'to', t.to_number, 'carrier', t.carrier, 'window', s.data ->> 'window',
    'openUntil', t.open_until, 'notBefore', t.not_before, 'tries', t.attempt`;

const texts = `
  select 'text' kind, 'text ' || t.message_id as key, ${decidedAt("message_id")} as at, t.channel what, t.state status, t.reason,
    jsonb_build_object(${ruleValues}, 'receipt', t.receipt, 'text', left(t.body, 160), 'segments', t.segments, 'stop', ${stopOf("t.channel")}) data,
    t.campaign_id, t.batch_id, t.journey_id, t.message_id, null::uuid call_id, null::uuid email_id
  from ${outgoing("message", "message_id")} t ${stepOf}`;

const calls = `
  select 'call', 'call ' || t.call_id, ${decidedAt("call_id")}, 'call', t.state, t.reason,
    jsonb_build_object(${ruleValues}, 'line', t.line, 'answeredBy', t.answered_by, 'seconds', t.duration_seconds, 'stop', ${stopOf("'call'")}),
    t.campaign_id, t.batch_id, t.journey_id, null, t.call_id, null
  from ${outgoing("call", "call_id")} t ${stepOf}`;

const emails = `
  select 'email', 'email ' || e.email_id, ${madeAt("e.email_id")}, e.provider, ${emailStatusSql}, e.reason,
    jsonb_build_object('to', e.to_email, 'subject', e.subject), e.campaign_id, e.batch_id, e.journey_id, null, null, e.email_id
  from email e left join effect x on x.account_id = e.account_id and x.effect_id = e.email_id
  where e.account_id = $1 and e.contact_id = $2
    and e.email_id >= trunkline_first_id(${first}) and e.email_id < trunkline_first_id(${last})`;

const begun = `
  select 'journey', 'begun ' || j.journey_id, ${madeAt("j.journey_id")}, null, 'begun', null,
    jsonb_build_object('version', j.version, 'startsAt', j.starts_at), j.campaign_id, j.batch_id, j.journey_id, null, null, null
  from journey j where j.account_id = $1 and j.contact_id = $2
    and j.journey_id >= trunkline_first_id(${first}) and j.journey_id < trunkline_first_id(${last})`;

// the result of a text, call or e-mail is shown on its own line and not on its step's as well
const steps = `
  select 'step', 'step ' || j.journey_id || to_char(s.revision, '0000000000'), s.at, null,
    case s.outcome when 0 then 'went' when 1 then 'asked' when 2 then 'waited' when 4 then 'ended' when 6 then 'moved' else 'failed' end, s.because,
    jsonb_build_object('node', s.node, 'to', s.next_node, 'until', s.data -> 'until', 'forReply', s.data -> 'forReply',
      'queue', s.data -> 'queue', 'zones', co.zones, 'zonesFrom', co.zones_from, 'version', j.version,
      'fromVersion', s.data -> 'fromVersion', 'toVersion', s.data -> 'toVersion'),
    j.campaign_id, j.batch_id, j.journey_id, null, null, null
  from journey j join step s on s.account_id = $1 and s.journey_id = j.journey_id
    left join contact co on co.account_id = $1 and co.contact_id = $2
  where j.account_id = $1 and j.contact_id = $2 and j.journey_id < trunkline_first_id(${last}) and s.at >= ${first} and s.at < ${last}
    and case s.outcome
      when 0 then s.because is not null and s.data ->> 'reason' is null and not exists (
        select from message m where m.account_id = $1 and m.contact_id = $2 and m.journey_id = s.journey_id
          and m.revision = s.revision and m.state = 'blocked')
      when 1 then s.data ? 'until'
      else s.outcome in (2, 4, 5, 6) end`;

const turnedAway = `
  select 'filtered', 'filtered ' || b.batch_id, f.at, null, 'filtered', f.reason,
    jsonb_build_object('filters', b.filters -> 'dnc', 'frequencyDays', v.settings -> 'frequencyDays',
      'before', case when f.reason = 'frequency' then (
        select max(j.starts_at) from journey j where j.account_id = $1 and j.contact_id = $2 and j.campaign_id = b.campaign_id
          and j.journey_id < trunkline_first_id(f.at)) end),
    b.campaign_id, b.batch_id, null, null, null, null
  from batch_filtered f join batch b on b.account_id = $1 and b.batch_id = f.batch_id
    left join workflow_version v on v.account_id = $1 and v.campaign_id = b.campaign_id and v.version = b.version
  where f.account_id = $1 and f.contact_id = $2`;

const consents = `
  select 'consent', 'consent ' || n.consent_id, n.at, n.type, n.action, n.reason, jsonb_build_object('source', n.source, 'phone', n.phone),
    null, null, null, null, null, null
  from consent n where n.account_id = $1 and n.phone = $3`;

const dispositions = `
  select 'disposition', 'disposition ' || g.given_id, g.at, g.key, 'given', g.reason,
    jsonb_build_object('by', g.actor_name, 'note', g.note, 'source', g.source), g.campaign_id, null, null, null, g.call_id, null
  from given_disposition g where g.account_id = $1 and g.contact_id = $2
    and g.given_id >= trunkline_first_id(${first}) and g.given_id < trunkline_first_id(${last})`;

const inroutes = `
  select 'inroute', 'inroute ' || d.subject_id, ${madeAt("d.subject_id")}, d.src_type, d.outcome, d.because,
    ${routeDecisionJson}, null, null, null,
    case when d.src_type <> 'call' then d.subject_id end, case when d.src_type = 'call' then d.subject_id end, null
  from route_decision d where d.account_id = $1 and d.contact_id = $2
    and d.subject_id >= trunkline_first_id(${first}) and d.subject_id < trunkline_first_id(${last})`;

/** Every decision about a contact on one day, in order of time, from after a place on; each table is read along its index. */
export const listContactDecisions = (
  q: Query,
  account: string,
  { contactId, phone, date, zone }: DecisionsAsked,
  after: Pick<ContactDecisionRow, "place" | "key"> | undefined,
  limit: number,
): Promise<ContactDecisionRow[]> =>
  q.rows(
    `select d.kind, d.key, d.at, d.at::text place, d.what, d.status, d.reason, d.data, d.campaign_id "campaignId", c.name "campaignName",
       d.batch_id "batchId", b.display_name "batchName", d.journey_id "journeyId", d.message_id "messageId", d.call_id "callId",
       d.email_id "emailId"
     from (
       select * from (${[texts, calls, emails, begun, steps, turnedAway, consents, dispositions, inroutes].join(" union all ")}) decided
       where at >= ${first} and at < ${last}
         and ($6::timestamptz is null or (at, key collate "C") > ($6::timestamptz, $7::text collate "C"))
       order by at, key collate "C" limit $8) d
     left join campaign c on c.account_id = $1 and c.campaign_id = d.campaign_id
     left join batch b on b.account_id = $1 and b.batch_id = d.batch_id
     order by d.at, d.key collate "C"`,
    [account, contactId, phone, date ?? null, zone, after?.place ?? null, after?.key ?? null, limit],
  );
