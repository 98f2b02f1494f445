import { behavioursBySuffix, rcsBehavioursBySuffix } from "@trunkline/carriers/simulated/behaviours.ts";
import { callBehaviourOf } from "@trunkline/carriers/simulated/callBehaviours.ts";
import type { Contact, Lookup } from "@trunkline/workflow/engine/world.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";
import { destinationProblem } from "../../rules/destination.ts";
import { stickyNumber } from "../../rules/stickyNumber.ts";
import type { Estimate } from "../../world/estimate.ts";
import type { JourneyWorld } from "../../world/journeyWorld.ts";

interface Playing {
  lookup: Lookup;
  /** When contacts were sent texts that count for the account's frequency cap. These contacts go one by one. */
  texted: ReadonlyMap<string, readonly number[]>;
  /** All begin at once, nothing is drawn, and no carrier counts what each handset gets. */
  mayGroup: boolean;
  /** When the n-th of these contacts begins. */
  startMs(index: number): number;
}

/** So many go together: a carrier's pace or a window may part a larger crowd. */
const mostAlike = 200;

/** Nodes that draw by the journey, or ask about the number itself. */
const ofEach: ReadonlySet<string> = new Set(["percentage", "carrierLookup", "aiAssist", "callback", "campaign"]);

/** Plays contacts through a workflow. Those that differ in nothing that the workflow reads take the same path, and are played once. */
export function playAlike(
  estimate: Estimate,
  contacts: readonly Contact[],
  likeness: ((contact: Contact) => string) | undefined,
  { lookup, texted, mayGroup, startMs }: Playing,
): void {
  if (!mayGroup || likeness === undefined) {
    for (const [index, contact] of contacts.entries())
      estimate.play(contact, startMs(index), { lookup, texted: texted.get(contact.contactId) ?? [] });
    return;
  }
  const alikeOf = (contact: Contact): string => (texted.has(contact.contactId) ? contact.contactId : likeness(contact));
  for (const alike of Map.groupBy(contacts, alikeOf).values())
    for (let from = 0; from < alike.length; from += mostAlike) {
      const some = alike.slice(from, from + mostAlike);
      const [first] = some as [Contact];
      const same = some.map(({ contactId }) => contactId);
      estimate.play(first, startMs(0), { same, lookup, texted: texted.get(first.contactId) ?? [] });
    }
}

/** What a workflow can read of a contact, as one text: the fields that its drawing or its messages mention, zones, refusals and what carriers make of the number. Undefined where each contact goes its own way. */
export function likenessOf({ definition, lookup, numbers, settings, asksFederal, audienceIds }: JourneyWorld) {
  const nodes = [...definition.nodes.values()];
  if (asksFederal || audienceIds.length > 0 || nodes.some(({ type }) => ofEach.has(type))) return undefined;
  const words = nodes
    .map((node) => JSON.stringify([node, ...messagesOf(node as unknown as Record<string, unknown>, lookup)]))
    .join(" ")
    .toLowerCase();
  if (words.includes("contactid")) return undefined;
  const fields = contactFields.filter((field) => words.includes(field.toLowerCase()));
  const mentioned = new Map<string, boolean>();
  const isMentioned = (name: string): boolean => {
    let known = mentioned.get(name);
    if (known === undefined) {
      known = words.includes(name.toLowerCase());
      mentioned.set(name, known);
    }
    return known;
  };
  const readsTags = words.includes("tags");
  return (contact: Contact): string => {
    const { phone, dnc, zones, zonesFrom, state, extdata, tags } = contact;
    const to = phone ?? "";
    const own = Object.entries(extdata).filter(([name]) => isMentioned(name));
    return JSON.stringify([
      dnc,
      zones,
      zonesFrom,
      state,
      to.slice(0, 5),
      stickyNumber(numbers, contact.contactId)?.phone,
      destinationProblem(to, settings.countryCodes),
      handset(to),
      fields.map((field) => contact[field]),
      own.sort(([a], [b]) => (a < b ? -1 : 1)),
      readsTags ? tags : [],
    ]);
  };
}

/** Handsets of the simulated carrier that do something special are distinguished by their last digits. */
function handset(to: string): string {
  const digits = to.slice(-4);
  const isSpecial =
    Object.hasOwn(behavioursBySuffix, digits) ||
    Object.hasOwn(rcsBehavioursBySuffix, digits) ||
    callBehaviourOf(to).phone !== "byHand" ||
    callBehaviourOf(to).place !== "accept";
  return isSpecial ? digits : "";
}

/** The messages that a node sends. */
const messagesOf = (node: Record<string, unknown>, lookup: Lookup): unknown[] => [
  lookup.template(String(node["smsTemplateId"])),
  lookup.emailTemplate?.(String(node["templateId"])),
  lookup.rcsTemplate?.(String(node["rcsTemplateKey"])),
];
