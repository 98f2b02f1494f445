import { openCall } from "@trunkline/workflow/voice/session.ts";
import { type CallKey, startIncomingCall } from "../store/calls/call.ts";
import { insertCalls } from "../store/calls/newCall.ts";
import { findContactByPhone } from "../store/contacts/contact.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
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
export async function acceptCall(q: Query, accountId: string, { from, to, carrier }: InboundCall): Promise<CallKey> {
  const call = { accountId, callId: newId() };
  const contact = await findContactByPhone(q, accountId, from);
  const routed = await routeCall(q, { ...call, contactId: contact?.contactId ?? null, from, to }, Date.now());
  const noJourney = { campaignId: null, batchId: null, journeyId: null, node: null, revision: null };
  await insertCalls(q, [
    {
      ...call,
      ...noJourney,
      contactId: routed.contactId,
      direction: "in",
      from,
      to,
      plan: routed.plan,
      state: "received",
      reason: null,
      carrier,
      openUntilMs: null,
    },
  ]);
  const session = openCall(
    { accountSid: accountId, callId: call.callId, direction: "in", own: to, contact: from },
    routed.plan,
  );
  await startIncomingCall(q, call, withoutMenus(session), routed.routeTag);
  await routed.notify();
  return call;
}
