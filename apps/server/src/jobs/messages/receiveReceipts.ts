import type { Query } from "../../store/database.ts";
import { answerMoved } from "../../store/journeys/answer.ts";
import { acceptByReceipt, insertReceipts, type ReceiptRow } from "../../store/messages/receipt.ts";
import { addCampaignCounts } from "../../store/runs/count.ts";
import { countSends } from "./sendMessages.ts";

/** Takes receipts in, in the caller's transaction: raw rows, the message's word, and the end of doubt. */
export async function receiveReceipts(q: Query, slot: number, receipts: readonly ReceiptRow[]): Promise<void> {
  const proven = await acceptByReceipt(q, receipts);
  const changed = await insertReceipts(q, slot, receipts);
  // one that was unknown has answered its journey already, and one that is to be delivered answers with what was said
  await answerMoved(
    q,
    proven.filter(({ was, successWithin }) => was === "in_doubt" && successWithin === null),
    () => ({ ok: true }),
  );
  await answerMoved(q, changed, ({ receipt, reason }) =>
    receipt === "delivered" || receipt === "read"
      ? { ok: true }
      : { ok: false, reason: reason ?? (receipt === "expired" ? "expired" : "carrier_unknown") },
  );
  await addCampaignCounts(q, slot, countSends(proven));
}
