import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { insertLeg, type LegRow, listCallLegs } from "../store/simulator/simulatorCall.ts";
import { acceptCall } from "./acceptCall.ts";
import type { CallWorld } from "./callWorld.ts";
import { moveCall } from "./moveCall.ts";

/** A handset of the simulated carrier calls one of the account's numbers: its route says what the call does. */
export async function callFromHandset(
  q: Query,
  account: string,
  { from, to }: { from: string; to: string },
  world: CallWorld,
): Promise<LegRow[]> {
  const call = await acceptCall(q, account, { from, to, carrier: "simulated" });
  const legId = newId();
  const { line } = ringLine("byHand", world);
  await insertLeg(
    q,
    { ...call, legId, parentId: null, handset: from, number: to, ownNumber: to, direction: "from_handset", line },
    null,
  );
  await moveCall(q, call, () => [{ legId, input: { input: "answer", by: "human" } }], world);
  return listCallLegs(q, account, call.callId);
}
