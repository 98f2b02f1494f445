import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { contactTexts } from "../../csv/contactTexts.ts";
import type { Query } from "../database.ts";
import { findDncBits } from "../doNotContact/dnc.ts";
import { newId } from "../newId.ts";
import { selectedTexts, textColumns } from "./contactColumns.ts";

/** What a contact is made of, as people and the API write it. */
export interface ContactFields {
  phone: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  timezone: number | null;
  tags: string[];
  extdata: Record<string, string>;
}

export interface ContactRow extends ContactFields {
  contactId: string;
  /** Bits of parts/dnc.ts. */
  dncBits: number;
  zones: string[];
  zonesFrom: string;
  created: Date;
  archived: Date | null;
  consentSource: string | null;
  consentAt: Date | null;
}

/** The columns of a ContactRow over the table `contact` named `c`. */
export const contactColumns = `c.contact_id "contactId", ${selectedTexts}, c.timezone, c.tags, c.extdata, c.dnc "dncBits", c.zones,
  c.zones_from "zonesFrom", c.created, c.archived, c.consent_source "consentSource", c.consent_at "consentAt"`;

/** One contact, or null; `lock` keeps others from changing it until the transaction ends. */
export const findContact = (
  q: Query,
  account: string,
  contactId: string,
  lock: "" | "for update" = "",
): Promise<ContactRow | null> =>
  q.one(`select ${contactColumns} from contact c where c.account_id = $1 and c.contact_id = $2 ${lock}`, [
    account,
    contactId,
  ]);

/** The contact with this phone, archived or not. */
export const findContactByPhone = (q: Query, account: string, phone: string): Promise<ContactRow | null> =>
  q.one(`select ${contactColumns} from contact c where c.account_id = $1 and c.phone = $2`, [account, phone]);

/** The id of who has this phone, archived or not; null if it is no contact's. */
export async function findContactIdByPhone(q: Query, account: string, phone: string): Promise<string | null> {
  const row = await q.one<{ contactId: string }>(
    {
      name: "contact.byPhone",
      text: `select contact_id "contactId" from contact where account_id = $1 and phone = $2`,
    },
    [account, phone],
  );
  return row?.contactId ?? null;
}

/** The values of a contact in the order of the statements below, with its zones and its do-not-contact bits. */
async function valuesOf(q: Query, account: string, fields: ContactFields): Promise<unknown[]> {
  const { zones, from } = recipientZones(fields);
  const dncBits = fields.phone === null ? 0 : await findDncBits(q, account, fields.phone);
  const texts = contactTexts.map(({ field }) => fields[field]);
  return [...texts, fields.timezone, fields.tags, JSON.stringify(fields.extdata), zones, from, dncBits];
}

const writtenColumns = [...textColumns, "timezone", "tags", "extdata", "zones", "zones_from", "dnc"];
const written = writtenColumns.join(", ");
const parameters = writtenColumns.map((_, index) => `$${index + 3}`);

/** Makes a contact and returns its id. */
export async function insertContact(q: Query, account: string, fields: ContactFields): Promise<string> {
  const contactId = newId();
  await q.run(`insert into contact (account_id, contact_id, ${written}) values ($1, $2, ${parameters.join(", ")})`, [
    account,
    contactId,
    ...(await valuesOf(q, account, fields)),
  ]);
  return contactId;
}

/** Writes the whole contact. */
export async function updateContact(
  q: Query,
  account: string,
  contactId: string,
  fields: ContactFields,
): Promise<void> {
  await q.run(
    `update contact set (${written}, updated) = (${parameters.join(", ")}, now()) where account_id = $1 and contact_id = $2`,
    [account, contactId, ...(await valuesOf(q, account, fields))],
  );
}

/** Archives a contact or brings it back; false when there is none. */
export const archiveContact = async (
  q: Query,
  account: string,
  contactId: string,
  isArchived: boolean,
): Promise<boolean> =>
  (await q.run(
    `update contact set archived = case when $3 then coalesce(archived, now()) end, updated = now()
     where account_id = $1 and contact_id = $2`,
    [account, contactId, isArchived],
  )) > 0;
