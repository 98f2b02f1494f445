import type { Contact } from "@trunkline/workflow/engine/world.ts";
import type { VariableSource } from "@trunkline/workflow/parts/variables.ts";
import { findContact } from "../contacts/contact.ts";
import type { Query } from "../database.ts";

/** An empty contact, for effects without one. */
const noContact: Contact = {
  contactId: "",
  phone: null,
  email: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones: [],
  zonesFrom: "unknown",
  dnc: 0,
};

/** What an effect's texts are filled from: the journey's variables and the contact, as they are now. */
export async function findEffectSource(
  q: Query,
  account: string,
  { journeyId, contactId }: { journeyId: string | null; contactId: string | null },
): Promise<VariableSource> {
  const journey =
    journeyId === null
      ? null
      : await q.one<{ vars: Record<string, string> }>(
          { name: "effect.vars", text: "select vars from journey where account_id = $1 and journey_id = $2" },
          [account, journeyId],
        );
  const row = contactId === null ? null : await findContact(q, account, contactId);
  if (row === null) return { vars: journey?.vars ?? {}, contact: noContact };
  const { dncBits, timezone: _, created: __, archived: ___, zonesFrom, ...rest } = row;
  return {
    vars: journey?.vars ?? {},
    contact: { ...rest, dnc: dncBits, zonesFrom: zonesFrom as Contact["zonesFrom"] },
  };
}
