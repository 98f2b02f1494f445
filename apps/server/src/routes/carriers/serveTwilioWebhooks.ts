import { readInbound, readStatus } from "@trunkline/carriers/twilio/webhooks.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { beepPath, twilioPaths } from "../../carriers/twilioPaths.ts";
import type { Api } from "../../http/handle.ts";
import { beepSound } from "../../inbound/beepSound.ts";
import { receiveRcs } from "../../inbound/receiveRcs.ts";
import { readTwilioEvent, refuseEvent, type TwilioEvent } from "./readTwilioEvent.ts";
import { fetchPictures, receiveProviderStatus, receiveProviderText } from "./receiveProviderEvents.ts";
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

/** A status of a message whose id the address has. */
async function receiveStatus(parts: Parts, event: TwilioEvent): Promise<void> {
  const status = readStatus(event.fields);
  const { messageId = "" } = event.params;
  if (status !== null) await receiveProviderStatus(parts, event, { ...status, messageId });
}

/** Texts to numbers of this connection, or to its RCS sender: a provider must not speak for others. */
async function receiveText(parts: Parts, event: TwilioEvent): Promise<void> {
  const { accountId, connection, authToken } = event;
  const text = readInbound(event.fields);
  if (text === null) return;
  // the provider's addresses of pictures need its password
  const authorization = `Basic ${Buffer.from(`${connection.systemId}:${authToken}`).toString("base64")}`;
  if (text.rcsSender === null) return receiveProviderText(parts, event, text, { authorization });
  if (text.rcsSender.toLowerCase() !== twilioConnectionSettings.parse(connection.settings).rcsSender.toLowerCase())
    return parts.log.warn(
      { accountId, connectionId: connection.connectionId },
      "an RCS message arrived for an RCS sender of no connection",
    );
  const { carrierRef: id, from, optOut } = text;
  return receiveRcs(parts, event, { id, phone: e164Of(from), text: text.text, optOut }, () =>
    fetchPictures(parts, accountId, text, { authorization }),
  );
}
