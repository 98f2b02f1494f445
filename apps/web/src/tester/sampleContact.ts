import type { Contact as SavedContact } from "@trunkline/contract/contacts/contact.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { dncMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";

const phone = "+12025550143";
const { zones, from } = recipientZones({ phone });

/** The contact that a try starts with: invented, with a fictional number. */
export const sampleContact: Contact = {
  contactId: "invented",
  phone,
  email: "sam.sample@example.com",
  firstName: "Sam",
  lastName: "Sample",
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones,
  zonesFrom: from,
  dnc: 0,
};

/** A contact of the account as the engine sees it. */
export const playedContact = ({
  dnc,
  zonesFrom,
  created: _,
  archived: __,
  timezone: ___,
  ...contact
}: SavedContact): Contact => ({
  ...contact,
  zonesFrom: zonesFrom as Contact["zonesFrom"],
  dnc: dncMask(dnc),
});

/** The name of a contact on its phone. */
export const contactName = ({
  firstName,
  lastName,
  phone: number,
  email,
}: Pick<Contact, "firstName" | "lastName" | "phone" | "email">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || (number ? formatPhone(number) : (email ?? "Contact"));
