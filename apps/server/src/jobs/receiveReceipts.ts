import { answerMoved } from "../store/answer.ts";
import { addCampaignCounts } from "../store/count.ts";
import type { Query } from "../store/database.ts";
import { acceptByReceipt, insertReceipts, type ReceiptRow } from "../store/receipt.ts";
import { countSends } from "./sendMessages.ts";

/** Takes receipts in, in the caller's transaction: raw rows, the message's word, and the end of doubt. */
export async function receiveReceipts(q: Query, slot: number, receipts: readonly ReceiptRow[]): Promise<void> {
  const proven = await acceptByReceipt(q, receipts);
  await insertReceipts(q, receipts);
  // one that was unknown has answered its journey already
  await answerMoved(
    q,
    proven.filter((message) => message.was === "in_doubt"),
    () => ({ ok: true }),
  );
  await addCampaignCounts(q, slot, countSends(proven));
}
