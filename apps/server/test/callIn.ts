import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { Instruction } from "@trunkline/workflow/voice/script.ts";
import { openCall } from "@trunkline/workflow/voice/session.ts";
import type { CallWorld } from "../src/inbound/callWorld.ts";
import { moveCall } from "../src/inbound/moveCall.ts";
import { incomingCallWrites } from "../src/store/calls/newCall.ts";
import { findContactIdByPhone } from "../src/store/contacts/contact.ts";
import type { Database } from "../src/store/database.ts";
import { newId } from "../src/store/newId.ts";
import { insertLeg } from "../src/store/simulator/simulatorCall.ts";
import { writeTogether } from "../src/store/together.ts";

/** A handset calls, and the call does what a script says; returns the call's id. */
export async function callIn(
  db: Database,
  account: string,
  { from, to }: { from: string; to: string },
  script: readonly Instruction[],
  world: CallWorld,
): Promise<string> {
  const callId = newId();
  const key = { accountId: account, callId };
  const plan = { human: script, machine: script };
  await db.tx([account], async (q) => {
    const contactId = await findContactIdByPhone(q, account, from);
    const who = { accountSid: account, callId, direction: "in", own: to, contact: from } as const;
    const session = openCall(who, plan);
    const call = { ...key, contactId, from, to, plan, session, carrier: "simulated", routeTag: null };
    await writeTogether(q, incomingCallWrites(call));
    const legId = newId();
    const phones = { parentId: null, handset: from, number: to, ownNumber: to };
    const { line } = ringLine("byHand", { pace: 1 });
    await insertLeg(q, { ...key, legId, ...phones, direction: "from_handset", line }, null);
    await moveCall(q, key, () => [{ legId, input: { input: "answer", by: "human" } }], world);
  });
  return callId;
}
