import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  archiveContact,
  type ContactFields,
  type ContactRow,
  findContactByPhone,
  insertContact,
  updateContact,
} from "../../store/contacts/contact.ts";
import { countContacts, findContacts } from "../../store/contacts/contactFind.ts";
import {
  type ContactPlace,
  estimateContacts,
  type ListedContact,
  listContacts,
} from "../../store/contacts/contactSearch.ts";
import { countingFieldGoals } from "../../store/contacts/fieldGoal.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { syncDncOf } from "../../store/doNotContact/dnc.ts";
import { timeBudgetMs } from "../../store/scan.ts";
import { type ContactEventType, publishContacts } from "../../store/webhooks/webhookEvent.ts";
import { readCursor, writeCursor } from "../signedCursor.ts";
import { channelsOf } from "./channelsOf.ts";
import { checkSelection, refuseUnknownVariables } from "./checkSelection.ts";
import { changedFields, emptyContact, keepCustomFields, mergeContact } from "./contactFields.ts";
import { needContact } from "./needContact.ts";

/** Contacts (readings, Requests without a path). */
export function registerContact(api: Api): void {
  registerLists(api);
  registerOne(api);
}

function registerLists(api: Api): void {
  handle(api, contactRoutes.list, ({ db, account, query, tokens }) => {
    const { limit, cursor, sort, order, ...filter } = query;
    const selection = checkSelection(filter, "query");
    const scope = `contact:${account}:${sort}:${order}`;
    const after = readCursor<ContactPlace & { searched?: number }>(tokens, scope, cursor);
    return db.tx([account], async (q) => {
      await refuseUnknownVariables(q, account, selection, "query");
      if (selection.statements?.length && !selection.search) {
        const page = { sort, order, limit, after };
        const found = await findContacts(q, account, selection, page, { timeBudgetMs });
        const payload = found.rows.map(showContact);
        if (found.next === null) return { payload, next: null, ...(after ? {} : { total: payload.length }) };
        const searched = (after?.searched ?? 0) + found.searched;
        const next = writeCursor(tokens, scope, { ...found.next, searched });
        if (payload.length === limit) return { payload, next };
        const of = (await estimateContacts(q, account, { archived: "all" })) ?? searched;
        return { payload, next, searched: { contacts: searched, of: Math.max(of, searched) } };
      }
      const rows = await listContacts(q, account, selection, { sort, order, limit, after });
      const last = rows.at(-1);
      const isFull = rows.length === limit && last !== undefined;
      const next = isFull ? writeCursor(tokens, scope, { key: last.key, contactId: last.contactId }) : null;
      if (after) return { payload: rows.map(showContact), next };
      // Contacts listed in order of creation were counted with the list.
      const counted = sort === "created" ? rows[0]?.gathered : undefined;
      const total = isFull ? (counted ?? (await estimateContacts(q, account, selection))) : rows.length;
      return { payload: rows.map(showContact), next, ...(total === undefined ? {} : { total }) };
    });
  });
  handle(api, contactRoutes.count, ({ db, account, body, query, tokens }) =>
    db.tx([account], async (q) => {
      const selection = checkSelection(body, "body");
      const scope = `contact.count:${account}:${JSON.stringify(body)}`;
      const before = readCursor<ContactPlace & { count: number }>(tokens, scope, query.cursor);
      await refuseUnknownVariables(q, account, selection, "body");
      const counted = await countContacts(q, account, selection, { after: before, timeBudgetMs });
      const count = (before?.count ?? 0) + counted.count;
      return { payload: [{ count }], next: counted.next && writeCursor(tokens, scope, { ...counted.next, count }) };
    }),
  );
}

