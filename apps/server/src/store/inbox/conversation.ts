import { plainArray, textArray } from "../arrays.ts";
import { uuidColumn } from "../binaryArrays.ts";
import { contactSearchWhere } from "../contacts/contactSearch.ts";
import type { Query } from "../database.ts";
import { linkWrites, type NewLink } from "../links/link.ts";
import { messageClass } from "../messages/message.ts";
import { writeTogether } from "../together.ts";

/** A text of a contact as the inbox takes it. */
export interface ConversationText {
  accountId: string;
  contactId: string;
  messageId: string;
  /** The account's number. */
  number: string;
  channel: "sms" | "rcs";
  /** The product has answered it itself (STOP, START, HELP): no person needs to look at it. */
  isAnswered: boolean;
}

/** So many unread texts of a conversation are remembered. */
const mostUnread = 20;

/**
 * Shows texts that came in in the inbox: their conversations are made, or opened again and unread (readings, Replies).
 * Texts that are answered already leave a closed conversation closed and a read one read.
 */
export async function openConversations(q: Query, texts: readonly ConversationText[]): Promise<void> {
  await q.run(
    {
      name: "conversation.open",
      // in the order of their keys: two that receive at the same time wait for each other in one order
      text: `insert into conversation as v (account_id, contact_id, number, channel, last_id, last_in, unread_ids)
        select distinct on (a, c) a, c, n, ch, m, m, array_remove(array_agg(case when not d then m end) over (partition by a, c), null)
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bool[]) u (a, c, m, n, ch, d) order by a, c, m desc
        on conflict (account_id, contact_id) do update set
          status = case when excluded.unread_ids = '{}' then v.status else 'open' end,
          unread_ids = array(select i from unnest(v.unread_ids || excluded.unread_ids) i order by i desc limit ${mostUnread}), number = excluded.number,
          channel = excluded.channel, last_id = greatest(v.last_id, excluded.last_id),
          last_in = greatest(v.last_in, excluded.last_in)`,
    },
    [
      uuidColumn(texts, (one) => one.accountId),
      uuidColumn(texts, (one) => one.contactId),
      uuidColumn(texts, (one) => one.messageId),
      textArray(texts.map((one) => one.number)),
      textArray(texts.map((one) => one.channel)),
      plainArray(texts.map((one) => one.isAnswered)),
    ],
  );
}

/** Texts that a workflow has answered: no person needs to look at them any longer. */
export async function markAnswered(
  q: Query,
  texts: readonly Pick<ConversationText, "accountId" | "contactId" | "messageId">[],
): Promise<void> {
  if (texts.length === 0) return;
  await q.run(
    {
      name: "conversation.answered",
      // locked in the order of their keys, as texts that come in lock them
      text: `with answered as (select a, c, array_agg(m) ids from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u (a, c, m) group by a, c),
        held as materialized (
          select v.account_id, v.contact_id, u.ids from answered u
          join conversation v on v.account_id = u.a and v.contact_id = u.c and v.unread_ids && u.ids
          order by v.account_id, v.contact_id for update of v)
        update conversation v set unread_ids = array(select i from unnest(v.unread_ids) i where i <> all (h.ids) order by i desc)
        from held h where v.account_id = h.account_id and v.contact_id = h.contact_id`,
    },
    [
      uuidColumn(texts, (one) => one.accountId),
      uuidColumn(texts, (one) => one.contactId),
      uuidColumn(texts, (one) => one.messageId),
    ],
  );
}

/** Leads conversations to an inbox by its name, the latest text deciding. */
export async function setInboxes(
  q: Query,
  routed: readonly { accountId: string; contactId: string; inbox: string }[],
): Promise<void> {
  await q.run(
    {
      name: "conversation.inbox",
      text: `update conversation v set inbox = u.b
        from (select distinct on (a, c) a, c, b from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality w (a, c, b, n)
          order by a, c, n desc) u
        where v.account_id = u.a and v.contact_id = u.c and v.inbox is distinct from u.b`,
    },
    [
      uuidColumn(routed, (one) => one.accountId),
      uuidColumn(routed, (one) => one.contactId),
      textArray(routed.map((one) => one.inbox)),
    ],
  );
}

export interface ConversationRow {
  contactId: string;
  contactName: string | null;
  phone: string | null;
  number: string;
  channel: "sms" | "rcs";
  status: "open" | "closed";
  inbox: string | null;
  assignedTo: { userId: string; name: string } | null;
  unread: boolean;
  /** Null: nothing was said yet. */
  lastId: string | null;
  /** Null: the contact never texted. */
  lastIn: string | null;
  lastText: string | null;
  lastDirection: "in" | "out" | null;
}

/** What the list of conversations is narrowed to. */
export interface ConversationFilter {
  status?: "open" | "closed" | undefined;
  /** A user, or null if unassigned. */
  assignedTo?: string | null | undefined;
  inbox?: string | undefined;
  search?: string | undefined;
}

const isUnread = "v.unread_ids <> '{}'";
const columns = `v.contact_id "contactId", nullif(concat_ws(' ', co.first_name, co.last_name), '') "contactName", co.phone,
    v.number, v.channel, v.status, v.inbox, (${isUnread}) unread, v.last_id "lastId", v.last_in "lastIn",
    case when u.user_id is not null then jsonb_build_object('userId', u.user_id, 'name', u.name) end "assignedTo",
    m.body "lastText", m.direction "lastDirection"`;
