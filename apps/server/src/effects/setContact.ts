import { applyChange, contactField } from "@trunkline/workflow/engine/applyChange.ts";
import type { Change } from "@trunkline/workflow/engine/effects.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { type ContactChange, updateContacts } from "../store/contacts/contactChange.ts";
import { columnOfField } from "../store/contacts/contactColumns.ts";
import { countingFieldGoals } from "../store/contacts/fieldGoal.ts";
import type { Query } from "../store/database.ts";
import { syncDncOf } from "../store/doNotContact/dnc.ts";
import { publishContacts } from "../store/webhooks/webhookEvent.ts";

/** One `setContact` of a claim, with the contact as the claim read it. */
export interface ContactSetting {
  accountId: string;
  contact: Contact;
  campaignId: string;
  change: Extract<Change, { do: "setContact" }>;
}

/** Writes what `editContact` nodes assigned, every contact once. */
export async function setContact(q: Query, settings: readonly ContactSetting[]): Promise<void> {
  if (settings.length === 0) return;
  const perContact = Map.groupBy(settings, ({ accountId, contact }) => `${accountId} ${contact.contactId}`);
  const changes = [...perContact.values()].map(changeOf);
  dropRepeatedPhones(changes);
  await countingFieldGoals(q, changes, () => updateContacts(q, changes));
  for (const { accountId, columns } of changes)
    if (typeof columns["phone"] === "string") await syncDncOf(q, accountId, columns["phone"]);
  await publishContacts(
    q,
    [...perContact.values()].filter(hasChanged).map(([setting]) => {
      const { accountId, campaignId, contact } = setting as ContactSetting;
      return { accountId, campaignId, contactId: contact.contactId, eventType: "contact_edit", source: "node" };
    }),
  );
}

/** An equal value is no change. */
function hasChanged(settings: readonly ContactSetting[]): boolean {
  const { contact } = settings[0] as ContactSetting;
  const after = settings.reduce((changed, { change }) => applyChange(changed, change), contact);
  const { extdata, ...fields } = after;
  const names = new Set([...Object.keys(extdata), ...Object.keys(contact.extdata)]);
  return (
    Object.entries(fields).some(([name, value]) => contact[name as keyof typeof fields] !== value) ||
    [...names].some((name) => ownValue(extdata, name) !== ownValue(contact.extdata, name))
  );
}

function changeOf(settings: readonly ContactSetting[]): ContactChange {
  const { accountId, contact } = settings[0] as ContactSetting;
  const columns: Record<string, string | null> = {};
  const custom: Record<string, string | null> = {};
  let after = contact;
  for (const { change } of settings) {
    for (const [name, value] of Object.entries(change.fields)) {
      const field = contactField(name);
      if (field === undefined) setOwnValue(custom, name.toLowerCase(), value);
      else if (field !== "phone") setOwnValue(columns, columnOfField.get(field) ?? field, value);
      else setPhone(columns, value);
    }
    after = applyChange(after, change);
  }
  const zones = after.zones === contact.zones ? null : { zones: after.zones, from: after.zonesFrom };
  return { accountId, contactId: contact.contactId, columns, custom, zones };
}

/** A phone is set only if it is E.164. */
function setPhone(columns: Record<string, string | null>, value: string | null): void {
  const parsed = value === null ? { e164: null } : parsePhone(value);
  if ("e164" in parsed) columns["phone"] = parsed.e164;
}

function dropRepeatedPhones(changes: readonly ContactChange[]): void {
  const taken = new Set<string>();
  for (const { accountId, columns } of changes) {
    const phone = columns["phone"];
    if (typeof phone !== "string") continue;
    if (taken.has(`${accountId} ${phone}`)) delete columns["phone"];
    taken.add(`${accountId} ${phone}`);
  }
}
