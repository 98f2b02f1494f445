import { openCall } from "@trunkline/workflow/voice/session.ts";
import { type CallKey, insertCalls, startIncomingCall } from "../store/calls/call.ts";
import { findContactByPhone } from "../store/contacts/contact.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { withoutMenus } from "./callMenus.ts";
import { routeCall } from "./routeCall.ts";

/** A call that a carrier brings to one of the account's numbers. */
export interface InboundCall {
  from: string;
  to: string;
  carrier: string;
}

/**
 * Takes a call in, whichever carrier brings it: the route of the number says what the call does, and call, session and
 * decision are written together. What happens on its line from now on, `answered` first, is told to `receiveCall`, whose
 * verbs the carrier does.
 */
export async function acceptCall(q: Query, accountId: string, { from, to, carrier }: InboundCall): Promise<CallKey> {
  const call = { accountId, callId: newId() };
  const contact = await findContactByPhone(q, accountId, from);
  const routed = await routeCall(q, { ...call, contactId: contact?.contactId ?? null, from, to }, Date.now());
  const nobody = { campaignId: null, batchId: null, journeyId: null, node: null, revision: null };
  await insertCalls(q, [
    {
      ...call,
      ...nobody,
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
