import type { ProviderStatus, ProviderText } from "@trunkline/carriers/providerEvents.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import type { Api } from "../../http/handle.ts";
import { receiveMedia } from "../../inbound/receiveMedia.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { endDoubt, receiveReceipts } from "../../inbound/receiveReceipts.ts";
import { receivingSlot } from "../../inbound/receivingSlot.ts";
import { type CarrierConnectionRow, carrierNameOf, countArrivals } from "../../store/carriers/carrierConnection.ts";
import { nameMessage } from "../../store/messages/receipt.ts";
import { listNumbersOf } from "../../store/numbers/number.ts";

type Parts = Pick<Api, "db" | "config" | "egress" | "log">;

/** A connection whose provider sent an event. */
interface EventPlace {
  accountId: string;
  connection: CarrierConnectionRow;
}

/** A status proves that the provider has the text, in whatever order statuses arrive. */
export async function receiveProviderStatus(
  { db }: Pick<Parts, "db">,
  { accountId, connection }: EventPlace,
  { messageId, carrierRef, status, failure, code }: ProviderStatus & { messageId: string },
): Promise<void> {
  const named = { accountId, messageId, carrierRef };
  await db.tx([accountId], async (q) => {
    await nameMessage(q, named);
    if (status === "submitted") return endDoubt(q, receivingSlot, [named]);
    await receiveReceipts(q, receivingSlot, [{ ...named, status, reason: failure, code }]);
    await countArrivals(q, accountId, connection.connectionId, { receipts: 1 });
  });
}

/** Texts to numbers of this connection alone: a provider must not speak for other numbers. `mediaHeaders` open its pictures. */
export async function receiveProviderText(
  parts: Parts,
  { accountId, connection }: EventPlace,
  text: ProviderText,
  mediaHeaders: Record<string, string>,
): Promise<void> {
  const { db, log } = parts;
  const carrier = carrierNameOf(connection);
  const to = e164Of(text.to);
  const isOurs = await db.tx([accountId], async (q) => (await listNumbersOf(q, accountId, carrier, [to])).has(to));
  if (!isOurs) {
    log.warn({ accountId, connectionId: connection.connectionId }, "a text arrived for a number of no connection");
    return;
  }
  const mediaUrl = await fetchMedia(parts, accountId, text, mediaHeaders);
  const received = await receiveMessage(db, {
    from: text.from,
    to,
    text: text.text,
    mediaUrl,
    losesPictures: text.media.length > (mediaUrl === null ? 0 : 1),
    carrier,
    carrierRef: text.carrierRef,
    optOut: text.optOut,
  });
  if (received !== null)
    await db.tx([accountId], (q) => countArrivals(q, accountId, connection.connectionId, { texts: 1 }));
}

/** The first picture, kept as an asset, because a text has one here: the provider's address ends. */
async function fetchMedia(
  { db, egress, config, log }: Parts,
  accountId: string,
  { media: [first], carrierRef }: ProviderText,
  headers: Record<string, string>,
): Promise<string | null> {
  if (first === undefined) return null;
  const stored = await receiveMedia({ db, egress, publicUrl: config.publicUrl }, accountId, {
    url: first.url,
    headers,
    name: carrierRef,
  });
  if ("problem" in stored) log.warn({ accountId, problem: stored.problem }, "a picture of a text could not be stored");
  return "url" in stored ? stored.url : null;
}
