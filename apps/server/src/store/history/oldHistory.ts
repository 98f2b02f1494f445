import { removeUnusedContents } from "../assets/asset.ts";
import type { Query } from "../database.ts";

// Every statement takes the account, the days and how many rows: what is older goes, oldest first.

const cut = "trunkline_first_id(now() - $2::int * interval '1 day')";

/** The journey of a text, call or e-mail may still go on: a reply belongs to its latest text. */
const mayGoOn = (row: string): string => `exists (
  select from journey j join batch b on b.account_id = j.account_id and b.batch_id = j.batch_id
  where j.account_id = $1 and j.journey_id = ${row}.journey_id and j.status < 3 and b.status in ('running', 'paused'))`;

/** A text may be removed when its sending is over and no short address in it works any longer, because a click still counts for reports. */
const oldTexts = `from message m
  where m.account_id = $1 and m.message_id < ${cut} and m.state not in ('queued', 'submitting', 'in_doubt')
    and not ${mayGoOn("m")} and not exists (select from link l where l.account_id = $1 and l.message_id = m.message_id)`;
const oldCalls = `from call c
  where c.account_id = $1 and c.call_id < ${cut}
    and (c.ended is not null or c.state in ('rejected', 'blocked', 'cancelled', 'unknown')) and not ${mayGoOn("c")}`;

/** What is removed, by the name that its count has. */
export type HistoryKind = "texts" | "calls" | "emails" | "deliveries";

/** An account that keeps its history for a time. */
export interface HistoryLimit {
  accountId: string;
  days: number;
}

/** Accounts that do not keep their history for good. */
export const listHistoryLimits = (q: Query): Promise<HistoryLimit[]> =>
  q.rows(
    `select account_id "accountId", (settings->>'historyDays')::int days from account
     where settings->>'historyDays' is not null order by account_id`,
  );

interface Count {
  removed: number;
}

/** Removes texts with their receipts and the decisions about them; the figures of their runs stay. Returns how many. */
async function removeOldTexts(q: Query, values: readonly unknown[]): Promise<number> {
  const row = await q.one<Count>(
    `with old as materialized (select m.message_id ${oldTexts} order by m.message_id limit $3 for update of m skip locked),
     receipts as (delete from receipt r using old where r.account_id = $1 and r.message_id = old.message_id),
     route_decisions as (delete from route_decision d using old where d.account_id = $1 and d.subject_id = old.message_id),
     gone as (
       delete from message m using old where m.account_id = $1 and m.message_id = old.message_id
       returning m.batch_id, m.direction, m.state, m.segments, m.cost_micros),
     kept as (
       insert into batch_removed as k (account_id, batch_id, texts, segments, cost_micros)
       select $1, batch_id, count(*), sum(segments), sum(cost_micros) from gone
       where batch_id is not null and direction = 'out' and state in ('accepted', 'unknown') group by batch_id
       on conflict (account_id, batch_id) do update set texts = k.texts + excluded.texts,
         segments = k.segments + excluded.segments, cost_micros = k.cost_micros + excluded.cost_micros)
     select count(*)::int removed from gone`,
    values,
  );
  return row?.removed ?? 0;
}

/** Removes calls with their events, recordings, voicemails and the phones that rang for them; the figures of their runs stay. */
async function removeOldCalls(q: Query, values: readonly unknown[]): Promise<number> {
  const row = await q.one<Count & { files: string[] | null }>(
    `with old as materialized (select c.call_id ${oldCalls} order by c.call_id limit $3 for update of c skip locked),
     ${[
       "call_event",
       "voicemail",
       "caller",
       "queue_stay",
       "queue_callback",
       "call_offer",
       "simulator_call",
       "provider_call",
     ]
       .map(
         (table) =>
           `gone_${table} as (delete from ${table} t using old where t.account_id = $1 and t.call_id = old.call_id)`,
       )
       .join(",\n     ")},
     route_decisions as (delete from route_decision d using old where d.account_id = $1 and d.subject_id = old.call_id),
     files as (
       delete from asset a using old where a.account_id = $1 and a.call_id = old.call_id
       returning encode(a.sha256, 'hex') sha256),
     gone as (
       delete from call c using old where c.account_id = $1 and c.call_id = old.call_id
       returning c.batch_id, c.answered_by, c.line, c.state, c.duration_seconds, c.cost_micros),
     kept as (
       insert into batch_removed as k
         (account_id, batch_id, calls, by_human, by_machine, not_answered, talked, talk_seconds, cost_micros)
       select $1, batch_id, ${callFigures}, sum(cost_micros) from gone where batch_id is not null group by batch_id
       on conflict (account_id, batch_id) do update set calls = k.calls + excluded.calls,
         by_human = k.by_human + excluded.by_human, by_machine = k.by_machine + excluded.by_machine,
         not_answered = k.not_answered + excluded.not_answered, talked = k.talked + excluded.talked,
         talk_seconds = k.talk_seconds + excluded.talk_seconds, cost_micros = k.cost_micros + excluded.cost_micros)
     select (select count(*)::int from gone) removed, (select array_agg(distinct sha256) from files) files`,
    values,
  );
  await removeUnusedContents(
    q,
    (row?.files ?? []).map((hex) => ({ accountId: String(values[0]), hex })),
  );
  return row?.removed ?? 0;
}

