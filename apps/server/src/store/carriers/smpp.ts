import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { ReceiptRow } from "../messages/receipt.ts";
import { newId } from "../newId.ts";

/** A part of a text that an SMSC took. */
export interface PartRow {
  accountId: string;
  messageId: string;
  number: number;
  total: number;
  connectionId: string;
  carrierRef: string;
  key: string;
}

/** What a receipt says of the part with this id. */
export interface PartReceipt {
  accountId: string;
  connectionId: string;
  key: string;
  status: "delivered" | "undelivered" | "expired";
  reason: string | null;
  code: string;
}

/** A receipt with what else it reports of its text. */
export interface EarlyReceipt extends PartReceipt {
  from: string;
  to: string;
  reference: number | null;
}

/** Writes down under which ids parts were taken. */
export async function insertParts(q: Query, parts: readonly PartRow[]): Promise<void> {
  await q.run(
    {
      name: "smpp.parts",
      text: `insert into smpp_part (account_id, message_id, number, total, connection_id, carrier_ref, key)
        select a, m, n, t, c, r, k from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::smallint[], $5::uuid[], $6::text[], $7::text[])
          u (a, m, n, t, c, r, k)
        on conflict (account_id, message_id, number) do nothing`,
    },
    [
      plainColumn(parts, (part) => part.accountId),
      plainColumn(parts, (part) => part.messageId),
      plainColumn(parts, (part) => part.number),
      plainColumn(parts, (part) => part.total),
      plainColumn(parts, (part) => part.connectionId),
      textArray(parts.map((part) => withoutNul(part.carrierRef))),
      textArray(parts.map((part) => withoutNul(part.key))),
    ],
  );
}

/** The first id of a message whose every part was taken; null while one is missing. */
export async function findAcceptedMessage(q: Query, account: string, messageId: string): Promise<string | null> {
  const row = await q.one<{ ref: string | null }>(
    `select case when count(*) = max(total) then min(carrier_ref) filter (where number = 1) end ref
     from smpp_part where account_id = $1 and message_id = $2`,
    [account, messageId],
  );
  return row?.ref ?? null;
}

const rankOf = (column: string): string =>
  `case when ${column} = 'delivered' then 3 when ${column} = 'undelivered' then 2 when ${column} = 'expired' then 1 else 0 end`;

/**
 * Writes what receipts say on the parts that they name, newest where an id was given twice. Returns what this means for
 * whole texts: delivered when every part is, failed when one is. A repeated receipt changes nothing and means nothing.
 * `missing` are the receipts that name no part.
 */
export async function applyPartReceipts<One extends PartReceipt>(
  q: Query,
  receipts: readonly One[],
): Promise<{ written: ReceiptRow[]; missing: One[] }> {
  if (receipts.length === 0) return { written: [], missing: [] };
  const columns = [
    plainColumn(receipts, (one) => one.accountId),
    plainColumn(receipts, (one) => one.connectionId),
    textArray(receipts.map((one) => withoutNul(one.key))),
  ];
  const named = await q.rows<{ index: number; messageId: string; number: number; total: number }>(
    {
      name: "smpp.named",
      text: `select u.n::int - 1 as index, p.message_id as "messageId", p.number, p.total
        from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality u (a, c, k, n)
        cross join lateral (select p.message_id, p.number, p.total from smpp_part p
          where p.account_id = u.a and p.connection_id = u.c and p.key = u.k order by p.message_id desc limit 1) p
        order by p.message_id, p.number`,
    },
    columns,
  );
  const known = new Set(named.map((one) => one.index));
  const rows = named.map(({ index, ...part }) => ({ ...(receipts[index] as One), ...part }));
  await lockTexts(
    q,
    rows.filter((row) => row.total > 1),
  );
  return { written: await writePartReceipts(q, rows), missing: receipts.filter((_, index) => !known.has(index)) };
}

/**
 * Only one transaction at a time reports on a text's parts: of two at once neither would see what the other one writes, and the
 * text would never be whole. The statements that follow read what was written meanwhile.
 */
async function lockTexts(q: Query, texts: readonly { accountId: string; messageId: string }[]): Promise<void> {
  if (texts.length === 0) return;
  await q.run(
    {
      name: "smpp.lock",
      text: `select from unnest($1::uuid[], $2::uuid[]) u (a, i) join message m on m.account_id = u.a and m.message_id = u.i
        order by m.account_id, m.message_id for update of m`,
    },
    [plainColumn(texts, (text) => text.accountId), plainColumn(texts, (text) => text.messageId)],
  );
}

