import { plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";

/** A conversation that a worker must look at. */
export interface DueConversation {
  accountId: string;
  contactId: string;
}

/** Has a worker look at a conversation at an instant. */
export const queueConversation = (q: Query, account: string, contactId: string, at: Date): Promise<number> =>
  q.run(
    `insert into conversation_due (account_id, contact_id, due_at) values ($1, $2, $3)
     on conflict (account_id, contact_id) do update set due_at = excluded.due_at`,
    [account, contactId, at],
  );

/** The conversations of all accounts that are due; those that wait longest come first. */
export const listDueConversations = (q: Query, limit: number): Promise<DueConversation[]> =>
  q.rows(
    {
      name: "conversation.due",
      text: `select account_id "accountId", contact_id "contactId" from conversation_due
        where due_at <= now() order by due_at limit $1`,
    },
    [limit],
  );

/**
 * Ends the snooze of conversations whose time has come: they are open, unread and first in the list again. Rows that
 * another worker has are skipped.
 */
export const endSnoozes = (q: Query, due: readonly DueConversation[]): Promise<number> =>
  q.run(
    {
      name: "conversation.wake",
      text: `with woken as materialized (
          select v.account_id, v.contact_id, trunkline_uuid7() moved_id from unnest($1::uuid[], $2::uuid[]) u (a, c)
          join conversation v on v.account_id = u.a and v.contact_id = u.c
          where v.status = 'snoozed' and v.snoozed_until <= now()
          order by v.account_id, v.contact_id for update of v skip locked)
        update conversation v set status = 'open', moved_id = w.moved_id,
          unread_ids = case when v.last_in = any (v.unread_ids) or v.last_in is null then v.unread_ids else v.last_in || v.unread_ids end
        from woken w where v.account_id = w.account_id and v.contact_id = w.contact_id`,
    },
    [plainColumn(due, (one) => one.accountId), plainColumn(due, (one) => one.contactId)],
  );

/** Conversations that a worker has looked at. One that is snoozed again, or that another worker has, stays for later. */
export const unqueueConversations = (q: Query, due: readonly DueConversation[]): Promise<number> =>
  q.run(
    {
      name: "conversation.undue",
      text: `with snoozed as materialized (
          select v.account_id, v.contact_id from unnest($1::uuid[], $2::uuid[]) u (a, c)
          join conversation v on v.account_id = u.a and v.contact_id = u.c
          where v.status = 'snoozed' and v.snoozed_until <= now())
        delete from conversation_due d using unnest($1::uuid[], $2::uuid[]) u (a, c)
        where d.account_id = u.a and d.contact_id = u.c and d.due_at <= now()
          and not exists (select from snoozed v where v.account_id = u.a and v.contact_id = u.c)`,
    },
    [plainColumn(due, (one) => one.accountId), plainColumn(due, (one) => one.contactId)],
  );
