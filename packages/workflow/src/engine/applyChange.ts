import { setOwnValue } from "../parts/ownValue.ts";
import { dncBits } from "../parts/phone/dnc.ts";
import { recipientZones } from "../parts/time/recipientZones.ts";
import { contactFields } from "../parts/variables.ts";
import type { Change } from "./effects.ts";
import type { Contact } from "./world.ts";

const ownFields = new Map(contactFields.map((field) => [field.toLowerCase(), field]));

/** A contact field by name, ignoring case. Undefined for a custom field. */
export const contactField = (name: string): (typeof contactFields)[number] | undefined => {
  const lower = name.toLowerCase();
  return ownFields.get(lower === "phonenumber1" ? "phone" : lower);
};

/** Applies a change to the contact for later nodes of the same call. The store applies it to the row when the step commits. */
export function applyChange(contact: Contact, change: Change): Contact {
  switch (change.do) {
    case "addDnc":
      return { ...contact, dnc: contact.dnc | dncBits[change.type] };
    case "setContact":
      return setFields(contact, change.fields);
    case "blockSms":
    case "blockRcs":
    case "enrolContact":
      return contact;
  }
}

function setFields(contact: Contact, fields: Record<string, string | null>): Contact {
  const changed: Contact = { ...contact, extdata: { ...contact.extdata } };
  let moved = false;
  for (const [name, value] of Object.entries(fields)) {
    const field = contactField(name);
    if (field !== undefined) {
      changed[field] = value;
      moved ||= field === "state" || field === "postalCode" || field === "phone";
    } else if (value === null) delete changed.extdata[name.toLowerCase()];
    else setOwnValue(changed.extdata, name.toLowerCase(), value);
  }
  if (!moved || contact.zonesFrom === "contact") return changed;
  const { zones, from } = recipientZones(changed);
  return { ...changed, zones, zonesFrom: from };
}
