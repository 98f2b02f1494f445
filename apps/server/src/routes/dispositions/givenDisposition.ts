import {
  dispositionRoutes,
  type GivenDisposition,
  type GivenOn,
  whyNotChosen,
} from "@trunkline/contract/dispositions/disposition.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { receivingSlot } from "../../inbound/receivingSlot.ts";
import { audit } from "../../store/audit/audit.ts";
import type { ContactRow } from "../../store/contacts/contact.ts";
import type { Query } from "../../store/database.ts";
import { type DispositionRow, listWorkGroupsOf } from "../../store/dispositions/disposition.ts";
import {
  findCallDirection,
  type GivenRow,
  hasAnswered,
  insertGiven,
  listGiven,
} from "../../store/dispositions/givenDisposition.ts";
import { addDnc } from "../../store/doNotContact/dnc.ts";
import { newId } from "../../store/newId.ts";
import { addBatchCounts } from "../../store/runs/count.ts";
import { enrolByNode, findTurnedAway } from "../../store/runs/nodeEnrolment.ts";
import { publishEvents } from "../../store/webhooks/webhookEvent.ts";
import { needContact } from "../contacts/needContact.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needDisposition } from "./disposition.ts";

interface Asked {
  key: string;
  callId?: string | undefined;
  holdId?: string | undefined;
  note?: string | undefined;
}

/** Gives dispositions to contacts: on their page, on a call, or in an agent queue (spec 2 §2.5). */
export function registerGivenDisposition(api: Api): void {
  handle(api, dispositionRoutes.give, async (call) => {
    const given = await call.db.tx([call.account], (q) => give(q, call, call.params.contactId, call.body));
    call.wakeUp();
    return given;
  });
  handle(api, dispositionRoutes.given, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, callId } = query;
      const { contactId } = await needContact(q, account, params.contactId);
      const rows = await listGiven(q, account, { contactId, callId, before: readIdCursor(cursor), limit });
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.givenId) };
    }),
  );
}

/** Applies a disposition in one transaction: history, workflow, do-not-contact list, webhooks. */
async function give(q: Query, call: Call, contactId: string, asked: Asked): Promise<GivenDisposition[]> {
  const { account, actor } = call;
  const contact = await needContact(q, account, contactId);
  const disposition = await needDisposition(q, account, asked.key);
  const on = await placeOf(q, call, contactId, asked);
  const why = whyNotChosen(disposition, on, await groupsOf(q, account, actor));
  if (why !== undefined) throw conflict(why, "body.key", "not_offered");
  const reason = await enrol(q, account, contactId, disposition.triggeredCampaignId);
  const givenId = newId();
  await insertGiven(q, account, {
    givenId,
    contactId,
    key: disposition.key,
    source: asked.callId !== undefined ? "call" : asked.holdId !== undefined ? "queue" : "page",
    callId: asked.callId ?? null,
    holdId: asked.holdId ?? null,
    note: asked.note || null,
    actor: `${actor.kind}:${actor.id}`,
    actorName: actor.name,
    campaignId: disposition.triggeredCampaignId,
    reason,
  });
  await stop(q, account, contact, disposition);
  await audit(q, call, "disposition.give", givenId, { contactId, key: disposition.key });
  await publishEvents(q, [
    {
      accountId: account,
      eventType: "dispo_status",
      contactId,
      campaignId: disposition.triggeredCampaignId,
      data: {
        disposition: disposition.key,
        description: disposition.description,
        tags: disposition.tags.join(","),
        callid: asked.callId ?? null,
        note: asked.note || null,
        by: actor.name,
        phone: contact.phone,
        contactid: contactId,
      },
    },
  ]);
  const [row] = await listGiven(q, account, { contactId, limit: 1 });
  return row ? [show(row)] : [];
}

/** The subject of the disposition: a call of the contact, a queue entry that the agent answered, or the contact. */
async function placeOf(q: Query, { account, actor }: Call, contactId: string, asked: Asked): Promise<GivenOn> {
  const { callId, holdId } = asked;
  if (callId !== undefined) {
    const found = await findCallDirection(q, account, contactId, callId);
    if (!found) throw notFound("call of this contact");
    return found.direction === "in" ? "inbound" : "outbound";
  }
  if (holdId === undefined) return null;
  const agent = `${actor.kind}:${actor.id}`;
  if (!(await hasAnswered(q, account, { contactId, holdId, agent }))) throw notFound("contact that you answered");
  return "outbound";
}

/** The work groups a caller may choose dispositions for. Users who manage dispositions and API keys may choose for all. */
const groupsOf = async (q: Query, account: string, actor: Actor): Promise<string[] | "all"> =>
  actor.kind === "key" || holds(actor.role, actor.privileges, "disposition-admin")
    ? "all"
    : listWorkGroupsOf(q, account, actor.id);

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

/** A disposition with this tag adds the number to the account's do-not-contact list. */
async function stop(q: Query, accountId: string, { phone }: ContactRow, { tags, key }: DispositionRow): Promise<void> {
  if (!tags.includes("dnc") || phone === null) return;
  await addDnc(q, [{ accountId, phone, types: ["call", "sms", "rcs"], source: "disposition", reason: key }]);
}

const show = ({ at, ...row }: GivenRow): GivenDisposition => ({
  ...row,
  at: at.toISOString(),
  reasonText: row.reason === null ? null : describeReason(row.reason),
});
