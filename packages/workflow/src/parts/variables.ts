import type { Contact } from "../engine/world.ts";

/** Where variables are looked up. A `Moment` has both. */
export interface VariableSource {
  vars: Readonly<Record<string, string>>;
  contact: Contact;
}

type TextField = "phone" | "email" | "firstName" | "lastName" | "address" | "city" | "state" | "postalCode" | "country";

/** Contact fields as variables (readings, Variables in texts). */
export const contactFields: readonly TextField[] = [
  "firstName",
  "lastName",
  "phone",
  "email",
  "address",
  "city",
  "state",
  "postalCode",
  "country",
];

const readers = new Map<string, (contact: Contact) => string | undefined>();
for (const field of contactFields) {
  const read = (contact: Contact): string | undefined => contact[field] ?? undefined;
  readers.set(field, read);
  readers.set(field.toLowerCase(), read);
}
// both names mean the same number (readings, Contact)
readers.set("phonenumber1", (contact) => contact.phone ?? undefined);
readers.set("contactId", (contact) => contact.contactId);
readers.set("tags", (contact) => (contact.tags.length > 0 ? contact.tags.join(",") : undefined));
readers.set("options.timezone", (contact) => contact.zones[0]);

/** A variable's text: a workflow variable, else a contact field, else a custom field, else undefined. */
export function readVariable(at: VariableSource, name: string): string | undefined {
  if (Object.hasOwn(at.vars, name)) return at.vars[name];
  const reader = readers.get(name);
  if (reader !== undefined) return reader(at.contact);
  const lower = name.toLowerCase();
  if (Object.hasOwn(at.contact.extdata, lower)) return at.contact.extdata[lower];
  if (lower.startsWith("contact.")) {
    return readVariable(
      at,
      name.slice(lower.startsWith("contact.extdata.") ? "contact.extdata.".length : "contact.".length),
    );
  }
  return readers.get(lower)?.(at.contact);
}

/** The name in a variable field, written as `firstName` or `${firstName}`. */
export function variableName(text: string): string {
  const match = /^\s*\$\{\s*([^{}]+?)\s*\}\s*$/.exec(text);
  return match?.[1] ?? text.trim();
}

/** The reply variable of a sending node (spec 2 §2.1). */
export const replyVariable = (node: number): string => `node${node}.reply`;

/** Whether a variable holds the reply to a send. */
export const isReply = (variable: string): boolean => /^node\d+\.reply$/.test(variable);
