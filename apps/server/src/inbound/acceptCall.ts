import { openCall } from "@trunkline/workflow/voice/session.ts";
import type { LiveCall } from "../store/calls/call.ts";
import { incomingCallWrites } from "../store/calls/newCall.ts";
import { findContactIdByPhone } from "../store/contacts/contact.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { routeDecisionWrites } from "../store/routing/routeDecision.ts";
import { writeTogether } from "../store/together.ts";
import { withoutMenus } from "./callMenus.ts";
import { routeCall } from "./routeCall.ts";

/** A call from a carrier to one of the account's numbers. */
export interface InboundCall {
  from: string;
  to: string;
  carrier: string;
}

/**
 * Accepts an inbound call of any carrier. The route of its number decides what the call does. Call, session and decision
 * are stored together. From now on the carrier passes events on the line, `answered` first, to `receiveCall` and performs
 * the verbs that it returns.
 */
export async function acceptCall(q: Query, accountId: string, { from, to, carrier }: InboundCall): Promise<LiveCall> {
  const key = { accountId, callId: newId() };
  const caller = await findContactIdByPhone(q, accountId, from);
  const { plan, contactId, decision, notify } = await routeCall(q, { ...key, contactId: caller, from, to }, Date.now());
  const who = { accountSid: accountId, callId: key.callId, direction: "in", own: to, contact: from } as const;
  const session = withoutMenus(openCall(who, plan));
  const routeTag = decision?.routeTag ?? null;
  await writeTogether(q, [
    ...incomingCallWrites({ ...key, contactId, from, to, plan, session, carrier, routeTag }),
    ...(decision === null ? [] : routeDecisionWrites([decision])),
  ]);
  await notify();
  const noJourney = { campaignId: null, journeyId: null, node: null };
  const asItBegins = { answeredMs: null, keys: "", durationSeconds: null };
  return { ...key, ...noJourney, ...asItBegins, session, contactId, direction: "in", contactPhone: from };
}
