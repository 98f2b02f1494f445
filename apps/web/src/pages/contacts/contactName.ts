import type { Contact } from "@trunkline/contract/contacts/contact.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** The display name of a contact: name, phone or email. */
export function contactName({
  firstName,
  lastName,
  phone,
  email,
}: Pick<Contact, "firstName" | "lastName" | "phone" | "email">): string {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return name || (phone ? formatPhone(phone) : email) || "Unnamed contact";
}
