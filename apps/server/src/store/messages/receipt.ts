import { plainArray, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { countedOfMessage, countMessages } from "../reports/countChanges.ts";
import { publishOutbound } from "../webhooks/webhookEvent.ts";
import { type MessageKey, type MovedMessage, movedMessage } from "./message.ts";

/** What a carrier says about a message that it took. */
export interface ReceiptRow {
  accountId: string;
  messageId: string;
  status: "delivered" | "read" | "undelivered" | "expired";
  /** A reason code of engine/reasons.ts; null when all is well. */
  reason: string | null;
  code: string | null;
  /** The carrier's own id of the message, where the receipt has it. */
  carrierRef?: string;
}

/** How long after its time limit a message's revocation may still be reported. */
export const revocationSeconds = 300;

/** The higher one stays: neither the order of receipts nor their repetition matters (invariant I16). */
const rankOf = (column: string): string =>
  `case when ${column} = 'read' then 4 when ${column} = 'delivered' then 3 when ${column} = 'undelivered' then 2
    when ${column} = 'expired' then 1 else 0 end`;

/** A message that a receipt changed, and the journey that went on waiting for it (`rcsSuccess` delivered). */
export interface ReceiptedMessage extends MessageKey {
  receipt: ReceiptRow["status"];
  reason: string | null;
  /** Null if no journey waits for it, or no longer. */
  journeyId: string | null;
  node: number | null;
}

const isGood = (column: string): string => `${column} in ('delivered', 'read')`;

/**
 * Keeps every receipt as it came, and what they say together on the message, counts for the numbers what became of their
 * texts, and publishes webhook events. Returns what changed.
 */
export async function insertReceipts(
  q: Query,
  slot: number,
  receipts: readonly ReceiptRow[],
): Promise<ReceiptedMessage[]> {
  if (receipts.length === 0) return [];
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
  const changed = await q.rows<ReceiptedMessage>(
    {
      name: "receipt.apply",
      // locked first: two receipts at once for one message must each see what the other one changed
      text: `with u as (select distinct on (a, m) a, m, s, r from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) u (a, m, s, c, r)
            order by a, m, ${rankOf("s")} desc),
        o as materialized (
          select m.account_id, m.message_id, m.receipt, m.reason, u.s, u.r from u join message m on m.account_id = u.a and m.message_id = u.m
          where ${rankOf("u.s")} > ${rankOf("m.receipt")} order by m.account_id, m.message_id for no key update of m),
        done as (
          update message m set receipt = o.s, updated = now(), reason = o.r from o
          where m.account_id = o.account_id and m.message_id = o.message_id
          returning ${countedOfMessage}, o.receipt was, o.reason was_reason,
            case when o.receipt is null and m.submitted + (m.success_within + ${revocationSeconds}) * interval '1 second' > now() then m.journey_id end journey_id),
        reported as (${countMessages("done r", { receipt: "r.was", reason: "r.was_reason" })}),
        counted as (
          insert into number_outcome as n (account_id, phone, hour, slot, delivered, failed)
          select account_id, from_number, date_trunc('hour', now()), $6,
            count(*) filter (where ${isGood("receipt")} and (was is null or not ${isGood("was")})),
            count(*) filter (where not ${isGood("receipt")} and was is null)
              - count(*) filter (where ${isGood("receipt")} and was is not null and not ${isGood("was")})
          from done where channel = 'sms' group by account_id, from_number order by account_id, from_number
          on conflict (account_id, phone, hour, slot)
          do update set delivered = n.delivered + excluded.delivered, failed = n.failed + excluded.failed)
        select account_id "accountId", message_id "messageId", receipt, reason, journey_id "journeyId", node from done`,
    },
    [...columns, textArray(receipts.map((receipt) => receipt.reason)), slot],
  );
  await publishOutbound(q, changed, "receipt");
  return changed;
}

/** A receipt that names our id proves that the carrier took the message: doubt ends (architecture, Sending). */
export function acceptByReceipt(
  q: Query,
  receipts: readonly Pick<ReceiptRow, "accountId" | "messageId" | "carrierRef">[],
): Promise<(MovedMessage & { was: string })[]> {
  return q.rows<MovedMessage & { was: string }>(
    {
      name: "receipt.accept",
      text: `with u as (
          select m.account_id, m.message_id, m.state as was, u.r
          from (select distinct on (a, i) a, i, r from unnest($1::uuid[], $2::uuid[], $3::text[]) u (a, i, r) order by a, i, r) u
          join message m on m.account_id = u.a and m.message_id = u.i
          where m.state in ('in_doubt', 'unknown') for update of m),
        m as (
          update message m set state = 'accepted', worker = null, updated = now(), carrier_ref = coalesce(m.carrier_ref, u.r)
          from u where m.account_id = u.account_id and m.message_id = u.message_id
          returning ${countedOfMessage}, m.journey_id, m.batch_id, m.success_within, u.was),
        reported as (${countMessages("m r", { state: "r.was" })})
        select ${movedMessage}, m.was from m`,
    },
    [
      plainArray(receipts.map((receipt) => receipt.accountId)),
      plainArray(receipts.map((receipt) => receipt.messageId)),
      textArray(receipts.map((receipt) => receipt.carrierRef ?? null)),
    ],
  );
}

/** Notes the carrier's id of a message whose answer has not been seen, so that a look-up finds it. */
export const nameMessage = (
  q: Query,
  { accountId, messageId, carrierRef }: { accountId: string; messageId: string; carrierRef: string },
): Promise<number> =>
  q.run(
    `update message set carrier_ref = $3 where account_id = $1 and message_id = $2
       and state in ('submitting', 'in_doubt', 'unknown') and carrier_ref is null`,
    [accountId, messageId, carrierRef],
  );

/** The carrier's id of a message. Null while it is not known. */
export async function findCarrierRef(q: Query, account: string, messageId: string): Promise<string | null> {
  const row = await q.one<{ ref: string | null }>(
    "select carrier_ref ref from message where account_id = $1 and message_id = $2",
    [account, messageId],
  );
  return row?.ref ?? null;
}

/** Whether a message was sent to this phone through this carrier, which alone may report on it. */
export async function wasSentBy(
  q: Query,
  account: string,
  { messageId, carrier, phone }: { messageId: string; carrier: string; phone: string },
): Promise<boolean> {
  const row = await q.one(
    "select from message where account_id = $1 and message_id = $2 and carrier = $3 and to_number = $4 and direction = 'out'",
    [account, messageId, carrier, phone],
  );
  return row !== null;
}
