import type { CarrierDelivery, SmppStore } from "@trunkline/carriers/smpp/smppCarrier.ts";
import { referenceOf } from "@trunkline/carriers/smpp/smppCarrier.ts";
import { receiveReceipts } from "../../inbound/receiveReceipts.ts";
import { carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import {
  announceIds,
  applyPartReceipts,
  areIdsWritten,
  claimEarlyReceipts,
  type EarlyReceipt,
  endEarlyReceipts,
  findAcceptedMessage,
  insertCarriedTexts,
  insertEarlyReceipts,
  insertParts,
  listDoubtfulTexts,
  listEarlyReceipts,
  type PartRow,
} from "../../store/carriers/smpp.ts";
import type { Database, Query } from "../../store/database.ts";

/** The account of a connection, and its current session. */
export interface SmppPlace {
  db: Database;
  accountId: string;
  connectionId: string;
  /** Identifies this session of the connection over all processes. */
  opening: string;
  slot: number;
  /** A text was stored and waits to be applied. */
  received(): void;
}

/** What an SMPP connection remembers, in the product's database. */
export function openSmppStore(place: SmppPlace): SmppStore {
  const { db, accountId, connectionId } = place;
  const keep = together<PartRow>((parts) =>
    db.tx([accountId], (q) => keepParts(q, parts, place.slot), { byKey: true }),
  );
  return {
    keep: (part) => keep({ ...part, connectionId }),
    find: ({ messageId }) => db.tx([accountId], (q) => findAcceptedMessage(q, accountId, messageId)),
    async take(received) {
      await db.tx([accountId], (q) => applyDeliveries(q, received, place));
      if (received.some(({ delivery }) => delivery.kind === "text")) place.received();
    },
  };
}

/** Stores ids of parts, and applies receipts that came before them. */
async function keepParts(q: Query, parts: readonly PartRow[], slot: number): Promise<void> {
  await announceIds(
    q,
    parts.map(({ connectionId }) => connectionId),
  );
  await insertParts(q, parts);
  const named = parts.filter((part) => part.key !== "");
  const { written } = await applyPartReceipts(q, await claimEarlyReceipts(q, named));
  await receiveReceipts(q, slot, written);
}

async function applyDeliveries(q: Query, received: readonly CarrierDelivery[], place: SmppPlace): Promise<void> {
  const { accountId, connectionId, opening, slot } = place;
  const receipts = received.flatMap(({ delivery }): EarlyReceipt[] =>
    delivery.kind !== "receipt" || delivery.status === null
      ? []
      : [{ ...delivery, accountId, connectionId, status: delivery.status, reason: delivery.failure }],
  );
  const { written, missing } = await applyPartReceipts(q, receipts);
  await receiveReceipts(q, slot, written);
  await insertEarlyReceipts(q, missing);
  await insertCarriedTexts(
    q,
    received.flatMap(({ delivery, session, sequence, digest }) =>
      delivery.kind !== "text"
        ? []
        : [
            {
              accountId,
              connectionId,
              session: `${opening} ${session}`,
              sequence,
              digest,
              from: delivery.from,
              to: delivery.to,
              text: delivery.text,
              reference: delivery.part?.reference ?? null,
              total: delivery.part?.total ?? null,
              number: delivery.part?.number ?? null,
            },
          ],
    ),
  );
}

const receiptsAtOnce = 500;

/**
 * Kept receipts once more: those whose id has become known since, and, after `graceMs`, those that can only be about a
 * text in doubt, whose answer was lost. A receipt belongs to it when it names the same two numbers, and the reference
 * that was given along or no other such text. The others are kept.
 */
export async function applyEarlyReceipts(
  db: Database,
  { accountId, connectionId, slot }: Pick<SmppPlace, "accountId" | "connectionId" | "slot">,
  graceMs: number,
): Promise<void> {
  await db.tx([accountId], async (q) => {
    const kept = await listEarlyReceipts(q, accountId, connectionId, receiptsAtOnce);
    if (kept.length === 0) return;
    const first = await applyPartReceipts(q, kept);
    // an id that is being written at this moment would not be seen, and the receipt would never be looked at again
    const isFinal = first.missing.some(({ ageMs }) => ageMs >= graceMs) && (await areIdsWritten(q, connectionId));
    const second = isFinal ? await applyPartReceipts(q, first.missing) : { written: [], missing: first.missing };
    const written = [...first.written, ...second.written];
    const { missing } = second;
    const old = isFinal ? missing.filter((receipt) => receipt.ageMs >= graceMs) : [];
    const { found, waiting } = await matchDoubt(q, accountId, connectionId, old);
    await insertParts(
      q,
      found.map(({ receipt, messageId }) => ({
        accountId,
        connectionId,
        messageId,
        number: 1,
        total: 1,
        carrierRef: receipt.key,
        key: receipt.key,
      })),
    );
    const proven = await applyPartReceipts(
      q,
      found.map(({ receipt }) => receipt),
    );
    await receiveReceipts(q, slot, [...written, ...proven.written]);
    const unknown = new Set(missing.map(({ receiptId }) => receiptId));
    const matched = new Set(found.map(({ receipt }) => receipt.receiptId));
    await endEarlyReceipts(q, accountId, {
      gone: kept
        .filter(({ receiptId }) => !unknown.has(receiptId) || matched.has(receiptId))
        .map((one) => one.receiptId),
      judged: old
        .filter((receipt) => !matched.has(receipt.receiptId) && !waiting.has(receipt))
        .map((one) => one.receiptId),
    });
  });
}

/** The texts in doubt that receipts prove, and the receipts that may prove a text whose answer may still come. */
async function matchDoubt<One extends EarlyReceipt>(
  q: Query,
  accountId: string,
  connectionId: string,
  receipts: readonly One[],
): Promise<{ found: { receipt: One; messageId: string }[]; waiting: Set<One> }> {
  const waiting = new Set<One>();
  if (receipts.length === 0) return { found: [], waiting };
  const doubtful = Map.groupBy(
    await listDoubtfulTexts(q, accountId, carrierNameOf({ kind: "smpp", connectionId })),
    pairOf,
  );
  const found = receipts.flatMap((receipt) => {
    const candidates = (doubtful.get(pairOf(receipt)) ?? []).filter(
      ({ messageId }) => receipt.reference === null || receipt.reference === referenceOf(messageId),
    );
    if (candidates.some(({ isInDoubt }) => !isInDoubt)) {
      waiting.add(receipt);
      return [];
    }
    const [only] = candidates;
    if (only === undefined || candidates.length > 1) return [];
    // one receipt proves one text
    doubtful.set(
      pairOf(receipt),
      (doubtful.get(pairOf(receipt)) ?? []).filter((one) => one !== only),
    );
    return [{ receipt, messageId: only.messageId }];
  });
  return { found, waiting };
}

const pairOf = ({ from, to }: { from: string; to: string }): string => `${from} ${to}`;

/** Writes values that arrive at the same moment in one statement; each caller waits until its value is stored. */
function together<One>(write: (group: readonly One[]) => Promise<void>): (one: One) => Promise<void> {
  let waiting: { one: One; resolve(): void; reject(error: unknown): void }[] = [];
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group.map(({ one }) => one)).then(
        () => {
          for (const { resolve } of group) resolve();
        },
        (error: unknown) => {
          for (const { reject } of group) reject(error);
        },
      );
    }
    busy = false;
  };
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (!busy) void work();
    });
}
