import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { isEmail } from "../../csv/isEmail.ts";
import { customFieldForm, maxCustomFields } from "../../csv/mapColumns.ts";
import { invalid } from "../../http/problem.ts";
import type { ContactFields } from "../../store/contacts/contact.ts";
import { addCustomFields, listCustomFields } from "../../store/contacts/contactImport.ts";
import type { Query } from "../../store/database.ts";

/** The fields of a contact in a request. Omitted fields stay unchanged. */
export type ContactBody = { [Field in keyof ContactFields]?: ContactFields[Field] | undefined };

export const emptyContact: ContactFields = {
  phone: null,
  email: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  timezone: null,
  tags: [],
  extdata: {},
};

const textFields = ["email", "firstName", "lastName", "address", "city", "state", "postalCode", "country"] as const;

/** Returns the changed contact or throws what is wrong. An empty text clears a field. */
export function mergeContact(before: ContactFields, body: ContactBody): ContactFields {
  const after: ContactFields = { ...before, tags: [...new Set(body.tags ?? before.tags)] };
  for (const field of textFields) {
    const value = body[field];
    if (value !== undefined) after[field] = value === "" ? null : value;
  }
  if (body.phone !== undefined) after.phone = readPhone(body.phone);
  if (body.timezone !== undefined) after.timezone = body.timezone;
  if (body.extdata !== undefined) after.extdata = mergeCustom(before.extdata, body.extdata);
  if (after.email !== null && after.email !== before.email && !isEmail(after.email))
    throw invalid(`"${after.email}" is not an e-mail address`, "body.email");
  if (after.timezone !== null && zoneOf(after.timezone) === undefined)
    throw invalid("This time zone does not exist. GET /v4/timezone/ lists all time zones.", "body.timezone");
  if (after.phone === null && after.email === null)
    throw invalid("A contact needs a phone or an e-mail address", "body.phone");
  return after;
}

/** Converts a phone number to E.164 or throws what is wrong with it. */
export function parsePhoneOrRefuse(text: string, where: string): string {
  const parsed = parsePhone(text);
  if ("problem" in parsed) throw invalid(`Phone "${text}": ${parsed.problem}`, where);
  return parsed.e164;
}

const readPhone = (phone: string | null): string | null =>
  phone === null || phone.trim() === "" ? null : parsePhoneOrRefuse(phone, "body.phone");

/** Custom fields by lower-case name. Empty ones are removed. */
function mergeCustom(before: Record<string, string>, changes: Record<string, string>): Record<string, string> {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(changes)) {
    const name = key.trim().toLowerCase();
    if (!customFieldForm.test(name))
      throw invalid(
        `"${key}" is not a valid custom field name. Start with a letter and use at most 40 letters, digits and underscores`,
        `body.extdata.${key}`,
      );
    if (value === "") after.delete(name);
    else after.set(name, value);
  }
  return Object.fromEntries(after);
}

/** Creates unknown names as custom fields, as an import does. */
export async function keepCustomFields(q: Query, account: string, extdata: Record<string, string>): Promise<void> {
  await addMissingCustomFields(q, account, Object.keys(extdata), "body.extdata");
}

/** Does the same for names and returns the new ones. */
export async function addMissingCustomFields(
  q: Query,
  account: string,
  names: readonly string[],
  where: string,
): Promise<string[]> {
  if (names.length === 0) return [];
  const known = await listCustomFields(q, account);
  const added = names.filter((name) => !known.includes(name));
  if (added.length === 0) return [];
  if (known.length + added.length > maxCustomFields)
    throw invalid(`An account can have at most ${maxCustomFields} custom fields`, where);
  await addCustomFields(q, account, added);
  return added;
}

/** The changed fields. */
export const changedFields = (before: ContactFields, after: ContactFields): string[] =>
  (Object.keys(after) as (keyof ContactFields)[]).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
