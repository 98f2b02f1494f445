import { setTimeout as pause } from "node:timers/promises";
import type { OutgoingCall, SendResult, VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import { callBehaviourOf } from "@trunkline/carriers/simulated/callBehaviours.ts";
import { simulatedCallsPerSecond } from "@trunkline/carriers/simulated/callPace.ts";
import { ringLine } from "@trunkline/carriers/simulated/line/ringLine.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { moveCall } from "../../inbound/moveCall.ts";
import { movingCall } from "../../store/calls/callTransactions.ts";
import type { Database } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";
import { findFirstLeg, insertLeg, isLegDue, listCallsToPlay } from "../../store/simulator/simulatorCall.ts";
import type { Found } from "../repeat.ts";

/** The simulated carrier's telephone exchange over the product's database. */
export function openSimulatedVoice(db: Database, world: CallWorld, timeoutMs = 2_000): VoiceCarrier {
  const take = (call: OutgoingCall): Promise<string> => {
    const { line, dueInMs } = ringLine(callBehaviourOf(call.to).phone, world);
    return db.tx([call.accountId], (q) =>
      insertLeg(
        q,
        {
          accountId: call.accountId,
          callId: call.callId,
          legId: newId(),
          parentId: null,
          handset: call.to,
          number: call.from,
          ownNumber: call.from,
          direction: "to_handset",
          line,
        },
        dueInMs,
      ),
    );
  };
  async function place(call: OutgoingCall): Promise<SendResult> {
    const behaviour = callBehaviourOf(call.to).place;
    if (behaviour === "accept") return { outcome: "accepted", carrierRef: await take(call) };
    if ("refuse" in behaviour) return { outcome: "refused", failure: behaviour.refuse, code: behaviour.code };
    if ("loseAnswer" in behaviour) await take(call);
    await pause(timeoutMs);
    return { outcome: "in_doubt" };
  }
  return {
    name: "simulated",
    // the store is part of this carrier: when it does not answer, neither does the carrier
    place: (call) => place(call).catch((): SendResult => ({ outcome: "in_doubt" })),
    async lookUpCall({ accountId, callId }) {
      const carrierRef = await db.tx([accountId], (q) => findFirstLeg(q, accountId, callId));
      return carrierRef === null ? { found: false } : { found: true, carrierRef };
    },
    callPaceOf: (number) => ({ key: `number calls ${number}`, perSecond: simulatedCallsPerSecond }),
  };
}

const dueAtOnce = 200;

/** Moves every phone on which something is due, such as the end of a prompt or of a ring without an answer. */
export async function moveDueCalls(db: Database, accountIds: readonly string[], world: CallWorld): Promise<Found> {
  const owed = await db.tx(accountIds, (q) => listCallsToPlay(q, accountIds, dueAtOnce));
  if (owed.length === 0) return "nothing";
  const due = owed.filter(({ isDue }) => isDue);
  for (const { accountId, callId, legId } of due)
    await movingCall(db, accountId, (q) =>
      moveCall(
        q,
        { accountId, callId },
        // another worker may have been quicker
        async () => ((await isLegDue(q, { accountId, legId })) ? [{ legId, input: { input: "due" } }] : []),
        world,
      ),
    );
  return due.length === dueAtOnce;
}
