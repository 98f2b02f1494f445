import type { SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { doubtCallsOfDead } from "../../store/calls/callQueue.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { answerMoved, endMessages } from "../../store/journeys/answer.ts";
import { reapEffects } from "../../store/journeys/effect.ts";
import { type DoubtfulMessage, doubtOfDead, listDoubtful } from "../../store/messages/doubt.ts";
import { type MessageState, moveMessages } from "../../store/messages/message.ts";
import { addCampaignCounts, countSends } from "../../store/runs/count.ts";
import { listAccountIds, listDeadWorkers, listSendingAccounts, removeWorker } from "../../store/worker.ts";
import { answerOf } from "./sendMessages.ts";

/** A message that no look-up finds is unknown after this long, and stays so unless a receipt names it. */
const unknownAfterMs = 15 * 60_000;

/** Accounts asked in one statement. */
const accountsAtOnce = 64;

export interface DoubtOptions {
  carriers: ReadonlyMap<string, SessionCarrier>;
  slot: number;
  unknownAfterMs?: number;
}

/**
 * What dead workers were submitting becomes in doubt, and so do effects but for the kinds that are `repeatable`, which
 * are queued again; then the workers are taken off the list.
 */
export async function reapDeadWorkers(db: Database, repeatable: readonly string[] = []): Promise<number> {
  const { dead, accounts } = await db.global(async (q) => ({
    dead: await listDeadWorkers(q),
    accounts: await listAccountIds(q),
  }));
  if (dead.length === 0) return 0;
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), (group) =>
    db.tx(group, async (q) => {
      await doubtOfDead(q, group, dead);
      const buried = await reapEffects(q, group, dead, repeatable);
      await answerMoved(q, buried, ({ state }) =>
        state === "in_doubt" ? { ok: false, reason: "in_doubt" } : undefined,
      );
      await doubtCallsOfDead(q, group, dead);
    }),
  );
  await db.global(async (q) => {
    for (const worker of dead) await removeWorker(q, worker);
  });
  return dead.length;
}

/** Asks the carriers about messages in doubt. Found: accepted. Not found for long enough: unknown, never sent again. */
export async function resolveDoubt(db: Database, options: DoubtOptions): Promise<boolean> {
  const accounts = await db.global(listSendingAccounts);
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (group) => {
    const doubtful = await db.tx(group, (q) => listDoubtful(q, group, 500));
    if (doubtful.length === 0) return;
    const changes = (await Promise.all(doubtful.map((message) => lookUp(message, options)))).filter(
      (change): change is MessageState => change !== null,
    );
    const reasons = new Map(changes.map((change) => [change.messageId, change.reason]));
    await db.tx(group, async (q) => {
      const moved = await moveMessages(q, ["in_doubt", "submitting"], changes, null);
      await endMessages(q, moved, (message) => answerOf(message, reasons.get(message.messageId) ?? null));
      await addCampaignCounts(q, options.slot, countSends(moved));
    });
  });
  return false;
}

async function lookUp(message: DoubtfulMessage, options: DoubtOptions): Promise<MessageState | null> {
  const carrier = options.carriers.get(message.carrier);
  const answer = carrier ? await carrier.lookUp(message) : { found: "unknown" as const };
  const key = { accountId: message.accountId, messageId: message.messageId };
  if (answer.found === true) return { ...key, state: "accepted", reason: null, carrierRef: answer.carrierRef };
  if (answer.found === false && answer.failure !== undefined)
    return { ...key, state: "rejected", reason: answer.failure };
  const timeBudgetMs = options.unknownAfterMs ?? carrier?.forgetsAfterMs ?? unknownAfterMs;
  return message.ageMs < timeBudgetMs ? null : { ...key, state: "unknown", reason: "in_doubt" };
}
