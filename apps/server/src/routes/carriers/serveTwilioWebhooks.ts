import { readInbound, readStatus, type TwilioInbound } from "@trunkline/carriers/twilio/webhooks.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { beepPath, twilioPaths } from "../../carriers/twilioPaths.ts";
import type { Api } from "../../http/handle.ts";
import { beepSound } from "../../inbound/beepSound.ts";
import { receiveMedia } from "../../inbound/receiveMedia.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { type ReceivedPictures, receiveRcs } from "../../inbound/receiveRcs.ts";
import { endDoubt, receiveReceipts } from "../../inbound/receiveReceipts.ts";
import { receivingSlot } from "../../inbound/receivingSlot.ts";
import { carrierNameOf, countArrivals } from "../../store/carriers/carrierConnection.ts";
import { nameMessage } from "../../store/messages/receipt.ts";
import { listNumbersOf } from "../../store/numbers/number.ts";
import { readTwilioEvent, refuseEvent, type TwilioEvent } from "./readTwilioEvent.ts";
import { twilioCallWebhooks } from "./twilioCallWebhooks.ts";

/** Size limit of an event: a text, ten media addresses and places. */
const mostBytes = 64 * 1024;

type Parts = Pick<Api, "app" | "db" | "config" | "secrets" | "egress" | "log" | "wakeUp">;

const beep = beepSound();

/** The webhooks of providers with the Twilio API (telecom §1.3). Every event is signed with the connection's auth token. */
export function serveTwilioWebhooks(parts: Parts): void {
  const { app, wakeUp } = parts;
  void app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    const on = (url: string, receive: (event: TwilioEvent) => Promise<string | undefined>) =>
      scope.route({
        method: "POST",
        url,
        bodyLimit: mostBytes,
        handler: async (request, reply) => {
          const event = await readTwilioEvent(parts, request);
          if (event === null) return refuseEvent(reply);
          const document = await receive(event);
          wakeUp();
          return reply
            .header("cache-control", "no-store")
            .type("text/xml")
            .send(document ?? "<Response/>");
        },
      });
    on(twilioPaths.status, (event) => receiveStatus(parts, event).then(() => undefined));
    on(twilioPaths.messages, (event) => receiveText(parts, event).then(() => undefined));
    for (const [url, receive] of twilioCallWebhooks(parts)) on(url, receive);
    scope.get(beepPath, (_request, reply) =>
      reply.header("cache-control", "public, max-age=86400").type("audio/wav").send(beep),
    );
  });
}

/** A status proves that the provider has the text, in whatever order statuses arrive. */
async function receiveStatus({ db }: Parts, { accountId, connection, fields, params }: TwilioEvent): Promise<void> {
  const status = readStatus(fields);
  if (status === null) return;
  const { messageId = "" } = params;
  const named = { accountId, messageId, carrierRef: status.carrierRef };
  await db.tx([accountId], async (q) => {
    await nameMessage(q, named);
    if (status.status === "submitted") return endDoubt(q, receivingSlot, [named]);
    await receiveReceipts(q, receivingSlot, [
      { ...named, status: status.status, reason: status.failure, code: status.code },
    ]);
    await countArrivals(q, accountId, connection.connectionId, { receipts: 1 });
  });
}

/** Texts to numbers of this connection alone, or to its RCS sender: a provider must not speak for others. */
async function receiveText(parts: Parts, event: TwilioEvent): Promise<void> {
  const { db, log } = parts;
  const { accountId, connection } = event;
  const text = readInbound(event.fields);
  if (text === null) return;
  const { connectionId } = connection;
  const fetchPictures = () => fetchMedia(parts, event, text);
  if (text.rcsSender !== null) {
    if (text.rcsSender.toLowerCase() !== twilioConnectionSettings.parse(connection.settings).rcsSender.toLowerCase())
      return log.warn({ accountId, connectionId }, "an RCS message arrived for an RCS sender of no connection");
    const { carrierRef: id, from, optOut } = text;
    return receiveRcs(parts, event, { id, phone: e164Of(from), text: text.text, optOut }, fetchPictures);
  }
  const carrier = carrierNameOf(connection);
  const to = e164Of(text.to);
  const isOurs = await db.tx([accountId], async (q) => (await listNumbersOf(q, accountId, carrier, [to])).has(to));
  if (!isOurs) return log.warn({ accountId, connectionId }, "a text arrived for a number of no connection");
  const received = await receiveMessage(db, {
    ...(await fetchPictures()),
    from: text.from,
    to,
    text: text.text,
    carrier,
    carrierRef: text.carrierRef,
    optOut: text.optOut,
  });
  if (received !== null) await db.tx([accountId], (q) => countArrivals(q, accountId, connectionId, { texts: 1 }));
}

/** The pictures of a text, stored as assets, because the provider's addresses need its password, and end. */
async function fetchMedia(
  { db, egress, config, log }: Parts,
  { accountId, connection, authToken }: TwilioEvent,
  { media, carrierRef }: TwilioInbound,
): Promise<ReceivedPictures> {
  const authorization = `Basic ${Buffer.from(`${connection.systemId}:${authToken}`).toString("base64")}`;
  const place = { db, egress, publicUrl: config.publicUrl };
  // together, because the provider waits for the answer
  const stored = await Promise.all(
    media.map(({ url }, index) =>
      receiveMedia(place, accountId, {
        url,
        headers: { authorization },
        name: index === 0 ? carrierRef : `${carrierRef}-${index + 1}`,
      }),
    ),
  );
  const urls = stored.flatMap((one) => ("url" in one ? [one.url] : []));
  for (const one of stored)
    if ("problem" in one) log.warn({ accountId, problem: one.problem }, "a picture of a text could not be stored");
  const [mediaUrl = null, ...moreMediaUrls] = urls;
  return { mediaUrl, moreMediaUrls, losesPictures: urls.length < media.length };
}
