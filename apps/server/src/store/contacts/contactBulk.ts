import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type ContactSelection, selectionWhere } from "./contactSearch.ts";

/** A scan window of contacts in the order of their creation: after `after`, up to `upTo`. */
export interface BulkChunk {
  after: string | null;
  upTo: string;
}

/** The last of the next contacts up to an id, whether or not they match; null if there are none. */
export async function findBulkEnd(
  q: Query,
  account: string,
  { after, before, size }: { after: string | null; before: string; size: number },
): Promise<string | null> {
  const row = await q.one<{ id: string | null }>(
    `select max(contact_id::text)::uuid id from (
       select contact_id from contact where account_id = $1 and ($2::uuid is null or contact_id > $2) and contact_id < $3
       order by contact_id limit $4) c`,
    [account, after, before, size],
  );
  return row?.id ?? null;
}

/** A contact of a scan window that matches a selection. */
export interface Picked {
  contactId: string;
  phone: string | null;
}

/** The contacts of a scan window that match the selection, locked until the transaction ends. */
export function lockPicked(
  q: Query,
  account: string,
  selection: ContactSelection,
  { after, upTo }: BulkChunk,
): Promise<Picked[]> {
  const { where, values } = selectionWhere(account, selection);
  return q.rows(
    `select c.contact_id "contactId", c.phone from contact c
     where ${where} and ($${values.length + 1}::uuid is null or c.contact_id > $${values.length + 1})
       and c.contact_id <= $${values.length + 2}::uuid
     order by c.contact_id for update`,
    [...values, after, upTo],
  );
}

/** Archives contacts or brings them back; returns those that were not so before. */
export const archiveContacts = async (
  q: Query,
  account: string,
  contactIds: readonly string[],
  isArchived: boolean,
): Promise<string[]> =>
  (
    await q.rows<{ id: string }>(
      `update contact set archived = case when $3 then now() end, updated = now()
       where account_id = $1 and contact_id = any ($2::uuid[]) and (archived is null) = $3 returning contact_id id`,
      [account, plainArray(contactIds), isArchived],
    )
  ).map(({ id }) => id);
