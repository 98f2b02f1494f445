import type { ProviderStatus, ProviderText } from "@trunkline/carriers/providerEvents.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import type { Api } from "../../http/handle.ts";
import { receiveMedia } from "../../inbound/receiveMedia.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import type { ReceivedPictures } from "../../inbound/receiveRcs.ts";
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
  const { connectionId } = connection;
  const carrier = carrierNameOf(connection);
  const to = e164Of(text.to);
  const isOurs = await db.tx([accountId], async (q) => (await listNumbersOf(q, accountId, carrier, [to])).has(to));
  if (!isOurs) return log.warn({ accountId, connectionId }, "a text arrived for a number of no connection");
  const received = await receiveMessage(db, {
    ...(await fetchPictures(parts, accountId, text, mediaHeaders)),
    from: text.from,
    to,
    text: text.text,
    carrier,
    carrierRef: text.carrierRef,
    optOut: text.optOut,
  });
  if (received !== null) await db.tx([accountId], (q) => countArrivals(q, accountId, connectionId, { texts: 1 }));
}

/** The pictures of a text, stored as assets, because the provider's addresses end. `headers` open them. */
export async function fetchPictures(
  { db, egress, config, log }: Parts,
  accountId: string,
  { media, carrierRef }: Pick<ProviderText, "media" | "carrierRef">,
  headers: Record<string, string>,
): Promise<ReceivedPictures> {
  const place = { db, egress, publicUrl: config.publicUrl };
  // together, because the provider waits for the answer
  const stored = await Promise.all(
    media.map(({ url }, index) =>
      receiveMedia(place, accountId, { url, headers, name: index === 0 ? carrierRef : `${carrierRef}-${index + 1}` }),
    ),
  );
  const urls = stored.flatMap((one) => ("url" in one ? [one.url] : []));
  for (const one of stored)
    if ("problem" in one) log.warn({ accountId, problem: one.problem }, "a picture of a text could not be stored");
  const [mediaUrl = null, ...moreMediaUrls] = urls;
  return { mediaUrl, moreMediaUrls, losesPictures: urls.length < media.length };
}
