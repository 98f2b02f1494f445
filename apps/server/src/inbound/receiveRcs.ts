import { type ReplyWord, replyWord } from "@trunkline/workflow/parts/phone/optOutKeywords.ts";
import type { FastifyBaseLogger } from "fastify";
import { stickyNumber } from "../rules/stickyNumber.ts";
import { type CarrierConnectionRow, carrierNameOf, countArrivals } from "../store/carriers/carrierConnection.ts";
import type { Database } from "../store/database.ts";
import { listNumbers } from "../store/numbers/number.ts";
import { findKnownNumber } from "../store/routing/inbound.ts";
import { receiveMessage } from "./receiveMessage.ts";
import type { InboundText } from "./receiveMessages.ts";
import { stopWithoutNumber } from "./stopWithoutNumber.ts";

/** What a contact wrote or tapped. */
interface RcsInbound {
  /** The carrier's id. The same id is the same message. */
  id: string;
  /** E.164. */
  phone: string;
  text: string;
  optOut: ReplyWord | null;
}

/** What of the pictures of a text could be stored. */
export type ReceivedPictures = Required<Pick<InboundText, "mediaUrl" | "moreMediaUrls" | "losesPictures">>;

/** Receives what a contact wrote to an RCS agent, at the number on which the contact knows the account. */
export async function receiveRcs(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  { accountId, connection }: { accountId: string; connection: CarrierConnectionRow },
  { id, phone, text, optOut }: RcsInbound,
  fetchPictures: () => Promise<ReceivedPictures>,
): Promise<void> {
  const carrier = carrierNameOf(connection);
  const { connectionId } = connection;
  const number = await db.tx(
    [accountId],
    async (q) =>
      (await findKnownNumber(q, accountId, { phone, carrier })) ?? stickyNumber(await listNumbers(q, accountId), phone),
  );
  if (number === undefined) {
    log.warn({ accountId, connectionId }, "an RCS message arrived in an account without numbers");
    // an opt-out counts wherever it arrives
    if ((optOut ?? replyWord(text)) === "stop")
      await db.tx([accountId], (q) => stopWithoutNumber(q, accountId, phone, text));
    return;
  }
  const received = await receiveMessage(db, {
    ...(await fetchPictures()),
    from: phone,
    to: number.phone,
    text,
    carrier,
    numberCarrier: number.carrier,
    carrierRef: id,
    channel: "rcs",
    optOut,
  });
  if (received !== null) await db.tx([accountId], (q) => countArrivals(q, accountId, connectionId, { texts: 1 }));
}
