import { plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";
import { isCharged } from "./messageList.ts";

/** A contact, and how many days back their texts count. */
export interface CappedContact {
  accountId: string;
  contactId: string;
  days: number;
}

/** Days that a text may have waited in a queue before it left. Partitions that are older are not read. */
const longestWait = 90;

/** Which texts `m` of a contact count: those of workflows that were not replies, and that the contact may have received. */
const counts = (days: string): string =>
  `m.direction = 'out' and m.class > 0 and (m.state = 'submitting' or ${isCharged("m")})
   and m.receipt is distinct from 'undelivered' and m.receipt is distinct from 'expired'
   and m.message_id >= trunkline_first_id(now() - (${days} + ${longestWait}) * interval '1 day')
   and m.submitted > now() - ${days} * interval '1 day'`;

/**
 * Locks contacts until the transaction ends, so that two senders do not both see room for the same text. Returns the ids of
 * those that another transaction has locked: it may be sending them a text now.
 */
export async function lockCapped(q: Query, contacts: readonly CappedContact[]): Promise<Set<string>> {
  const rows = await q.rows<{ contactId: string }>(
    `with locked as (
       select c.account_id, c.contact_id from unnest($1::uuid[], $2::uuid[]) k (account_id, contact_id)
       join contact c on c.account_id = k.account_id and c.contact_id = k.contact_id
       for no key update of c skip locked)
     select c.contact_id "contactId" from unnest($1::uuid[], $2::uuid[]) k (account_id, contact_id)
     join contact c on c.account_id = k.account_id and c.contact_id = k.contact_id
     where not exists (select from locked l where l.account_id = c.account_id and l.contact_id = c.contact_id)`,
    [plainColumn(contacts, (one) => one.accountId), plainColumn(contacts, (one) => one.contactId)],
  );
  return new Set(rows.map(({ contactId }) => contactId));
}

/** How many texts each contact was sent in their days. Contacts without any are left out. */
export async function countCapped(q: Query, contacts: readonly CappedContact[]): Promise<Map<string, number>> {
  const rows = await q.rows<{ contactId: string; texts: number }>(
    `select k.contact_id "contactId", t.texts
     from unnest($1::uuid[], $2::uuid[], $3::int[]) k (account_id, contact_id, days)
     cross join lateral (
       select count(*)::int texts from message m
       where m.account_id = k.account_id and m.contact_id = k.contact_id and ${counts("k.days")}) t
     where t.texts > 0`,
    [
      plainColumn(contacts, (one) => one.accountId),
      plainColumn(contacts, (one) => one.contactId),
      plainColumn(contacts, (one) => one.days),
    ],
  );
  return new Map(rows.map(({ contactId, texts }) => [contactId, texts]));
}

/** When the texts of contacts left that count now, in epoch ms. Contacts without any are left out. */
export async function listCappedTexts(
  q: Query,
  account: string,
  contactIds: readonly string[],
  days: number,
): Promise<Map<string, number[]>> {
  const rows = await q.rows<{ contactId: string; at: number[] }>(
    `select k.contact_id "contactId", array_agg((extract(epoch from m.submitted) * 1000)::float8) at
     from unnest($2::uuid[]) k (contact_id)
     join message m on m.account_id = $1 and m.contact_id = k.contact_id
     where ${counts("$3::int")}
     group by 1`,
    [account, plainColumn(contactIds, (id) => id), days],
  );
  return new Map(rows.map(({ contactId, at }) => [contactId, at]));
}
