import { notFound } from "../../http/problem.ts";
import { type ContactRow, findContact } from "../../store/contacts/contact.ts";
import type { Query } from "../../store/database.ts";

/** Finds a contact, or answers 404. */
export async function needContact(
  q: Query,
  account: string,
  contactId: string,
  lock: "" | "for update" = "",
): Promise<ContactRow> {
  const row = await findContact(q, account, contactId, lock);
  if (!row) throw notFound("contact");
  return row;
}
