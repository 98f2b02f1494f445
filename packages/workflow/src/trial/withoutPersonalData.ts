import type { PlayedWorkflow } from "../engine/player.ts";
import type { Contact } from "../engine/world.ts";
import { ownValue } from "../parts/ownValue.ts";
import { areaCodeOf } from "../parts/time/recipientZones.ts";
import { pathsOf } from "./explainPaths.ts";
import type { TrialInput } from "./trial.ts";

const samples = {
  firstName: "Sam",
  lastName: "Sample",
  email: "sam.sample@example.com",
  address: "1 Sample Street",
  city: "Sampletown",
} as const;

/** A contact without its personal data, and the same for what it wrote. */
export interface WithoutPersonalData {
  contact: Contact;
  /** A text of the contact. */
  words(text: string): string;
  input(input: TrialInput): TrialInput;
}

/**
 * Replaces what identifies a contact with sample values: name, phone, addresses, and custom fields that only texts use. What rules read
 * (fields that the drawing names, tags, state, time zone, consent) stays, so that the contact takes the same way.
 */
export function withoutPersonalData(contact: Contact, { definition }: PlayedWorkflow): WithoutPersonalData {
  const nodes = [...definition.nodes.values()];
  const drawn = JSON.stringify(nodes).toLowerCase();
  const isNamed = (name: string): boolean =>
    new RegExp(`(?<!\\w)${escaped(name.toLowerCase())}(?!\\w)`, "u").test(drawn);
  // the names of these fields are also words of drawings, such as the kind of an e-mail node
  const ruled = new Set(nodes.flatMap(pathsOf).flatMap(({ statements }) => statements.map((one) => one.variable)));
  const phone = contact.phone === null ? null : samplePhone(contact.phone);
  const plain = Object.fromEntries(
    Object.entries(samples).map(([field, sample]) => {
      const own = contact[field as keyof typeof samples];
      return [field, own === null || ruled.has(field) ? own : sample];
    }),
  ) as Pick<Contact, keyof typeof samples>;
  const fields = Object.entries(contact.extdata).map(([name, value]) => [
    name,
    isNamed(name) ? value : sampleValue(name, value),
  ]);
  const without: Contact = {
    ...contact,
    contactId: "test",
    ...plain,
    phone,
    // the first three digits decide the time zone, which the test has anyway
    postalCode:
      contact.postalCode === null || ruled.has("postalCode") ? contact.postalCode : contact.postalCode.slice(0, 3),
    extdata: Object.fromEntries(fields) as Record<string, string>,
  };
  const words = replacer(contact, without);
  return {
    contact: without,
    words,
    input: (input) => (input.do === "reply" ? { ...input, text: words(input.text) } : input),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A fictional number, with the area code where that decides the time zone. */
function samplePhone(phone: string): string {
  const areaCode = areaCodeOf(phone);
  return areaCode === undefined ? "+12025550143" : `+1${areaCode}5550143`;
}

/** Dates and short numbers stay, because texts calculate with them. */
const sampleValue = (name: string, value: string): string =>
  value === "" || /^\d{1,5}(\.\d+)?$/.test(value) || /^\d{4}-\d{2}-\d{2}([T ][\d:.]+\S*)?$/.test(value)
    ? value
    : `sample ${name}`;

/** Replaces the contact's own values, e-mail addresses and long numbers in a text. */
function replacer(from: Contact, to: Contact): (text: string) => string {
  const fields = ["firstName", "lastName", "email", "address", "city", "phone", "postalCode"] as const;
  const pairs = [
    ...fields.map((field) => [from[field], to[field]] as const),
    ...Object.keys(from.extdata).map((name) => [ownValue(from.extdata, name), ownValue(to.extdata, name)] as const),
  ].filter((pair): pair is [string, string] => (pair[0]?.length ?? 0) > 1 && pair[0] !== pair[1]);
  // longer values first, so that a name inside an address does not break it
  pairs.sort(([a], [b]) => b.length - a.length);
  return (text) => {
    const replaced = pairs.reduce(
      (before, [own, sample]) => before.replace(new RegExp(`(?<!\\w)${escaped(own)}(?!\\w)`, "giu"), sample ?? ""),
      text,
    );
    return replaced
      .replace(/[^\s@<>]+@[^\s@<>]+\.\w+/g, samples.email)
      .replace(/\+?\(?\d[\d\s().-]{5,}\d/g, (number) =>
        /^\d{4}-\d\d-\d\d/.test(number) || number.replace(/\D/g, "").length < 7 ? number : "2025550143",
      );
  };
}
