import type { importFields } from "@trunkline/contract/contacts/contact.ts";

/** A text of a contact: its name in the API, its column, what rejects of an import call it, and its most characters. */
interface ContactText {
  field: Exclude<(typeof importFields)[number], "timezone" | "tags">;
  column: string;
  label: string;
  most: number;
}

/** The texts of a contact, in the order of the columns in every statement and in staged imports. */
export const contactTexts = [
  { field: "phone", column: "phone", label: "Phone", most: 40 },
  { field: "email", column: "email", label: "E-mail", most: 254 },
  { field: "firstName", column: "first_name", label: "First name", most: 100 },
  { field: "lastName", column: "last_name", label: "Last name", most: 100 },
  { field: "address", column: "address", label: "Address", most: 200 },
  { field: "city", column: "city", label: "City", most: 100 },
  { field: "state", column: "state", label: "State", most: 60 },
  { field: "postalCode", column: "postal_code", label: "Postal code", most: 20 },
  { field: "country", column: "country", label: "Country", most: 60 },
] as const satisfies readonly ContactText[];
