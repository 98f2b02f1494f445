import { plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { appendEvents, type InboxEntry, journeyClass } from "../journeys/journey.ts";
import { newId } from "../newId.ts";
import { waitsInQueue } from "./queueCaller.ts";
import { defaultTarget, type Target, type TargetDraft } from "./target.ts";
import type { WrapUp } from "./wrapUp.ts";

/** A queue with how many wait in it. */
export interface AgentQueueRow extends Target, WrapUp {
  queueId: string;
  name: string;
  open: boolean;
  waiting: number;
  oldest: Date | null;
  taken: number;
  created: Date;
  /** A work group has the name of the queue, and its target counts. */
  isOfGroup: boolean;
}

/** A contact whom agents are offered: the delay of the offer is over, the expiration has not come, and the journey is still at the node. */
const stillWaits = `h.state = 'waiting' and (h.offered_from is null or h.offered_from <= now()) and (h.until is null or h.until > now()) and j.status = 1 and j.node = h.node`;
const journeyOf = "join journey j on j.account_id = h.account_id and j.journey_id = h.journey_id";

/** Counted so far and no further where queues are listed. */
const mostCounted = 10_000;

const queueSelect = `select k.queue_id "queueId", k.name, k.is_open "open", k.created, coalesce(g.target_percent, k.target_percent) "targetPercent",
    coalesce(g.target_seconds, k.target_seconds) "targetSeconds",
    case when g.work_group_id is null then k.wrap_up_seconds else g.wrap_up_seconds end "wrapUpSeconds", g.work_group_id is not null "isOfGroup",
    least(w.waiting + coalesce(c.waiting, 0), ${mostCounted + 1}) waiting, least(w.oldest, c.oldest) oldest,
    least(k.callers_taken + (select count(*) from (select from agent_hold h where h.account_id = k.account_id and h.queue_id = k.queue_id
      and h.state in ('taken', 'wrapped_up') limit ${mostCounted + 1}) t), ${mostCounted + 1})::int taken
  from agent_queue k cross join lateral (
    select count(*)::int waiting, min(s.since) oldest from (
      select h.since from agent_hold h ${journeyOf}
      where h.account_id = k.account_id and h.queue_id = k.queue_id and ${stillWaits}
      order by h.hold_id limit ${mostCounted + 1}) s) w
  left join (
    select lower(n.name) name, count(*)::int waiting, min(n.since) oldest from (
      select k.name, k.since from caller k where k.account_id = $1 and ${waitsInQueue}
      order by k.since limit ${mostCounted + 1}) n group by 1) c on c.name = lower(k.name)
  left join work_group g on g.account_id = k.account_id and lower(g.name) = lower(k.name)
  where k.account_id = $1`;

/** The account's queues by name. */
export const listAgentQueues = (q: Query, account: string): Promise<AgentQueueRow[]> =>
  q.rows(`${queueSelect} order by lower(k.name)`, [account]);

/** One queue, or null. */
export const findAgentQueue = (q: Query, account: string, queueId: string): Promise<AgentQueueRow | null> =>
  q.one(`${queueSelect} and k.queue_id = $2`, [account, queueId]);

/** Whether there is such a queue. */
export const hasAgentQueue = async (q: Query, account: string, queueId: string): Promise<boolean> =>
  (await q.one("select from agent_queue where account_id = $1 and queue_id = $2", [account, queueId])) !== null;

/** Makes a queue and returns its id; null when there is one of this name, whatever its case. */
export async function insertAgentQueue(
  q: Query,
  account: string,
  name: string,
  { targetPercent, targetSeconds }: TargetDraft = {},
): Promise<string | null> {
  const row = await q.one<{ id: string }>(
    `insert into agent_queue (account_id, queue_id, name, target_percent, target_seconds) values ($1, $2, $3, $4, $5)
     on conflict (account_id, lower(name)) do nothing returning queue_id id`,
    [
      account,
      newId(),
      name,
      targetPercent ?? defaultTarget.targetPercent,
      targetSeconds ?? defaultTarget.targetSeconds,
    ],
  );
  return row?.id ?? null;
}

/** Opens or closes a queue, or sets its target; false when there is none. What is left out stays as it is. */
export const updateAgentQueue = async (
  q: Query,
  account: string,
  queueId: string,
  { open, targetPercent, targetSeconds }: TargetDraft & { open?: boolean | undefined },
): Promise<boolean> =>
  (await q.run(
    `update agent_queue set is_open = coalesce($3::boolean, is_open), target_percent = coalesce($4::int, target_percent),
       target_seconds = coalesce($5::int, target_seconds) where account_id = $1 and queue_id = $2`,
    [account, queueId, open ?? null, targetPercent ?? null, targetSeconds ?? null],
  )) > 0;

/** Removes a queue; what happened in it stays. False when there is none. */
export const removeAgentQueue = async (q: Query, account: string, queueId: string): Promise<boolean> =>
  (await q.run("delete from agent_queue where account_id = $1 and queue_id = $2", [account, queueId])) > 0;

/** A contact who comes into a queue. */
export interface NewQueueEntry {
  accountId: string;
  queueName: string;
  contactId: string;
  campaignId: string;
  journeyId: string;
  node: number;
  /** When agents first see the contact; null: at once. */
  offeredFromMs: number | null;
  untilMs: number | null;
}

/** Gives contacts their places, making queues that do not exist; those whose queue is closed hear it at once. */
export async function insertQueueEntries(q: Query, holds: readonly NewQueueEntry[]): Promise<void> {
  if (holds.length === 0) return;
  const named = new Map(holds.map((hold) => [`${hold.accountId} ${hold.queueName.toLowerCase()}`, hold]));
  const queues = [...named.values()].sort((a, b) => (a.accountId + a.queueName < b.accountId + b.queueName ? -1 : 1));
  await q.run(
    `insert into agent_queue (account_id, queue_id, name) select a, i, n from unnest($1::uuid[], $2::uuid[], $3::text[]) u (a, i, n)
     on conflict (account_id, lower(name)) do nothing`,
    [
      plainColumn(queues, (hold) => hold.accountId),
      plainColumn(queues, () => newId()),
      textArray(queues.map((hold) => withoutNul(hold.queueName))),
    ],
  );
  const refused = await q.rows<{ accountId: string; journeyId: string; node: number }>(
    `with u as (
       select u.*, k.queue_id, k.is_open from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[],
         $7::int[], $8::float8[], $9::float8[]) u (account_id, hold_id, name, contact_id, campaign_id, journey_id, node, until_ms, offered_ms)
       join agent_queue k on k.account_id = u.account_id and lower(k.name) = lower(u.name)),
     w as (
       insert into agent_hold (account_id, hold_id, queue_id, contact_id, campaign_id, journey_id, node, until, offered_from)
       select account_id, hold_id, queue_id, contact_id, campaign_id, journey_id, node, to_timestamp(until_ms / 1000),
         to_timestamp(offered_ms / 1000)
       from u where is_open)
     select account_id "accountId", journey_id "journeyId", node from u where not is_open`,
    [
      plainColumn(holds, (hold) => hold.accountId),
      plainColumn(holds, () => newId()),
      textArray(holds.map((hold) => withoutNul(hold.queueName))),
      plainColumn(holds, (hold) => hold.contactId),
      plainColumn(holds, (hold) => hold.campaignId),
      plainColumn(holds, (hold) => hold.journeyId),
      plainColumn(holds, (hold) => hold.node),
      plainColumn(holds, (hold) => hold.untilMs),
      plainColumn(holds, (hold) => hold.offeredFromMs),
    ],
  );
  await appendEvents(q, refused.map(closedEntry));
}

const closedEntry = ({
  accountId,
  journeyId,
  node,
}: {
  accountId: string;
  journeyId: string;
  node: number;
}): InboxEntry => ({
  accountId,
  journeyId,
  events: [{ type: "answered", node, answer: { ok: true, reason: "queue_closed" } }],
});

/** Lets every contact who waits in a queue continue; returns how many. */
export async function closeQueueEntries(q: Query, account: string, queueId: string): Promise<number> {
  const closed = await q.rows<{ accountId: string; journeyId: string; node: number }>(
    `update agent_hold set state = 'closed' where account_id = $1 and queue_id = $2 and state = 'waiting'
       and (until is null or until > now())
     returning account_id "accountId", journey_id "journeyId", node`,
    [account, queueId],
  );
  await appendEvents(q, closed.map(closedEntry), journeyClass.interactive);
  return closed.length;
}

/** A contact's place as pages show it. */
export interface QueueEntryRow {
  holdId: string;
  queueId: string;
  queueName: string | null;
  contactId: string;
  name: string | null;
  phone: string | null;
  campaignId: string;
  campaignName: string | null;
  journeyId: string;
  node: number;
  since: Date;
  until: Date | null;
  state: "waiting" | "taken" | "closed" | "wrapped_up";
  agentName: string | null;
  taken: Date | null;
  note: string | null;
}

const entrySelect = `select h.hold_id "holdId", h.queue_id "queueId", k.name "queueName", h.contact_id "contactId",
    nullif(concat_ws(' ', c.first_name, c.last_name), '') "name", c.phone, h.campaign_id "campaignId",
    p.name "campaignName", h.journey_id "journeyId", h.node, h.since, h.until, h.state, h.agent_name "agentName", h.taken, h.note
  from agent_hold h
  left join agent_queue k on k.account_id = h.account_id and k.queue_id = h.queue_id
  left join contact c on c.account_id = h.account_id and c.contact_id = h.contact_id
  left join campaign p on p.account_id = h.account_id and p.campaign_id = h.campaign_id`;

/** Who waits in a queue, the longest first, at most 200. */
export const listWaiting = (q: Query, account: string, queueId: string): Promise<QueueEntryRow[]> =>
  q.rows(
    `${entrySelect} ${journeyOf} where h.account_id = $1 and h.queue_id = $2 and ${stillWaits} order by h.hold_id limit 200`,
    [account, queueId],
  );

/** Whom an agent took, those not wrapped up first, then the latest 20. */
export const listAnsweredEntries = (q: Query, account: string, agent: string): Promise<QueueEntryRow[]> =>
  q.rows(
    `${entrySelect} where h.account_id = $1 and h.agent = $2 and h.state in ('taken', 'wrapped_up')
     order by h.state, h.hold_id desc limit 20`,
    [account, agent],
  );

/** A contact that an agent took, or null. */
export const findAnsweredEntry = (
  q: Query,
  account: string,
  holdId: string,
  agent: string,
): Promise<QueueEntryRow | null> =>
  q.one(
    `${entrySelect} where h.account_id = $1 and h.hold_id = $2 and h.agent = $3 and h.state in ('taken', 'wrapped_up')`,
    [account, holdId, agent],
  );

const findQueueEntry = (q: Query, account: string, holdId: string): Promise<QueueEntryRow | null> =>
  q.one(`${entrySelect} where h.account_id = $1 and h.hold_id = $2`, [account, holdId]);

/**
 * Answers a contact in a queue, the longest waiting by default, and lets the journey continue. Null if no contact waits, or
 * none since `before`. Two agents never answer the same contact.
 */
export async function answerQueueEntry(
  q: Query,
  account: string,
  { queueId, holdId, before = null }: { queueId: string; holdId: string | null; before?: Date | null },
  agent: { id: string; name: string },
): Promise<QueueEntryRow | null> {
  const taken = await q.one<{ holdId: string; journeyId: string; node: number }>(
    `with chosen as materialized (
       select h.hold_id from agent_hold h ${journeyOf}
       where h.account_id = $1 and h.queue_id = $2 and ($3::uuid is null or h.hold_id = $3)
         and ($6::timestamptz is null or h.since <= $6) and ${stillWaits}
       order by h.hold_id limit 1 for update of h skip locked)
     update agent_hold h set state = 'taken', agent = $4, agent_name = $5, taken = now() from chosen
     where h.account_id = $1 and h.hold_id = chosen.hold_id
     returning h.hold_id "holdId", h.journey_id "journeyId", h.node`,
    [account, queueId, holdId, agent.id, agent.name, before],
  );
  if (taken === null) return null;
  await appendEvents(
    q,
    [
      {
        accountId: account,
        journeyId: taken.journeyId,
        events: [{ type: "answered", node: taken.node, answer: { ok: true, reason: "agent_took", text: agent.name } }],
      },
    ],
    journeyClass.interactive,
  );
  return findQueueEntry(q, account, taken.holdId);
}

/** Finishes with a contact; null unless this agent took them. */
export async function wrapUpQueueEntry(
  q: Query,
  account: string,
  holdId: string,
  agent: string,
  note: string,
): Promise<QueueEntryRow | null> {
  const count = await q.run(
    `update agent_hold set state = 'wrapped_up', note = $4
     where account_id = $1 and hold_id = $2 and agent = $3 and state in ('taken', 'wrapped_up')`,
    [account, holdId, agent, withoutNul(note)],
  );
  return count === 0 ? null : findQueueEntry(q, account, holdId);
}
