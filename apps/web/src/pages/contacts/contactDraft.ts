import type { Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import type { Input } from "../../api/call.ts";

const names = ["phone", "email", "firstName", "lastName", "address", "city", "state", "postalCode", "country"] as const;
type Name = (typeof names)[number];

/** A contact in the form. Empty texts mean no value. */
export type ContactDraft = Record<Name, string> & {
  timezone: string | null;
  tags: string[];
  extdata: Record<string, string>;
};

export const emptyContact: ContactDraft = {
  phone: "",
  email: "",
  firstName: "",
  lastName: "",
  address: "",
  city: "",
  state: "",
  postalCode: "",
  country: "",
  timezone: null,
  tags: [],
  extdata: {},
};

export const draftOf = (contact: Contact): ContactDraft => ({
  ...(Object.fromEntries(names.map((name) => [name, contact[name] ?? ""])) as Record<Name, string>),
  timezone: contact.timezone === null ? null : String(contact.timezone),
  tags: contact.tags,
  extdata: contact.extdata,
});

/** The request body: null for empty texts, without empty custom fields. */
export const bodyOf = (draft: ContactDraft): NonNullable<Input<typeof contactRoutes.create>["body"]> => ({
  ...(Object.fromEntries(names.map((name) => [name, draft[name].trim() || null])) as Record<Name, string | null>),
  timezone: draft.timezone === null || draft.timezone === "" ? null : Number(draft.timezone),
  tags: draft.tags.map((tag) => tag.trim()).filter(Boolean),
  extdata: Object.fromEntries(Object.entries(draft.extdata).filter(([, value]) => value !== "")),
});

/** A contact needs a phone number or an email address. */
export const validateDraft = {
  phone: (phone: string, { email }: ContactDraft) =>
    phone.trim() === "" && email.trim() === "" ? "Phone or email is required" : null,
};
