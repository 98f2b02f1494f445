import type { Contact, Lookup } from "@trunkline/workflow/engine/world.ts";
import { listMembers } from "../store/contacts/audience.ts";
import type { Query } from "../store/database.ts";
import type { JourneyWorld } from "./journeyWorld.ts";

/** The look-ups with the audiences that these contacts are in now, where the workflow asks about some. */
export async function withAudiences(
  q: Query,
  account: string,
  { audienceIds, lookup }: JourneyWorld,
  contacts: readonly Contact[],
): Promise<Lookup> {
  if (audienceIds.length === 0) return lookup;
  const ids = contacts.map(({ contactId }) => contactId);
  const members = await listMembers(q, account, audienceIds, ids);
  return { ...lookup, inAudience: (contactId, audienceId) => members.get(audienceId)?.has(contactId) };
}
