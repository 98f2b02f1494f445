import { isSigned } from "@trunkline/carriers/telnyx/signature.ts";
import { readEvent, readInbound, readStatus, type TelnyxEvent } from "@trunkline/carriers/telnyx/webhooks.ts";
import { telnyxConnectionSettings } from "@trunkline/contract/carriers/telnyxConnection.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findOfKind } from "../../carriers/readConnection.ts";
import { ringTonePath, telnyxPaths } from "../../carriers/telnyxPaths.ts";
import { sendFailure } from "../../http/failures.ts";
import type { Api } from "../../http/handle.ts";
import { ringSound } from "../../inbound/ringSound.ts";
import type { CarrierConnectionRow } from "../../store/carriers/carrierConnection.ts";
import { receiveProviderStatus, receiveProviderText } from "./receiveProviderEvents.ts";
import { receiveTelnyxCall } from "./receiveTelnyxCall.ts";

/** Size limit of an event: a text, ten media addresses and what the provider adds. */
const mostBytes = 128 * 1024;

type Parts = Pick<Api, "app" | "db" | "config" | "secrets" | "egress" | "log" | "wakeUp">;

const ringTone = ringSound();

/** A signed event of a connection. */
interface Received {
  accountId: string;
  connection: CarrierConnectionRow;
  /** Of its address. Empty: its address has none. */
  messageId: string;
  callId: string;
  event: TelnyxEvent | null;
}

/** The webhooks of Telnyx (telecom §1.9). Every event is signed with the key of the account, whose public half the connection has. */
export function serveTelnyxWebhooks(parts: Parts): void {
  const { app, wakeUp } = parts;
  void app.register(async (scope) => {
    // the signature is of the body as it arrived
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const url of Object.values(telnyxPaths))
      scope.route({
        method: "POST",
        url,
        bodyLimit: mostBytes,
        handler: async (request, reply) => {
          const received = await readRequest(parts, request);
          if (received === null) return refuse(reply);
          await receive(parts, received);
          wakeUp();
          return reply.header("cache-control", "no-store").send({});
        },
      });
    scope.get(ringTonePath, (_request, reply) =>
      reply.header("cache-control", "public, max-age=86400").type("audio/wav").send(ringTone),
    );
  });
}

/** Unknown connections and wrong signatures get the same answer. */
const refuse = (reply: FastifyReply) =>
  sendFailure(reply, 403, [
    {
      code: "wrong_signature",
      message:
        "telnyx-signature-ed25519 does not match this request. Check that the connection exists, that its public key is the one in the portal, and that the clock of this server is right",
    },
  ]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function readRequest({ db, log }: Parts, request: FastifyRequest): Promise<Received | null> {
  const params = request.params as Record<string, string>;
  const { body } = request;
  if (typeof body !== "string" || !Object.values(params).every((id) => uuid.test(id))) return null;
  const { accountId = "", connectionId = "", messageId = "", callId = "" } = params;
  const connection = await db.tx([accountId], (q) => findOfKind(q, "telnyx", { accountId, connectionId }));
  if (connection === null) return null;
  const { publicKey } = telnyxConnectionSettings.parse(connection.settings);
  const { headers } = request;
  const signed = {
    timestamp: String(headers["telnyx-timestamp"] ?? ""),
    signature: String(headers["telnyx-signature-ed25519"] ?? ""),
  };
  if (await isSigned(publicKey, { body, ...signed }, Date.now()))
    return { accountId, connection, messageId, callId, event: readEvent(body) };
  log.warn({ accountId, connectionId }, "a webhook of a carrier has a wrong signature");
  return null;
}

async function receive(parts: Parts, { event, messageId, ...place }: Received): Promise<void> {
  if (event === null) return;
  if (!event.type.startsWith("message.")) return receiveTelnyxCall(parts, place, event);
  const status = messageId === "" ? null : readStatus(event);
  if (status !== null) await receiveProviderStatus(parts, place, { ...status, messageId });
  const text = readInbound(event);
  // the addresses of pictures are public
  if (text !== null) await receiveProviderText(parts, place, text, {});
}
