import { plainArray, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";
import type { MovedMessage } from "./message.ts";
import { newId } from "./newId.ts";
import { publishOutbound } from "./webhookEvent.ts";

/** What a carrier says about a message that it took. */
export interface ReceiptRow {
  accountId: string;
  messageId: string;
  status: "delivered" | "read" | "undelivered" | "expired";
  /** A reason code of engine/reasons.ts; null when all is well. */
  reason: string | null;
  code: string | null;
}

/** The higher one stays: neither the order of receipts nor their repetition matters (invariant I16). */
const rankOf = (column: string): string =>
  `case ${column} when 'read' then 4 when 'delivered' then 3 when 'undelivered' then 2 when 'expired' then 1 else 0 end`;

/** Keeps every receipt as it came, and what they say together on the message. */
export async function insertReceipts(q: Query, receipts: readonly ReceiptRow[]): Promise<void> {
  if (receipts.length === 0) return;
  const columns = [
    plainArray(receipts.map((receipt) => receipt.accountId)),
    plainArray(receipts.map((receipt) => receipt.messageId)),
    plainArray(receipts.map((receipt) => receipt.status)),
    textArray(receipts.map((receipt) => receipt.code)),
  ];
  await q.run(
    {
      name: "receipt.insert",
      text: `insert into receipt (account_id, message_id, status, code, receipt_id)
        select a, m, s, c, i from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) u (a, m, s, c, i)`,
    },
    [...columns, plainArray(receipts.map(() => newId()))],
  );
  await q.run(
    {
      name: "receipt.apply",
      text: `update message m set receipt = u.s, updated = now(), reason = u.r
        from (select distinct on (a, m) a, m, s, r from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) u (a, m, s, c, r)
          order by a, m, ${rankOf("s")} desc) u
        where m.account_id = u.a and m.message_id = u.m and ${rankOf("u.s")} > ${rankOf("m.receipt")}`,
    },
    [...columns, textArray(receipts.map((receipt) => receipt.reason))],
  );
  await publishOutbound(q, receipts);
}

/** A receipt that names our id proves that the carrier took the message: doubt ends (architecture, Sending). */
export function acceptByReceipt(
  q: Query,
  receipts: readonly ReceiptRow[],
): Promise<(MovedMessage & { was: string })[]> {
  return q.rows<MovedMessage & { was: string }>(
    {
      name: "receipt.accept",
      text: `with u as (
          select m.account_id, m.message_id, m.state as was from (select distinct a, i from unnest($1::uuid[], $2::uuid[]) u (a, i)) u
          join message m on m.account_id = u.a and m.message_id = u.i
          where m.state in ('in_doubt', 'unknown') for update of m)
        update message m set state = 'accepted', worker = null, updated = now()
        from u where m.account_id = u.account_id and m.message_id = u.message_id
        returning m.account_id as "accountId", m.message_id as "messageId", m.journey_id as "journeyId",
          m.campaign_id as "campaignId", m.batch_id as "batchId", m.node, m.state, m.cost_micros as "costMicros", u.was`,
    },
    [
      plainArray(receipts.map((receipt) => receipt.accountId)),
      plainArray(receipts.map((receipt) => receipt.messageId)),
    ],
  );
}
