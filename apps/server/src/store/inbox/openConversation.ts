import { plainArray, textArray } from "../arrays.ts";
import { uuidColumn } from "../binaryArrays.ts";
import type { Query } from "../database.ts";

/** A text of a contact as the inbox gets it. */
export interface ConversationText {
  accountId: string;
  contactId: string;
  messageId: string;
  /** The account's number. */
  number: string;
  channel: "sms" | "rcs";
  /** A journey has it as a reply and may handle it, so rules wait a moment before they assign it. */
  isForJourney: boolean;
  /** The product has answered it itself (stop, start, help): it needs no person. */
  word: string | null;
}

/** So many texts of a conversation that need a person are remembered. */
const mostRemembered = 20;

/**
 * Shows texts that came in in the inbox: their conversations are made, or opened again and unread (readings, Replies).
 * Texts that the product has answered leave their conversation as it is, or make one that is handled (decision 0099).
 */
export async function openConversations(q: Query, texts: readonly ConversationText[]): Promise<void> {
  await q.run(
    {
      name: "conversation.open",
      // in the order of their keys: two that receive at the same time wait for each other in one order
      text: `insert into conversation as v (account_id, contact_id, number, channel, last_id, moved_id, last_in, unread_ids,
          unanswered_ids, status, by_person, handled_word, opened, asked)
        select a, c, n, ch, m, m, m, ids, array(select i from unnest(ids) i order by i limit ${mostRemembered}),
          case when ids = '{}' then 'handled' else 'open' end, false, case when ids = '{}' then w end,
          case when ids <> '{}' then now() end, case when ids <> '{}' then now() end
        from (
          select distinct on (a, c) a, c, m, n, ch, w,
            array_remove(array_agg(case when w is null then m end) over (partition by a, c), null) ids
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]) u (a, c, m, n, ch, w)
          order by a, c, m desc) t
        order by a, c
        on conflict (account_id, contact_id) do update set
          status = case when excluded.unread_ids = '{}' then v.status else 'open' end,
          by_person = v.by_person and v.status in ('open', 'snoozed'),
          unread_ids = array(select i from unnest(v.unread_ids || excluded.unread_ids) i order by i desc limit ${mostRemembered}),
          unanswered_ids = array(select i from unnest(v.unanswered_ids || excluded.unanswered_ids) i order by i limit ${mostRemembered}),
          handled_by = case when excluded.unread_ids = '{}' then null else v.handled_by end,
          handled_word = excluded.handled_word,
          opened = case when excluded.opened is null or v.status in ('open', 'snoozed') then coalesce(v.opened, excluded.opened) else excluded.opened end,
          asked = case when excluded.asked is null or v.status in ('open', 'snoozed') then coalesce(v.asked, excluded.asked) else excluded.asked end,
          replied = case when excluded.asked is null or v.status in ('open', 'snoozed') then v.replied end,
          replied_by = case when excluded.asked is null or v.status in ('open', 'snoozed') then v.replied_by end,
          snoozed_until = case when excluded.unread_ids = '{}' then v.snoozed_until end,
          number = excluded.number, channel = excluded.channel, last_id = greatest(v.last_id, excluded.last_id),
          moved_id = greatest(v.moved_id, excluded.moved_id), last_in = greatest(v.last_in, excluded.last_in)`,
    },
    [
      uuidColumn(texts, (one) => one.accountId),
      uuidColumn(texts, (one) => one.contactId),
      uuidColumn(texts, (one) => one.messageId),
      textArray(texts.map((one) => one.number)),
      textArray(texts.map((one) => one.channel)),
      textArray(texts.map((one) => one.word)),
    ],
  );
}

/**
 * Has a worker assign the conversations of texts by the rules of their accounts: at once, or after a moment in which a
 * workflow may handle the text. Accounts without rules queue nothing.
 */
export async function queueAssignments(q: Query, texts: readonly ConversationText[]): Promise<void> {
  const open = texts.filter(({ word }) => word === null);
  if (open.length === 0) return;
  await q.run(
    {
      name: "conversation.queue",
      text: `insert into conversation_due as d (account_id, contact_id, due_at)
        select a, c, now() + max(case when j then interval '10 seconds' else '0' end)
        from unnest($1::uuid[], $2::uuid[], $3::bool[]) u (a, c, j)
        where exists (select from assignment_rule r where r.account_id = a and r.is_on)
        group by a, c order by a, c
        on conflict (account_id, contact_id) do update set due_at = excluded.due_at`,
    },
    [
      uuidColumn(open, (one) => one.accountId),
      uuidColumn(open, (one) => one.contactId),
      plainArray(open.map((one) => one.isForJourney)),
    ],
  );
}

/** A text that a workflow acted on. */
export interface HandledText extends Pick<ConversationText, "accountId" | "contactId" | "messageId"> {
  campaignId: string;
}

/** Nothing of a conversation is left for a person. */
const isOver = "h.is_free and h.unread = '{}' and h.unanswered = '{}'";

/**
 * Texts that a workflow has handled: no person needs to look at them. A conversation without other unanswered texts is
 * handled, unless a person has it.
 */
export async function markHandled(q: Query, texts: readonly HandledText[]): Promise<void> {
  if (texts.length === 0) return;
  await q.run(
    {
      name: "conversation.handled",
      // locked in the order of their keys, as texts that come in lock them
      text: `with handled as (
          select a, c, array_agg(m) ids, (array_agg(w order by m desc))[1] by
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) u (a, c, m, w) group by a, c),
        held as materialized (
          select v.account_id, v.contact_id, u.by, v.status = 'open' and not v.by_person is_free,
            array(select i from unnest(v.unread_ids) i where i <> all (u.ids) order by i desc) unread,
            array(select i from unnest(v.unanswered_ids) i where i <> all (u.ids) order by i) unanswered
          from handled u
          join conversation v on v.account_id = u.a and v.contact_id = u.c
            and (v.unread_ids && u.ids or v.unanswered_ids && u.ids)
          order by v.account_id, v.contact_id for update of v)
        update conversation v set unread_ids = h.unread, unanswered_ids = h.unanswered,
          status = case when ${isOver} then 'handled' else v.status end,
          opened = case when not (${isOver}) then v.opened end, asked = case when not (${isOver}) then v.asked end,
          replied = case when not (${isOver}) then v.replied end,
          replied_by = case when not (${isOver}) then v.replied_by end,
          handled_by = h.by, handled_word = null
        from held h where v.account_id = h.account_id and v.contact_id = h.contact_id`,
    },
    [
      uuidColumn(texts, (one) => one.accountId),
      uuidColumn(texts, (one) => one.contactId),
      uuidColumn(texts, (one) => one.messageId),
      uuidColumn(texts, (one) => one.campaignId),
    ],
  );
}

/** Routes conversations to an inbox by its name; the latest text decides. */
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
