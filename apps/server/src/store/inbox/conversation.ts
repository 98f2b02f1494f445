import type { Conversation } from "@trunkline/contract/inbox/inbox.ts";
import { plainArray } from "../arrays.ts";
import { contactSearchWhere } from "../contacts/contactSearch.ts";
import type { Query } from "../database.ts";
import { queueConversation } from "./dueConversation.ts";

/** What is to be done with a conversation; handled: a workflow or the product has done it. */
type ConversationStatus = Conversation["status"];

/** A conversation as the inbox lists it. */
export interface ConversationRow {
  contactId: string;
  contactName: string | null;
  phone: string | null;
  number: string;
  channel: "sms" | "rcs";
  status: ConversationStatus;
  inbox: string | null;
  assignedTo: { userId: string; name: string } | null;
  unread: boolean;
  /** Who handled the last text, where no person did: a workflow, or the product itself. */
  handled: { campaignId: string | null; name: string | null; word: string | null } | null;
  /** The work group that a rule assigned it to. */
  workGroup: { workGroupId: string; name: string } | null;
  /** Why a rule assigned it; null if a person did, or no one. */
  assignedBecause: Conversation["assignedBecause"];
  /** The end of its snooze: to come, or over while no one has done anything about it. */
  snoozedUntil: Date | null;
  /** Its place in the list. Null: it has none yet. */
  movedId: string | null;
  /** Null: nothing was said yet. */
  lastId: string | null;
  /** Null: the contact never texted. */
  lastIn: string | null;
  lastText: string | null;
  lastDirection: "in" | "out" | null;
}

/** What the list of conversations is narrowed to. */
export interface ConversationFilter {
  status?: ConversationStatus | undefined;
  /** A user, or null if unassigned. */
  assignedTo?: string | null | undefined;
  inbox?: string | undefined;
  workGroup?: string | undefined;
  /** The workflow that handled them. */
  handledBy?: string | undefined;
  search?: string | undefined;
}

const isUnread = "v.unread_ids <> '{}'";
const columns = `v.contact_id "contactId", nullif(concat_ws(' ', co.first_name, co.last_name), '') "contactName", co.phone,
    v.number, v.channel, v.status, v.inbox, (${isUnread}) unread, v.last_id "lastId", v.last_in "lastIn",
    case when u.user_id is not null then jsonb_build_object('userId', u.user_id, 'name', u.name) end "assignedTo",
    case when v.status = 'handled' then jsonb_build_object('campaignId', w.campaign_id, 'name', w.name, 'word', v.handled_word) end handled,
    case when g.work_group_id is not null then jsonb_build_object('workGroupId', g.work_group_id, 'name', g.name) end "workGroup",
    v.assigned_because "assignedBecause", v.snoozed_until "snoozedUntil", v.moved_id "movedId",
    m.body "lastText", m.direction "lastDirection"`;
// a user who left the account counts as unassigned
const joined = `left join contact co on co.account_id = v.account_id and co.contact_id = v.contact_id
  left join membership s on s.account_id = v.account_id and s.user_id = v.assigned_to
  left join auth_user u on u.user_id = s.user_id
  left join work_group g on g.account_id = v.account_id and g.work_group_id = v.work_group_id
  left join campaign w on w.account_id = v.account_id and w.campaign_id = v.handled_by and v.status = 'handled'
  left join message m on m.account_id = v.account_id and m.message_id = v.last_id`;