// a user who left the account counts as unassigned
const joined = `left join contact co on co.account_id = v.account_id and co.contact_id = v.contact_id
  left join membership s on s.account_id = v.account_id and s.user_id = v.assigned_to
  left join auth_user u on u.user_id = s.user_id
  left join message m on m.account_id = v.account_id and m.message_id = v.last_id`;

/** Conversations of an account, newest first, from before a text on. */
export async function listConversations(
  q: Query,
  account: string,
  { status, assignedTo, inbox, search }: ConversationFilter,
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
  if (before !== undefined) add(before, (at) => `v.last_id < ${at}::uuid`);
  values.push(limit);
  return q.rows(
    `select ${columns} from (select v.* from ${from} where ${where.join(" and ")}
       order by v.last_id desc limit $${values.length}) v ${joined} order by v.last_id desc`,
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
       'sms' channel, 'open' status, null inbox, false unread, null "lastId", null "lastIn", null::jsonb "assignedTo", null "lastText", null "lastDirection"
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
  assignedTo?: string | null | undefined;
  readTo?: string | undefined;
}

/** Changes a conversation; what was read stays read. */
export async function updateConversation(
  q: Query,
  account: string,
  contactId: string,
  { status, assignedTo, readTo }: ConversationChange,
): Promise<void> {
  await q.run(
    `update conversation set status = coalesce($3, status), assigned_to = case when $4 then $5::uuid else assigned_to end,
       read_to = greatest(read_to, $6::uuid),
       unread_ids = case when $6::uuid is null then unread_ids else array(select i from unnest(unread_ids) i where i > $6::uuid order by i desc) end
     where account_id = $1 and contact_id = $2`,
    [account, contactId, status ?? null, assignedTo !== undefined, assignedTo ?? null, readTo ?? null],
  );
}

/** Unassigns the conversations of a user who leaves the account. */
export const unassignConversations = (q: Query, account: string, userId: string): Promise<number> =>
  q.run("update conversation set assigned_to = null where account_id = $1 and assigned_to = $2", [account, userId]);

/** A text that a person writes. */
export interface WrittenText {
  messageId: string;
  contactId: string;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  channel: "sms" | "rcs";
  rcs: string | null;
  segments: number;
  encoding: string;
  costMicros: number;
  carrier: string;
  /** Why it waits: the rule that holds it until `notBeforeMs`. */
  reason: string | null;
  notBeforeMs: number | null;
  openUntilMs: number | null;
  /** user:{id}, key:{id} */
  sentBy: string;
  /** Its short addresses. */
  links?: NewLink[] | undefined;
}

/** Queues a text that a person wrote, in the account's own lane; its conversation is begun where there is none, open, read and first in the list. */
export async function insertWrittenText(q: Query, account: string, text: WrittenText): Promise<void> {
  await q.run(
    `insert into message (account_id, message_id, contact_id, direction, from_number, to_number, body, media_url, channel, rcs,
       segments, encoding, state, cost_micros, carrier, reason, not_before, open_until, sent_by, class)
     values ($1, $2, $3, 'out', $4, $5, $6, $7, $8, $9::jsonb, $10, $11, 'queued', $12, $13, $14,
       coalesce(to_timestamp($15::float8 / 1000), now()), to_timestamp($16::float8 / 1000), $17, ${messageClass.answer})`,
    [
      ...[
        account,
        text.messageId,
        text.contactId,
        text.from,
        text.to,
        text.text,
        text.mediaUrl,
        text.channel,
        text.rcs,
      ],
      ...[text.segments, text.encoding, text.costMicros, text.carrier, text.reason, text.notBeforeMs, text.openUntilMs],
      text.sentBy,
    ],
  );
  await writeTogether(q, linkWrites([{ accountId: account, messageId: text.messageId, links: text.links }]));
  await q.run(
    `insert into conversation as v (account_id, contact_id, number, channel, last_id) values ($1, $2, $4, $5, $3)
     on conflict (account_id, contact_id) do update
       set status = 'open', last_id = greatest(v.last_id, excluded.last_id), read_to = v.last_in, unread_ids = '{}'`,
    [account, text.contactId, text.messageId, text.from, text.channel],
  );
}

/** Who wrote texts by hand, and until when queued ones wait. */
export const listWritten = (
  q: Query,
  account: string,
  messageIds: readonly string[],
): Promise<{ messageId: string; sentBy: string; heldUntil: Date | null }[]> =>
  q.rows(
    `select m.message_id "messageId", coalesce(u.name, 'API key ' || k.name, 'a former user') "sentBy",
       case when m.state = 'queued' and m.not_before > now() then m.not_before end "heldUntil"
     from message m
     left join auth_user u on m.sent_by = 'user:' || u.user_id
     left join api_key k on k.account_id = m.account_id and m.sent_by = 'key:' || k.api_key_id
     where m.account_id = $1 and m.message_id = any ($2::uuid[]) and m.sent_by is not null`,
    [account, messageIds],
  );

/** The sender of the RCS message that the contact saw last; null if there was none. */
export const findLastAgent = (
  q: Query,
  account: string,
  contactId: string,
): Promise<{ agentId: string; agentName: string } | null> =>
  q.one(
    `select m.rcs->>'agentId' "agentId", m.rcs->>'agentName' "agentName" from message m
     where m.account_id = $1 and m.contact_id = $2 and m.direction = 'out' and m.channel = 'rcs'
     order by m.message_id desc limit 1`,
    [account, contactId],
  );
