import { readInbound, readStatus, type TwilioInbound } from "@trunkline/carriers/twilio/webhooks.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { beepPath, twilioPaths } from "../../carriers/twilioPaths.ts";
import type { Api } from "../../http/handle.ts";
import { beepSound } from "../../inbound/beepSound.ts";
import { receiveMedia } from "../../inbound/receiveMedia.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { receiveRcs } from "../../inbound/receiveRcs.ts";
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
  const fetchPictures = async () => {
    const mediaUrl = await fetchMedia(parts, event, text);
    return { mediaUrl, losesPictures: text.media.length > (mediaUrl === null ? 0 : 1) };
  };
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

/** The first picture, kept as an asset, because a text has one here: the provider's address needs its password, and ends. */
async function fetchMedia(
  { db, egress, config, log }: Parts,
  { accountId, connection, authToken }: TwilioEvent,
  text: TwilioInbound,
): Promise<string | null> {
  const [first] = text.media;
  if (first === undefined) return null;
  const authorization = `Basic ${Buffer.from(`${connection.systemId}:${authToken}`).toString("base64")}`;
  const stored = await receiveMedia({ db, egress, publicUrl: config.publicUrl }, accountId, {
    url: first.url,
    headers: { authorization },
    name: text.carrierRef,
  });
  if ("problem" in stored) log.warn({ accountId, problem: stored.problem }, "a picture of a text could not be stored");
  return "url" in stored ? stored.url : null;
}