/** What a run's calls came to: how many, by humans, by machines, not answered, how many talked, and how long in all. */
export const callFigures = `count(*), count(*) filter (where answered_by in ('human', 'unknown')),
  count(*) filter (where answered_by in ('machine', 'fax')),
  count(*) filter (where answered_by is null and (line in ('busy', 'no_answer', 'failed', 'cancelled')
    or state in ('rejected', 'blocked', 'cancelled', 'unknown'))),
  count(duration_seconds) filter (where answered_by is not null),
  coalesce(sum(duration_seconds) filter (where answered_by is not null), 0)`;

const removeOldEmails = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select e.email_id from email e where e.account_id = $1 and e.email_id < ${cut} and e.state <> 'submitting' and not ${mayGoOn("e")}
       order by e.email_id limit $3 for update of e skip locked)
     delete from email e using old where e.account_id = $1 and e.email_id = old.email_id`,
    values,
  );

/** What journeys asked of the world, with the bodies of texts in it; an e-mail's tells how that went. */
const removeOldEffects = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select x.effect_id from effect x where x.account_id = $1 and x.effect_id < ${cut} and x.state not in ('queued', 'under_way')
         and not ${mayGoOn("x")} and not exists (select from email e where e.account_id = $1 and e.email_id = x.effect_id)
       order by x.effect_id limit $3 for update of x skip locked)
     delete from effect x using old where x.account_id = $1 and x.effect_id = old.effect_id`,
    values,
  );

const removeOldDeliveries = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select w.delivery_id from webhook_delivery w where w.account_id = $1 and w.delivery_id < ${cut}
       order by w.delivery_id limit $3)
     delete from webhook_delivery w using old where w.account_id = $1 and w.delivery_id = old.delivery_id`,
    values,
  );

/** What the simulated carrier's handsets show. */
const removeOldHandsetTexts = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select s.simulator_id from simulator_message s where s.account_id = $1 and s.simulator_id < ${cut} and s.owed_at is null
       order by s.simulator_id limit $3 for update skip locked)
     delete from simulator_message s using old where s.account_id = $1 and s.simulator_id = old.simulator_id`,
    values,
  );

/** What agents chose, apart from what still held at the end of that time. */
const removeOldAgentStates = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select s.state_id from agent_state s where s.account_id = $1 and s.state_id < ${cut}
         and exists (select from agent_state n where n.account_id = $1 and n.user_id = s.user_id
           and (n.at, n.state_id) > (s.at, s.state_id) and n.state_id < ${cut})
       order by s.state_id limit $3)
     delete from agent_state s using old where s.account_id = $1 and s.state_id = old.state_id`,
    values,
  );

/** How long conversations waited. */
const removeOldWork = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select w.work_id from conversation_work w where w.account_id = $1 and w.work_id < ${cut}
       order by w.work_id limit $3 for update skip locked)
     delete from conversation_work w using old where w.account_id = $1 and w.work_id = old.work_id`,
    values,
  );

/** Conversations of which no text is left. */
const removeEmptyConversations = (q: Query, values: readonly unknown[]): Promise<number> =>
  q.run(
    `with old as materialized (
       select v.contact_id from conversation v
       where v.account_id = $1 and v.moved_id < ${cut}
         and not exists (select from message m where m.account_id = $1 and m.contact_id = v.contact_id)
       limit $3 for update of v skip locked)
     delete from conversation v using old where v.account_id = $1 and v.contact_id = old.contact_id`,
    values,
  );

const noteRemoved = (q: Query, account: string, counts: Readonly<Record<HistoryKind, number>>): Promise<number> =>
  q.run(
    `insert into history_removed as h (account_id, kind, removed)
     select $1, kind, n from unnest($2::text[], $3::int8[]) u (kind, n) where n > 0
     on conflict (account_id, kind) do update set removed = h.removed + excluded.removed, at = now()`,
    [account, Object.keys(counts), Object.values(counts)],
  );

/** Removes a bounded part of what an account keeps no longer, and notes how much; returns the most rows of one kind. */
export async function removeOldHistory(q: Query, { accountId, days }: HistoryLimit, most: number): Promise<number> {
  const values = [accountId, days, most];
  const counts = {
    texts: await removeOldTexts(q, values),
    calls: await removeOldCalls(q, values),
    emails: await removeOldEmails(q, values),
    deliveries: await removeOldDeliveries(q, values),
  };
  const effects = await removeOldEffects(q, values);
  const shown = await removeOldHandsetTexts(q, values);
  const conversations = await removeEmptyConversations(q, values);
  const states = await removeOldAgentStates(q, values);
  const work = await removeOldWork(q, values);
  await noteRemoved(q, accountId, counts);
  return Math.max(...Object.values(counts), effects, shown, conversations, states, work);
}

/** So many are counted; more are said to be more. */
const mostCounted = 10_000;

/** How many texts and calls would be removed with this retention; one more than `mostCounted` means more. */
export const countOldHistory = async (
  q: Query,
  account: string,
  days: number,
): Promise<{ texts: number; calls: number }> =>
  (await q.one(
    `select (select count(*)::int from (select ${oldTexts} limit $3) m) texts,
       (select count(*)::int from (select ${oldCalls} limit $3) c) calls`,
    [account, days, mostCounted + 1],
  )) ?? { texts: 0, calls: 0 };

/** What was removed so far, and when the last. */
export const listRemovedHistory = (
  q: Query,
  account: string,
): Promise<{ kind: HistoryKind; removed: number; at: Date }[]> =>
  q.rows("select kind, removed, at from history_removed where account_id = $1 order by kind", [account]);
