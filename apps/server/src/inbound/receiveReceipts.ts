import type { Query } from "../store/database.ts";
import { answerMoved } from "../store/journeys/answer.ts";
import { acceptByReceipt, insertReceipts, type ReceiptRow } from "../store/messages/receipt.ts";
import { addCampaignCounts, countSends } from "../store/runs/count.ts";

/** Takes receipts in, in the caller's transaction: raw rows, the message's word, and the end of doubt. */
export async function receiveReceipts(q: Query, slot: number, receipts: readonly ReceiptRow[]): Promise<void> {
  await endDoubt(q, slot, receipts);
  const changed = await insertReceipts(q, slot, receipts);
  await answerMoved(q, changed, ({ receipt, reason }) =>
    receipt === "delivered" || receipt === "read"
      ? { ok: true }
      : { ok: false, reason: reason ?? (receipt === "expired" ? "expired" : "carrier_unknown") },
  );
}

/** Accepts messages in doubt that the carrier has named, in the caller's transaction. */
export async function endDoubt(
  q: Query,
  slot: number,
  named: readonly Pick<ReceiptRow, "accountId" | "messageId" | "carrierRef">[],
): Promise<void> {
  const proven = await acceptByReceipt(q, named);
  // one that was unknown has answered its journey already, and one that is to be delivered answers with what is said
  await answerMoved(
    q,
    proven.filter(({ was, successWithin }) => was === "in_doubt" && successWithin === null),
    () => ({ ok: true }),
  );
  await addCampaignCounts(q, slot, countSends(proven));
}
