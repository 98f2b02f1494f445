import type { ContactRow } from "../store/contacts/contact.ts";
import type { Query } from "../store/database.ts";
import type { DispositionRow } from "../store/dispositions/disposition.ts";
import { insertGiven } from "../store/dispositions/givenDisposition.ts";
import { addDnc } from "../store/doNotContact/dnc.ts";
import { newId } from "../store/newId.ts";
import { addBatchCounts } from "../store/runs/count.ts";
import { enrolByNode, findTurnedAway } from "../store/runs/nodeEnrolment.ts";
import { publishEvents } from "../store/webhooks/webhookEvent.ts";
import { receivingSlot } from "./receivingSlot.ts";

/** A disposition that a contact gets: on their page, for a call, or for a queue entry. */
interface Applied {
  contact: ContactRow;
  disposition: DispositionRow;
  callId?: string | undefined;
  holdId?: string | undefined;
  note?: string | undefined;
  by: { actor: string; name: string };
}

/** Applies a disposition in the transaction: history, workflow, do-not-contact list, webhooks. Returns its id. */
export async function applyDisposition(
  q: Query,
  account: string,
  { contact, disposition, callId, holdId, note, by }: Applied,
): Promise<string> {
  const { contactId, phone } = contact;
  const { key, triggeredCampaignId: campaignId, description, tags } = disposition;
  const reason = await enrol(q, account, contactId, campaignId);
  const givenId = newId();
  await insertGiven(q, account, {
    ...{ givenId, contactId, key, campaignId, reason },
    source: callId !== undefined ? "call" : holdId !== undefined ? "queue" : "page",
    callId: callId ?? null,
    holdId: holdId ?? null,
    note: note || null,
    actor: by.actor,
    actorName: by.name,
  });
  // a disposition with this tag adds the number to the account's do-not-contact list
  if (tags.includes("dnc") && phone !== null)
    await addDnc(q, [{ accountId: account, phone, types: ["call", "sms", "rcs"], source: "disposition", reason: key }]);
  const about = { callid: callId ?? null, note: note || null, by: by.name, phone, contactid: contactId };
  const data = { disposition: key, description, tags: tags.join(","), ...about };
  await publishEvents(q, [{ accountId: account, eventType: "dispo_status", contactId, campaignId, data }]);
  return givenId;
}

/** Enrolls the contact with the usual checks. Returns the reason if it was refused, or null. */
async function enrol(
  q: Query,
  accountId: string,
  contactId: string,
  campaignId: string | null,
): Promise<string | null> {
  if (campaignId === null) return null;
  const made = await enrolByNode(
    q,
    [{ accountId, journeyId: null, contactId, campaignId, ignoresWindow: false }],
    "disposition",
  );
  if (made === null) return "campaign_deleted";
  await addBatchCounts(q, receivingSlot, [{ ...made, started: 0, done: 0, failed: 0 }]);
  return made.filtered > 0 ? findTurnedAway(q, accountId, made.batchId, contactId) : null;
}
