import { setTimeout as pause } from "node:timers/promises";
import type { SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { behaviourOf, rcsBehaviourOf } from "@trunkline/carriers/simulated/behaviours.ts";
import { simulatedCarrier } from "@trunkline/carriers/simulated/simulatedCarrier.ts";
import { receiveReceipts } from "../../inbound/receiveReceipts.ts";
import { accountGroups, eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import type { ReceiptRow } from "../../store/messages/receipt.ts";
import {
  acceptSimulatorTexts,
  claimTextsToReport,
  findRcsSwitch,
  findSimulatorRef,
  type SimulatorText,
  updateReportedTexts,
} from "../../store/simulator/simulator.ts";
import { listSendingAccounts } from "../../store/worker.ts";
import type { Found } from "../repeat.ts";

/** How fast the simulated carrier is. */
export interface SimulatorSpeed {
  latencyMs?: number;
  receiptAfterMs?: readonly [number, number];
  timeoutMs?: number;
  segmentsPerSecond?: number | null;
  /** How long calls ring and speak, against life. */
  callPace?: number;
}

/** The simulated carrier over the product's database. */
export function openSimulatedCarrier(db: Database, speed: SimulatorSpeed = {}): SessionCarrier {
  return simulatedCarrier({
    ...speed,
    pause: (ms) => pause(ms),
    store: {
      take: (texts) => takeTexts(db, texts),
      rcsSwitch: ({ accountId, to }) => db.tx([accountId], (q) => findRcsSwitch(q, accountId, to)),
      find: ({ accountId, messageId }) => db.tx([accountId], (q) => findSimulatorRef(q, accountId, messageId)),
    },
  });
}

async function takeTexts(db: Database, texts: readonly SimulatorText[]): Promise<string[]> {
  const refs = new Map<string, string>();
  await eachInTurn(transactionsOf(db, texts), async (group) => {
    const accountIds = [...new Set(group.map(({ accountId }) => accountId))];
    const taken = await db.tx(accountIds, (q) => acceptSimulatorTexts(q, group), { byKey: true });
    for (const [index, { messageId }] of group.entries()) refs.set(messageId, taken[index] ?? "");
  });
  return texts.map(({ messageId }) => refs.get(messageId) ?? "");
}

const accountsAtOnce = 64;
const textsAtOnce = 500;

/** Tells the receipts that are due. */
export async function deliverReceipts(
  db: Database,
  slot: number,
  senders?: readonly string[],
  betweenMs = 500,
): Promise<Found> {
  const accounts = senders ?? (await db.global(listSendingAccounts));
  let found: Found = "nothing";
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (group) => {
    const reported = await db.tx(
      group,
      async (q) => {
        const owed = await claimTextsToReport(q, group, textsAtOnce);
        if (owed.length === 0) return 0;
        const receipts: ReceiptRow[] = [];
        const notes = owed.map(({ accountId, simulatorId, messageId, handset, reports, channel }) => {
          // an accepted text was shown, whatever the handset is switched to by now
          const plan = (channel === "rcs" ? rcsBehaviourOf(handset, "text", true) : behaviourOf(handset)).receipts;
          const now = plan[reports];
          const next = plan[reports + 1];
          if (now) receipts.push({ accountId, messageId, status: now.status, reason: now.failure, code: now.code });
          return {
            accountId,
            simulatorId,
            status: now?.status ?? "sent",
            code: now?.code ?? null,
            nextInMs: next ? betweenMs * next.after : null,
          };
        });
        await receiveReceipts(q, slot, receipts);
        await updateReportedTexts(q, notes);
        return owed.length;
      },
      { byKey: true },
    );
    if (reported > 0) found = found === true || reported >= textsAtOnce;
  });
  return found;
}