async function writePartReceipts(
  q: Query,
  rows: readonly (PartReceipt & { messageId: string; number: number })[],
): Promise<ReceiptRow[]> {
  if (rows.length === 0) return [];
  const changed = await q.rows<{ accountId: string; messageId: string }>(
    {
      name: "smpp.receipts",
      text: `update smpp_part p set status = u.s, reason = u.r, code = u.c
        from (select distinct on (a, m, n) * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::text[])
          u (a, m, n, s, r, c) order by a, m, n, ${rankOf("s")} desc) u
        where p.account_id = u.a and p.message_id = u.m and p.number = u.n and ${rankOf("u.s")} > ${rankOf("p.status")}
        returning p.account_id as "accountId", p.message_id as "messageId"`,
    },
    [
      plainColumn(rows, (row) => row.accountId),
      plainColumn(rows, (row) => row.messageId),
      plainColumn(rows, (row) => row.number),
      textArray(rows.map((row) => row.status)),
      textArray(rows.map((row) => row.reason)),
      textArray(rows.map((row) => withoutNul(row.code))),
    ],
  );
  const touched = [...new Map(changed.map((one) => [one.messageId, one])).values()];
  if (touched.length === 0) return [];
  return q.rows<ReceiptRow>(
    {
      name: "smpp.whole",
      text: `select u.a as "accountId", u.m as "messageId", coalesce(bad.status, 'delivered') as status, bad.reason, coalesce(bad.code, good.code) as code
        from unnest($1::uuid[], $2::uuid[]) u (a, m)
        cross join lateral (select count(*) filter (where p.status = 'delivered') = max(p.total) as whole, max(p.code) as code
          from smpp_part p where p.account_id = u.a and p.message_id = u.m) good
        left join lateral (select p.status, p.reason, p.code from smpp_part p
          where p.account_id = u.a and p.message_id = u.m and p.status in ('undelivered', 'expired') order by p.number limit 1) bad on true
        where good.whole or bad.status is not null`,
    },
    [plainColumn(touched, (one) => one.accountId), plainColumn(touched, (one) => one.messageId)],
  );
}

/** Saves receipts with an unknown id; a repeated one is saved once. */
export async function insertEarlyReceipts(q: Query, receipts: readonly EarlyReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await q.run(
    `insert into smpp_receipt (account_id, receipt_id, connection_id, key, status, reason, code, from_number, to_number, reference)
     select a, i, c, k, s, r, o, f, t, e from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::int[]) u (a, i, c, k, s, r, o, f, t, e)
     on conflict (account_id, connection_id, key, status) do nothing`,
    [
      plainColumn(receipts, (one) => one.accountId),
      plainColumn(receipts, () => newId()),
      plainColumn(receipts, (one) => one.connectionId),
      textArray(receipts.map((one) => withoutNul(one.key))),
      textArray(receipts.map((one) => one.status)),
      textArray(receipts.map((one) => one.reason)),
      textArray(receipts.map((one) => withoutNul(one.code))),
      textArray(receipts.map((one) => withoutNul(one.from))),
      textArray(receipts.map((one) => withoutNul(one.to))),
      plainColumn(receipts, (one) => one.reference),
    ],
  );
}

const earlyColumns = `r.account_id as "accountId", r.connection_id as "connectionId", r.key, r.status, r.reason, r.code,
  r.from_number as "from", r.to_number as "to", r.reference`;

const idsLock = "hashtextextended('smpp ids ' || c::text, 0)";

/** Says until the end of the transaction that ids of these connections are being written. */
export const announceIds = (q: Query, connectionIds: readonly string[]): Promise<number> =>
  q.run(
    { name: "smpp.announceIds", text: `select pg_advisory_xact_lock_shared(${idsLock}) from unnest($1::uuid[]) c` },
    [plainArray([...new Set(connectionIds)].sort())],
  );

