import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { type Leg, type LegRow, listCallLegs } from "../store/simulator/simulatorCall.ts";
import { acceptCall } from "./acceptCall.ts";
import type { CallWorld } from "./callWorld.ts";
import { startCall } from "./moveCall.ts";

/** A handset of the simulated carrier calls one of the account's numbers: its route says what the call does. */
export async function callFromHandset(
  q: Query,
  account: string,
  { from, to }: { from: string; to: string },
  world: CallWorld,
): Promise<LegRow[]> {
  const call = await acceptCall(q, account, { from, to, carrier: "simulated" });
  const leg: Leg = {
    accountId: account,
    callId: call.callId,
    legId: newId(),
    parentId: null,
    handset: from,
    number: to,
    ownNumber: to,
    direction: "from_handset",
    state: "ringing",
    line: ringLine("byHand", world).line,
  };
  await startCall(q, call, leg, world);
  return listCallLegs(q, account, call.callId);
}
