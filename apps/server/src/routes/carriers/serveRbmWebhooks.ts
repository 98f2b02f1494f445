import {
  isSameToken,
  isSigned,
  type RbmNotice,
  readChallenge,
  readData,
  readNotice,
} from "@trunkline/carriers/rbm/webhooks.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { passwordPlace } from "../../carriers/connectionKind.ts";
import { readRbmSecret } from "../../carriers/rbmKind.ts";
import { rbmPaths } from "../../carriers/rbmPaths.ts";
import { findOfKind } from "../../carriers/readConnection.ts";
import { sendFailure } from "../../http/failures.ts";
import type { Api } from "../../http/handle.ts";
import { receiveMedia } from "../../inbound/receiveMedia.ts";
import { receiveRcs } from "../../inbound/receiveRcs.ts";
import { receiveReceipts } from "../../inbound/receiveReceipts.ts";
import { receivingSlot } from "../../inbound/receivingSlot.ts";
import { type CarrierConnectionRow, carrierNameOf, countArrivals } from "../../store/carriers/carrierConnection.ts";
import { nameMessage, wasSentBy } from "../../store/messages/receipt.ts";

/** Size limit of a notice. The longest has a text of 3,072 characters, as base64. */
const mostBytes = 256 * 1024;

type Parts = Pick<Api, "app" | "db" | "config" | "secrets" | "egress" | "log" | "wakeUp">;
type Receipt = Extract<RbmNotice["event"], { kind: "receipt" }>;
type Inbound = Extract<RbmNotice["event"], { kind: "inbound" }>;

/** An agent's connection that Google calls. */
interface Called {
  accountId: string;
  connection: CarrierConnectionRow;
  clientToken: string;
}

/** The webhook of agents at Google RCS Business Messaging (telecom §3). Every notice is signed with the agent's client token. */
export function serveRbmWebhooks(parts: Parts): void {
  const { app, wakeUp, log } = parts;
  app.route({
    method: "POST",
    url: rbmPaths.events,
    bodyLimit: mostBytes,
    handler: async (request, reply) => {
      const called = await findCalled(parts, request);
      if (called === null) return refuse(reply);
      const { accountId, connection, clientToken } = called;
      const about = { accountId, connectionId: connection.connectionId };
      const challenge = readChallenge(request.body);
      if (challenge !== null) {
        if (!(await isSameToken(clientToken, challenge.clientToken))) return refuse(reply);
        return reply.header("cache-control", "no-store").type("text/plain").send(challenge.secret);
      }
      const data = readData(request.body);
      const signature = String(request.headers["x-goog-signature"] ?? "");
      if (data === null || !(await isSigned(clientToken, { data, signature }))) {
        log.warn(about, "a webhook of a carrier has a wrong signature");
        return refuse(reply);
      }
      const notice = readNotice(data);
      // one webhook may serve all agents of a partner
      if (notice?.agentId === connection.systemId && notice.event !== null) {
        await receive(parts, called, notice.event);
        wakeUp();
      } else if (notice !== null && notice.agentId !== connection.systemId)
        log.warn(about, "a webhook of a carrier is about another agent");
      return reply.header("cache-control", "no-store").type("text/plain").send("");
    },
  });
}

/** Unknown connections, missing tokens and wrong signatures get the same answer. */
const refuse = (reply: FastifyReply) =>
  sendFailure(reply, 403, [
    {
      code: "wrong_signature",
      message:
        "The client token or X-Goog-Signature does not match. Check that the connection exists and that its client token is the one in the console of the agent",
    },
  ]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function findCalled({ db, secrets }: Parts, request: FastifyRequest): Promise<Called | null> {
  const { accountId = "", connectionId = "" } = request.params as Record<string, string>;
  if (!uuid.test(accountId) || !uuid.test(connectionId)) return null;
  const connection = await db.tx([accountId], (q) => findOfKind(q, "rbm", { accountId, connectionId }));
  if (connection === null) return null;
  const { clientToken } = readRbmSecret(secrets.open(passwordPlace(accountId, connectionId), connection.password));
  return clientToken === "" ? null : { accountId, connection, clientToken };
}

const receive = (parts: Parts, called: Called, event: Receipt | Inbound): Promise<void> =>
  event.kind === "receipt" ? receiveReceipt(parts, called, event) : receiveInbound(parts, called, event);

/** The id in a receipt is our own. */
async function receiveReceipt({ db }: Parts, { accountId, connection }: Called, event: Receipt): Promise<void> {
  const { messageId, status } = event;
  if (!uuid.test(messageId)) return;
  const sent = { messageId, carrier: carrierNameOf(connection), phone: e164Of(event.phone) };
  const reason = status === "expired" ? "carrier_revoked" : null;
  const code = status === "expired" ? "TTL_EXPIRATION_REVOKED" : null;
  await db.tx([accountId], async (q) => {
    if (!(await wasSentBy(q, accountId, sent))) return;
    // it may come before the answer to the message
    await nameMessage(q, { accountId, messageId, carrierRef: messageId });
    await receiveReceipts(q, receivingSlot, [{ accountId, messageId, status, reason, code, carrierRef: messageId }]);
    await countArrivals(q, accountId, connection.connectionId, { receipts: 1 });
  });
}

/** What a contact wrote to the agent. */
const receiveInbound = (parts: Parts, called: Called, event: Inbound): Promise<void> =>
  receiveRcs(parts, called, { ...event, phone: e164Of(event.phone) }, async () => {
    const mediaUrl = await fetchFile(parts, called.accountId, event);
    return { mediaUrl, moreMediaUrls: [], losesPictures: event.file !== null && mediaUrl === null };
  });

/** The picture that a contact sent, kept as an asset, because Google's address ends. */
async function fetchFile(
  { db, egress, config, log }: Parts,
  accountId: string,
  { id, file }: Inbound,
): Promise<string | null> {
  if (file === null) return null;
  const place = { db, egress, publicUrl: config.publicUrl };
  const stored = await receiveMedia(place, accountId, { url: file.url, headers: {}, name: id.replace(/[^\w-]/g, "") });
  if ("problem" in stored) log.warn({ accountId, problem: stored.problem }, "a picture of a text could not be stored");
  return "url" in stored ? stored.url : null;
}
