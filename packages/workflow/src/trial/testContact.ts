import type { Contact } from "../engine/world.ts";
import { type Channel, dncBits, dncMask, refusedBits } from "../parts/phone/dnc.ts";
import { parseInstant } from "../parts/time/instant.ts";
import { recipientZones } from "../parts/time/recipientZones.ts";
import type { PlayedTest, TestContact } from "./testSchema.ts";
import type { TrialSetup } from "./trial.ts";

const plainFields = [
  "phone",
  "email",
  "firstName",
  "lastName",
  "address",
  "city",
  "state",
  "postalCode",
  "country",
] as const;

/** The contact of a test as the engine sees it. */
export function contactOf(saved: TestContact): Contact {
  const derived = recipientZones(saved);
  const optedOut = saved.optedOut ?? [];
  const refused = optedOut.reduce((mask, one) => mask | refusedBits[one], 0);
  const fields = Object.entries(saved.fields ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    contactId: "test",
    ...(Object.fromEntries(plainFields.map((field) => [field, saved[field] ?? null])) as Pick<
      Contact,
      (typeof plainFields)[number]
    >),
    tags: saved.tags ?? [],
    extdata: Object.fromEntries(fields) as Record<string, string>,
    zones: saved.zones ?? derived.zones,
    zonesFrom: saved.zones === undefined ? derived.from : "contact",
    dnc: dncMask([...(saved.blocked ?? []), ...optedOut]) | refused,
  };
}

/** A contact in the form of a test, without what is empty or follows from the rest. */
export function savedContact(contact: Contact): TestContact {
  const derived = recipientZones(contact);
  const channels: Channel[] = ["sms", "rcs", "call"];
  const optedOut = channels.filter((one) => (contact.dnc & refusedBits[one]) !== 0);
  const blocked = channels.filter((one) => (contact.dnc & dncBits[one]) !== 0 && !optedOut.includes(one));
  const isDerived = contact.zonesFrom !== "contact" && contact.zones.join() === derived.zones.join();
  return {
    ...Object.fromEntries(plainFields.flatMap((field) => (contact[field] === null ? [] : [[field, contact[field]]]))),
    ...(contact.tags.length > 0 && { tags: [...contact.tags] }),
    ...(Object.keys(contact.extdata).length > 0 && { fields: { ...contact.extdata } }),
    ...(!isDerived && { zones: [...contact.zones] }),
    ...(blocked.length > 0 && { blocked }),
    ...(optedOut.length > 0 && { optedOut }),
  };
}

/** The setup with which a test is played. */
export const setupOf = ({ contact, start, seed, answers: usual, documents }: PlayedTest): TrialSetup => ({
  contact: contactOf(contact),
  startMs: parseInstant(start) ?? 0,
  seed,
  answers: usual as TrialSetup["answers"],
  documents,
});