/** Whether every id of a connection that was being written is visible to the next statement, and none is begun before the end. */
export async function areIdsWritten(q: Query, connectionId: string): Promise<boolean> {
  const row = await q.one<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(${idsLock}) free from (select $1::uuid c) one`,
    [connectionId],
  );
  return row?.free === true;
}

/** Takes the kept receipts of ids that have just become known. */
export function claimEarlyReceipts(
  q: Query,
  ids: readonly Pick<PartRow, "accountId" | "connectionId" | "key">[],
): Promise<EarlyReceipt[]> {
  return q.rows<EarlyReceipt>(
    {
      name: "smpp.early",
      text: `delete from smpp_receipt r using unnest($1::uuid[], $2::uuid[], $3::text[]) u (a, c, k)
        where r.account_id = u.a and r.connection_id = u.c and r.key = u.k
        returning ${earlyColumns}`,
    },
    [
      plainColumn(ids, (one) => one.accountId),
      plainColumn(ids, (one) => one.connectionId),
      textArray(ids.map((one) => withoutNul(one.key))),
    ],
  );
}

/** Saved receipts of a connection that no worker has matched yet, oldest first; locked. */
export const listEarlyReceipts = (
  q: Query,
  account: string,
  connectionId: string,
  limit: number,
): Promise<(EarlyReceipt & { receiptId: string; ageMs: number })[]> =>
  q.rows(
    `select ${earlyColumns}, r.receipt_id as "receiptId", date_part('epoch', now() - r.at) * 1000 as "ageMs" from smpp_receipt r
     where r.account_id = $1 and r.connection_id = $2 and not r.judged order by r.at limit $3 for update skip locked`,
    [account, connectionId, limit],
  );

/** Removes saved receipts, or marks them as matching no message. */
export async function endEarlyReceipts(
  q: Query,
  account: string,
  ids: { gone: readonly string[]; judged: readonly string[] },
): Promise<void> {
  await q.run("delete from smpp_receipt where account_id = $1 and receipt_id = any ($2::uuid[])", [account, ids.gone]);
  await q.run("update smpp_receipt set judged = true where account_id = $1 and receipt_id = any ($2::uuid[])", [
    account,
    ids.judged,
  ]);
}

/** A text that went out as one part, whose id is not known. */
export interface DoubtfulText {
  messageId: string;
  /** False: its answer may still come. */
  isInDoubt: boolean;
  from: string;
  to: string;
}

/** The texts of a connection that are in doubt or under way, are one part, and of which no id is known. */
export const listDoubtfulTexts = (q: Query, account: string, carrier: string): Promise<DoubtfulText[]> =>
  q.rows(
    `select m.message_id as "messageId", m.state = 'in_doubt' as "isInDoubt", m.from_number as "from", m.to_number as "to" from message m
     where m.account_id = $1 and m.state in ('submitting', 'in_doubt') and m.carrier = $2 and m.segments = 1
       and not exists (select from smpp_part p where p.account_id = m.account_id and p.message_id = m.message_id)
     limit 5000`,
    [account, carrier],
  );

/** A text, or a part of one, as the SMSC brought it. */
export interface CarriedText {
  accountId: string;
  connectionId: string;
  session: string;
  sequence: number;
  digest: string;
  from: string;
  to: string;
  text: string;
  reference: number | null;
  total: number | null;
  number: number | null;
}

/**
 * Saves texts as they arrived. The same octets are a repeat when they arrive again on another session within five minutes
 * (the acknowledgement was lost), under the same number, or within three seconds. Otherwise the sender wrote the same text
 * twice.
 */
export async function insertCarriedTexts(q: Query, texts: readonly CarriedText[]): Promise<void> {
  if (texts.length === 0) return;
  await q.run(
    `insert into smpp_inbound (account_id, inbound_id, connection_id, session, sequence, digest, from_number, to_number, body, reference, total, number)
     select a, i, c, s, q, d, f, t, b, r, l, n from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::int[], $11::smallint[], $12::smallint[]) u (a, i, c, s, q, d, f, t, b, r, l, n)
     where not exists (select from smpp_inbound o where o.account_id = u.a and o.connection_id = u.c and o.digest = u.d
       and (o.at > now() - interval '3 seconds' or o.at > now() - interval '5 minutes' and (o.session <> u.s or o.sequence = u.q)))`,
    [
      plainColumn(texts, (one) => one.accountId),
      plainColumn(texts, () => newId()),
      plainColumn(texts, (one) => one.connectionId),
      textArray(texts.map((one) => one.session)),
      plainColumn(texts, (one) => one.sequence),
      textArray(texts.map((one) => one.digest)),
      textArray(texts.map((one) => withoutNul(one.from))),
      textArray(texts.map((one) => withoutNul(one.to))),
      textArray(texts.map((one) => withoutNul(one.text))),
      plainColumn(texts, (one) => one.reference),
      plainColumn(texts, (one) => one.total),
      plainColumn(texts, (one) => one.number),
    ],
  );
}

/** A text that waits to be taken, or a part that waits for the others. */
export interface WaitingText {
  inboundId: string;
  digest: string;
  from: string;
  to: string;
  text: string;
  reference: number | null;
  total: number | null;
  number: number | null;
  ageMs: number;
}

/** What a connection received and no worker has applied yet, in the order of arrival. */
export const listWaitingTexts = (
  q: Query,
  account: string,
  connectionId: string,
  limit: number,
): Promise<WaitingText[]> =>
  q.rows(
    {
      name: "smpp.waiting",
      text: `select inbound_id as "inboundId", digest, from_number as "from", to_number as "to", body as text, reference, total, number,
          date_part('epoch', now() - at) * 1000 as "ageMs"
        from smpp_inbound where account_id = $1 and connection_id = $2 and taken is null order by inbound_id limit $3`,
    },
    [account, connectionId, limit],
  );

/** Marks these as applied, or as belonging to no account. */
export const markApplied = (q: Query, account: string, inboundIds: readonly string[]): Promise<number> =>
  q.run(
    "update smpp_inbound set taken = now() where account_id = $1 and inbound_id = any ($2::uuid[]) and taken is null",
    [account, inboundIds],
  );
