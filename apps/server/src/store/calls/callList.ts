import type { Query } from "../database.ts";
import { type HistoryFilter, type HistoryPage, historyConditions, historyNames } from "../history/historyFilter.ts";
import { findHistory } from "../history/historyFind.ts";
import { callFigures } from "../history/oldHistory.ts";
import { countsCall } from "../reports/countChanges.ts";
import { routeDecisionOf, type StoredRoute } from "../routing/routeDecision.ts";

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
  answeredByName: string | null;
  routeTag: string | null;
  durationSeconds: number | null;
  /** The last place where the caller waited, how long until the answer or the end, and who ended that. */
  queue: string | null;
  waitSeconds: number | null;
  missedPhones: number;
  endedBy: "caller" | "agent" | "transfer" | null;
  /** The newest one. */
  disposition: string | null;
  digits: string;
  costMicros: number;
  campaignName: string | null;
  contactName: string | null;
  answered: Date | null;
  updated: Date;
  /** How an inbound workflow routed it. */
  route: StoredRoute | null;
  /** Its newest recording. */
  recordingSecret: string | null;
  recordingName: string | null;
  events: { type: string; at: string; data: Record<string, unknown> | null }[];
}

/** The one word that the API shows of the two facts of a call `t`. */
export const callStatusSql = `case when t.line is not null and t.state not in ('rejected', 'unknown', 'blocked', 'cancelled') then
    case t.line when 'in_progress' then 'in-progress' when 'no_answer' then 'no-answer' when 'cancelled' then 'canceled' else t.line end
  when t.state in ('submitting', 'accepted', 'in_doubt') then 'ringing'
  when t.state = 'received' then 'in-progress' else t.state end`;

const columns = `t.call_id "callId", t.contact_id "contactId", t.campaign_id "campaignId", t.batch_id "batchId",
  t.journey_id "journeyId", t.node "nodeId", t.direction, t.from_number "from", t.to_number "to", ${callStatusSql} status,
  t.reason, t.answered_by "answeredBy", t.answered_by_name "answeredByName", t.route_tag "routeTag", t.duration_seconds "durationSeconds", t.keys digits, t.cost_micros "costMicros",
  w.queue, w.wait "waitSeconds", coalesce(w.missed, 0)::int "missedPhones", w.ended_by "endedBy",
  (select g.key from given_disposition g where g.account_id = t.account_id and g.call_id = t.call_id order by g.given_id desc limit 1) disposition,
  t.answered, t.updated, a.secret "recordingSecret", a.file_name "recordingName", ${historyNames.columns}, ${routeDecisionOf("t.account_id", "t.call_id")} route,
  coalesce((select jsonb_agg(jsonb_build_object('type', e.type, 'at', e.at, 'data', e.data) order by e.event_id)
    from call_event e where e.account_id = t.account_id and e.call_id = t.call_id), '[]') events`;
const joined = `${historyNames.from}
  left join lateral (
    select (array_agg(s.name order by s.stay_id desc))[1] queue, (array_agg(s.ended_by order by s.stay_id desc))[1] ended_by, sum(s.missed) missed,
      sum(extract(epoch from s.left_wait - s.entered)) filter (where s.entered <= coalesce(s.answered, s.entered))::float8 wait
    from (select s.*, min(s.entered) filter (where s.outcome = 'answered') over () answered from queue_stay s
      where s.account_id = t.account_id and s.call_id = t.call_id) s) w on true
  left join asset a on a.account_id = t.account_id and a.asset_id = t.recording_id`;

/** Calls of an account, newest first. */
export function listCalls(
  q: Query,
  account: string,
  filter: HistoryFilter,
  { limit, ...from }: HistoryPage,
): Promise<CallListRow[]> {
  const { where, values } = historyConditions(
    account,
    { id: "call_id", status: callStatusSql, counts: countsCall },
    filter,
    from,
  );
  return q.rows(
    `select ${columns}
     from (select t.* from call t where ${where} order by t.call_id desc limit $${values.length + 1}) t ${joined}
     order by t.call_id desc`,
    [...values, limit],
  );
}

/** A page of calls, newest first, by whichever filter. */
export const findCalls = (q: Query, account: string, filter: HistoryFilter, page: HistoryPage) =>
  findHistory(
    q,
    account,
    { table: "call", id: "call_id", list: listCalls, idOf: (row: CallListRow) => row.callId },
    filter,
    page,
  );

/** One call; null when the account has none of that id. */
export const findCall = (q: Query, account: string, callId: string): Promise<CallListRow | null> =>
  q.one(`select ${columns} from call t ${joined} where t.account_id = $1 and t.call_id = $2`, [account, callId]);

/** How the calls of a batch went. */
export interface CallCounts {
  calls: number;
  human: number;
  machine: number;
  notAnswered: number;
  underWay: number;
  averageSeconds: number;
}

/** Counts the calls of a batch, those that were removed since as well; null when the account has no such batch. */
export const countCalls = (q: Query, account: string, batchId: string): Promise<CallCounts | null> =>
  q.one<CallCounts>(
    `select (n.calls + coalesce(k.calls, 0))::int calls, (n.by_human + coalesce(k.by_human, 0))::int human,
       (n.by_machine + coalesce(k.by_machine, 0))::int machine, (n.not_answered + coalesce(k.not_answered, 0))::int "notAnswered",
       n.under_way "underWay",
       coalesce(round((n.talk_seconds + coalesce(k.talk_seconds, 0)) / nullif(n.talked + coalesce(k.talked, 0), 0)::numeric), 0)::int "averageSeconds"
     from batch b
     cross join lateral (
       select n.*, u.under_way from (
         select ${callFigures} from call where account_id = $1 and batch_id = $2)
           n (calls, by_human, by_machine, not_answered, talked, talk_seconds),
         (select count(*)::int from call where account_id = $1 and batch_id = $2 and ended is null
           and state in ('queued', 'submitting', 'accepted', 'in_doubt')) u (under_way)) n
     left join batch_removed k on k.account_id = b.account_id and k.batch_id = b.batch_id
     where b.account_id = $1 and b.batch_id = $2`,
    [account, batchId],
  );