function registerOne(api: Api): void {
  handle(api, contactRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [showContact(await needContact(q, account, params.contactId))]),
  );
  handle(api, contactRoutes.create, async (call) => {
    const fields = mergeContact(emptyContact, call.body);
    const contactId = await write(call, fields, async (q) => {
      await refuseAssigned(q, call.account, fields.phone);
      await keepCustomFields(q, call.account, fields.extdata);
      const id = await insertContact(q, call.account, fields);
      await audit(q, call, "contact.create", id);
      await publish(q, call, "contact_add", id);
      return id;
    });
    return show(call, contactId);
  });
  handle(api, contactRoutes.update, async (call) => {
    const { contactId } = call.params;
    const { contactId: _1, dnc: _2, created: _3, archived: _4, zones: _5, zonesFrom: _6, ...rest } = call.body;
    const { consentSource: _7, consentAt: _8, ...body } = rest;
    const first = await call.db.tx([call.account], (q) => needContact(q, call.account, contactId));
    await write(call, mergeContact(first, body), async (q) => {
      const before = fieldsOf(await needContact(q, call.account, contactId, "for update"));
      const after = mergeContact(before, body);
      if (after.phone !== before.phone) await refuseAssigned(q, call.account, after.phone, contactId);
      await keepCustomFields(q, call.account, after.extdata);
      const changed = [{ accountId: call.account, contactId }];
      await countingFieldGoals(q, changed, () => updateContact(q, call.account, contactId, after));
      const fields = changedFields(before, after);
      if (fields.length === 0) return;
      await audit(q, call, "contact.update", contactId, { fields: fields.join(", ") });
      await publish(q, call, "contact_edit", contactId);
    });
    return show(call, contactId);
  });
  handle(api, contactRoutes.archive, async (call) => {
    await archive(call, call.params.contactId, true);
    return [{ id: call.params.contactId }];
  });
  handle(api, contactRoutes.unarchive, async (call) => {
    await archive(call, call.params.contactId, false);
    return show(call, call.params.contactId);
  });
}

/** Saves a contact. A phone that a concurrent request has just used is refused like any other. */
async function write<T>(call: Call, { phone }: ContactFields, work: (q: Query) => Promise<T>): Promise<T> {
  const { db, account } = call;
  try {
    const result = await db.tx([account], work);
    // A concurrent do-not-contact change has not seen this contact.
    if (phone !== null) await db.tx([account], (q) => syncDncOf(q, account, phone));
    return result;
  } catch (error) {
    if (codeOf(error) === "23505") await db.tx([account], (q) => refuseAssigned(q, account, phone));
    throw error;
  }
}

async function refuseAssigned(q: Query, account: string, phone: string | null, except?: string): Promise<void> {
  const owner = phone === null ? null : await findContactByPhone(q, account, phone);
  if (!owner || owner.contactId === except) return;
  const name = [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.email || "a contact without a name";
  const archived = owner.archived ? ", archived" : "";
  throw conflict(
    `${phone} already belongs to ${name} (contact ${owner.contactId}${archived})`,
    "body.phone",
    "duplicate_phone",
  );
}

async function archive(call: Call, contactId: string, isArchived: boolean): Promise<void> {
  await call.db.tx([call.account], async (q) => {
    if (!(await archiveContact(q, call.account, contactId, isArchived))) throw notFound("contact");
    await audit(q, call, isArchived ? "contact.archive" : "contact.unarchive", contactId);
    await publish(q, call, isArchived ? "contact_archive" : "contact_unarchive", contactId);
  });
}

/** Sends the event to webhooks, whose texts may use the contact's fields (spec 2 §3.6). */
const publish = (q: Query, { account }: Call, eventType: ContactEventType, contactId: string): Promise<void> =>
  publishContacts(q, [{ accountId: account, eventType, contactId, source: "api" }]);

const show = (call: Call, contactId: string): Promise<Contact[]> =>
  call.db.tx([call.account], async (q) => [showContact(await needContact(q, call.account, contactId))]);

/** The fields without the list position. */
function fieldsOf({
  contactId: _1,
  dncBits: _2,
  zones: _3,
  zonesFrom: _4,
  created: _5,
  archived: _6,
  consentSource: _7,
  consentAt: _8,
  key: _9,
  gathered: _10,
  ...fields
}: ContactRow & Partial<ListedContact>): ContactFields {
  return fields;
}

/** A contact in wire form. */
const showContact = (row: ContactRow): Contact => ({
  contactId: row.contactId,
  ...fieldsOf(row),
  dnc: channelsOf(row.dncBits),
  created: row.created.toISOString(),
  archived: row.archived?.toISOString() ?? null,
  consentSource: row.consentSource,
  consentAt: row.consentAt?.toISOString() ?? null,
  zones: row.zones,
  zonesFrom: row.zonesFrom,
});
