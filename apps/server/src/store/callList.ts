import type { Query } from "./database.ts";

/** A call as lists show it. */
export interface CallListRow {
  callId: string;
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  nodeId: number | null;
  direction: "in" | "out";
  from: string;
  to: string;
  status: string;
  reason: string | null;
  answeredBy: string | null;
  durationSeconds: number | null;
  digits: string;
  costMicros: number;
  answered: Date | null;
  updated: Date;
  /** Its newest recording. */
  recordingSecret: string | null;
  recordingName: string | null;
  events: { type: string; at: string; data: Record<string, unknown> | null }[];
}

export interface CallFilter {
  campaignId?: string;
  batchId?: string;
  contactId?: string;
  journeyId?: string;
  direction?: "in" | "out";
  status?: string;
}

/** The one word that the API shows of a call's two facts. */
export const callStatusWord = `case when c.line is not null and c.state not in ('rejected', 'unknown', 'blocked', 'cancelled') then
    case c.line when 'in_progress' then 'in-progress' when 'no_answer' then 'no-answer' when 'cancelled' then 'canceled' else c.line end
  when c.state in ('submitting', 'accepted', 'in_doubt') then 'ringing'
  when c.state = 'received' then 'in-progress' else c.state end`;

/** Calls of an account, newest first, from before the id `before`. */
export const listCalls = (
  q: Query,
  account: string,
  filter: CallFilter,
  limit: number,
  before?: string,
): Promise<CallListRow[]> =>
  q.rows(
    `select c.call_id "callId", c.contact_id "contactId", c.campaign_id "campaignId", c.batch_id "batchId",
       c.journey_id "journeyId", c.node "nodeId", c.direction, c.from_number "from", c.to_number "to", ${callStatusWord} status,
       c.reason, c.answered_by "answeredBy", c.duration_seconds "durationSeconds", c.keys digits, c.cost_micros "costMicros",
       c.answered, c.updated, a.secret "recordingSecret", a.file_name "recordingName",
       coalesce((select jsonb_agg(jsonb_build_object('type', e.type, 'at', e.at, 'data', e.data) order by e.event_id)
         from call_event e where e.account_id = c.account_id and e.call_id = c.call_id), '[]') events
     from call c left join asset a on a.account_id = c.account_id and a.asset_id = c.recording_id
     where c.account_id = $1 and ($2::uuid is null or c.call_id < $2) and ($3::uuid is null or c.campaign_id = $3)
       and ($4::uuid is null or c.batch_id = $4) and ($5::uuid is null or c.contact_id = $5) and ($6::uuid is null or c.journey_id = $6)
       and ($7::text is null or c.direction = $7) and ($8::text is null or ${callStatusWord} = $8)
     order by c.call_id desc limit $9`,
    [
      account,
      before ?? null,
      filter.campaignId ?? null,
      filter.batchId ?? null,
      filter.contactId ?? null,
      filter.journeyId ?? null,
      filter.direction ?? null,
      filter.status ?? null,
      limit,
    ],
  );

/** How the calls of a batch went. */
export interface CallCounts {
  calls: number;
  human: number;
  machine: number;
  notAnswered: number;
  underWay: number;
  averageSeconds: number;
}

/** Counts the calls of a batch; null when the account has no such batch. */
export const countCalls = (q: Query, account: string, batchId: string): Promise<CallCounts | null> =>
  q.one<CallCounts>(
    `select count(*)::int calls, count(*) filter (where answered_by in ('human', 'unknown'))::int human,
       count(*) filter (where answered_by in ('machine', 'fax'))::int machine,
       count(*) filter (where answered_by is null and (line in ('busy', 'no_answer', 'failed', 'cancelled')
         or state in ('rejected', 'blocked', 'cancelled', 'unknown')))::int "notAnswered",
       count(*) filter (where ended is null and state in ('queued', 'submitting', 'accepted', 'in_doubt'))::int "underWay",
       coalesce(round(avg(duration_seconds) filter (where answered_by is not null)), 0)::int "averageSeconds"
     from call where account_id = $1 and batch_id = $2
     having exists (select from batch where account_id = $1 and batch_id = $2)`,
    [account, batchId],
  );
