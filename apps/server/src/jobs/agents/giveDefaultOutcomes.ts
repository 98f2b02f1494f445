import { whyNotChosen } from "@trunkline/contract/dispositions/disposition.ts";
import { applyDisposition } from "../../inbound/applyDisposition.ts";
import { type DueOutcome, endDefaultOutcome, listDueOutcomes } from "../../store/agents/defaultOutcome.ts";
import { audit } from "../../store/audit/audit.ts";
import { findContact } from "../../store/contacts/contact.ts";
import type { Database, Query } from "../../store/database.ts";
import { lockDisposition } from "../../store/dispositions/disposition.ts";
import type { Found } from "../repeat.ts";

const mostAtOnce = 100;

/**
 * Gives calls the account's default disposition when their wrap-up has ended and the agent has chosen none (decision 0100).
 * One transaction a call, so that one that is refused does not stop the others.
 */
export async function giveDefaultOutcomes(db: Database, accountIds: readonly string[]): Promise<Found> {
  const due = await db.tx(accountIds, (q) => listDueOutcomes(q, accountIds, mostAtOnce));
  for (const one of due)
    await db.tx([one.accountId], async (q) => {
      if ((await endDefaultOutcome(q, one)) && !one.isGiven) await give(q, one);
    });
  return due.length === 0 ? "nothing" : due.length >= mostAtOnce;
}

async function give(q: Query, { accountId, callId, userId, userName, outcome, direction, contactId }: DueOutcome) {
  const contact = contactId === null ? null : await findContact(q, accountId, contactId);
  const disposition = contact && (await lockDisposition(q, accountId, outcome));
  if (contact === null || disposition === null) return;
  // agents of any group get it, but not for calls that it is not meant for
  if (whyNotChosen(disposition, direction === "in" ? "inbound" : "outbound", "all") !== undefined) return;
  const by = { actor: `user:${userId}`, name: userName };
  const note = "Default outcome at the end of the wrap-up";
  const givenId = await applyDisposition(q, accountId, { contact, disposition, callId, note, by });
  const worker = { account: accountId, actor: { kind: "worker", id: "" } };
  await audit(q, worker, "disposition.give", givenId, { contactId: contact.contactId, key: disposition.key });
}