/** Conversations of an account, newest first, from before a text on. */
export async function listConversations(
  q: Query,
  account: string,
  { status, assignedTo, inbox, workGroup, handledBy, search }: ConversationFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<ConversationRow[]> {
  const found = search?.trim() ? await contactSearchWhere(q, account, search) : undefined;
  const values: unknown[] = found?.values ?? [account];
  const where = ["v.account_id = $1"];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  const few = found?.few;
  // few are looked up one by one, in one statement: a walk along all conversations would pass by the others
  let from = "conversation v";
  if (few) {
    values.splice(1, values.length, plainArray(few));
    from = `unnest($2::uuid[]) f (contact_id) cross join lateral
      (select * from conversation v where v.account_id = $1 and v.contact_id = f.contact_id offset 0) v`;
  } else if (found) where.push(`v.contact_id in (select c.contact_id from contact c where ${found.where})`);
  if (status !== undefined) add(status, (at) => `v.status = ${at}`);
  if (assignedTo === null) where.push("v.assigned_to is null");
  else if (assignedTo !== undefined) add(assignedTo, (at) => `v.assigned_to = ${at}::uuid`);
  if (inbox !== undefined) add(inbox, (at) => `v.inbox = ${at}`);
  if (workGroup !== undefined) add(workGroup, (at) => `v.work_group_id = ${at}::uuid`);
  if (handledBy !== undefined) add(handledBy, (at) => `v.status = 'handled' and v.handled_by = ${at}::uuid`);
  if (before !== undefined) add(before, (at) => `v.moved_id < ${at}::uuid`);
  values.push(limit);
  return q.rows(
    `select ${columns} from (select v.* from ${from} where ${where.join(" and ")}
       order by v.moved_id desc limit $${values.length}) v ${joined} order by v.moved_id desc`,
    values,
  );
}

/** The inboxes that routes lead to or conversations stand in, by name. */
export const listInboxes = (q: Query, account: string): Promise<{ inbox: string }[]> =>
  q.rows(
    // from each name the next one: as many steps along the index as there are inboxes
    `with recursive held as (
       (select inbox from conversation where account_id = $1 and inbox is not null order by inbox limit 1)
       union all
       select (select c.inbox from conversation c where c.account_id = $1 and c.inbox > h.inbox order by c.inbox limit 1)
       from held h where h.inbox is not null)
     select inbox from (
       select inbox from held where inbox is not null
       union select live->>'dest' from route_destination where account_id = $1 and live->>'destType' = 'inbox') i
     order by lower(inbox), inbox`,
    [account],
  );

/** One conversation, or null. */
export const findConversation = (q: Query, account: string, contactId: string): Promise<ConversationRow | null> =>
  q.one(`select ${columns} from conversation v ${joined} where v.account_id = $1 and v.contact_id = $2`, [
    account,
    contactId,
  ]);

/** A conversation before its first text: with the account's number that last texted the contact, if it is still one. Null if there is no such contact. */
export const findUnbegun = (q: Query, account: string, contactId: string): Promise<ConversationRow | null> =>
  q.one(
    `select co.contact_id "contactId", nullif(concat_ws(' ', co.first_name, co.last_name), '') "contactName", co.phone,
       coalesce((select m.from_number from message m join number n on n.account_id = m.account_id and n.phone = m.from_number
         where m.account_id = $1 and m.contact_id = $2 and m.direction = 'out' order by m.message_id desc limit 1), '') number,
       'sms' channel, 'open' status, null inbox, false unread, null "lastId", null "lastIn", null::jsonb "assignedTo", null::jsonb handled, null::jsonb "workGroup", null::jsonb "assignedBecause", null::timestamptz "snoozedUntil", null "movedId", null "lastText", null "lastDirection"
     from contact co where co.account_id = $1 and co.contact_id = $2`,
    [account, contactId],
  );

/** So many are counted; more are as good as these. */
const mostCounted = 100;

/** Open conversations with unread texts, of a user and unassigned. */
export const countUnread = async (q: Query, account: string, userId: string | null): Promise<number> =>
  (
    await q.one<{ unread: number }>(
      `select count(*)::int unread from (
         select from conversation v where v.account_id = $1 and v.status = 'open' and ${isUnread}
           and (v.assigned_to is null or v.assigned_to = $2) limit ${mostCounted}) v`,
      [account, userId],
    )
  )?.unread ?? 0;

/** What is changed of a conversation; what is not named stays. */
export interface ConversationChange {
  status?: "open" | "closed" | undefined;
  snoozeUntil?: Date | undefined;
  assignedTo?: string | null | undefined;
  readTo?: string | undefined;
}

/**
 * Changes a conversation; what was read stays read. One that a person opens, snoozes or assigns is that person's until it
 * is closed.
 */
export async function updateConversation(
  q: Query,
  account: string,
  contactId: string,
  { status, snoozeUntil, assignedTo, readTo }: ConversationChange,
  by: string | null,
): Promise<void> {
  if (status === "closed") await insertWork(q, account, contactId, by);
  await q.run(
    `update conversation set status = coalesce($3, status), assigned_to = case when $4 then $5::uuid else assigned_to end,
       assigned_because = case when $4 then null else assigned_because end,
       by_person = case when $3 = 'closed' then false when $3 in ('open', 'snoozed') then true
         else by_person or ($5::uuid is not null and status = 'open') end,
       unanswered_ids = case when $3 = 'closed' then '{}' else unanswered_ids end,
       opened = case when $3 = 'closed' then null when $3 is null then opened when status in ('open', 'snoozed') then coalesce(opened, now()) else now() end,
       asked = case when $3 is null or $3 <> 'closed' and status in ('open', 'snoozed') then asked end,
       replied = case when $3 is null or $3 <> 'closed' and status in ('open', 'snoozed') then replied end,
       replied_by = case when $3 is null or $3 <> 'closed' and status in ('open', 'snoozed') then replied_by end,
       snoozed_until = case when $3 = 'snoozed' then $7::timestamptz when $3 is null then snoozed_until end,
       read_to = greatest(read_to, $6::uuid),
       unread_ids = case when $6::uuid is null then unread_ids else array(select i from unnest(unread_ids) i where i > $6::uuid order by i desc) end
     where account_id = $1 and contact_id = $2`,
    [
      account,
      contactId,
      snoozeUntil === undefined ? (status ?? null) : "snoozed",
      assignedTo !== undefined,
      assignedTo ?? null,
      readTo ?? null,
      snoozeUntil ?? null,
    ],
  );
  if (snoozeUntil !== undefined) await queueConversation(q, account, contactId, snoozeUntil);
}

/** Notes the work on a conversation that a user closes now. */
const insertWork = (q: Query, account: string, contactId: string, by: string | null): Promise<number> =>
  q.run(
    `with held as materialized (
       select * from conversation where account_id = $1 and contact_id = $2 and status in ('open', 'snoozed') and opened is not null
       for update)
     insert into conversation_work (account_id, work_id, contact_id, opened, asked, replied, replied_by, closed, closed_by, work_group_id, assigned_to)
     select account_id, trunkline_uuid7(), contact_id, opened, asked, replied, replied_by, now(), $3::uuid, work_group_id, assigned_to from held`,
    [account, contactId, by],
  );

/** Unassigns the conversations of a user who leaves the account. */
export const unassignConversations = (q: Query, account: string, userId: string): Promise<number> =>
  q.run(
    "update conversation set assigned_to = null, assigned_because = null where account_id = $1 and assigned_to = $2",
    [account, userId],
  );
