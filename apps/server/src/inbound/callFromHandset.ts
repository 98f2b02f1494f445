import { ringLine } from "@trunkline/carriers/simulated/line.ts";
import { openCall } from "@trunkline/workflow/voice/session.ts";
import { insertCalls, startIncomingCall } from "../store/call.ts";
import { findContactByPhone } from "../store/contact.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { insertLeg, type LegRow, listCallLegs } from "../store/simulatorCall.ts";
import { withoutMenus } from "./callMenus.ts";
import { type CallWorld, moveCall } from "./moveCall.ts";
import { routeCall } from "./routeCall.ts";

/** A handset of the simulated carrier calls one of the account's numbers: its route says what the call does. */
export async function callFromHandset(
  q: Query,
  account: string,
  { from, to }: { from: string; to: string },
  world: CallWorld,
): Promise<LegRow[]> {
  const callId = newId();
  const contact = await findContactByPhone(q, account, from);
  const call = { accountId: account, callId };
  const routed = await routeCall(q, { ...call, contactId: contact?.contactId ?? null, from, to }, Date.now());
  await insertCalls(q, [
    {
      ...call,
      contactId: routed.contactId,
      campaignId: null,
      batchId: null,
      journeyId: null,
      node: null,
      revision: null,
      direction: "in",
      from,
      to,
      plan: routed.plan,
      state: "received",
      reason: null,
      carrier: "simulated",
      openUntilMs: null,
    },
  ]);
  await startIncomingCall(
    q,
    call,
    withoutMenus(openCall({ accountSid: account, callId, direction: "in", own: to, contact: from }, routed.plan)),
  );
  await routed.tell();
  const legId = newId();
  const { line } = ringLine("byHand");
  await insertLeg(
    q,
    { ...call, legId, parentId: null, handset: from, number: to, ownNumber: to, direction: "from_handset", line },
    null,
  );
  await moveCall(q, call, () => [{ legId, input: { input: "answer", by: "human" } }], world);
  return listCallLegs(q, account, callId);
}
