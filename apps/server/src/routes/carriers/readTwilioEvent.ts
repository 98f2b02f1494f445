import { isSigned } from "@trunkline/carriers/twilio/signature.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { passwordPlace } from "../../carriers/connectionKind.ts";
import { findOfKind } from "../../carriers/readConnection.ts";
import { readTwilioSecret } from "../../carriers/twilioKind.ts";
import { sendFailure } from "../../http/failures.ts";
import type { Api } from "../../http/handle.ts";
import type { CarrierConnectionRow } from "../../store/carriers/carrierConnection.ts";

type Parts = Pick<Api, "db" | "config" | "secrets" | "log">;

/** A signed event of a connection. */
export interface TwilioEvent {
  accountId: string;
  connection: CarrierConnectionRow;
  authToken: string;
  fields: URLSearchParams;
  /** The ids of its address. */
  params: Record<string, string>;
  /** Its address without the query. */
  path: string;
  /** The query of its address. */
  query: URLSearchParams;
}

/** Unknown connections and wrong signatures get the same answer. */
export const refuseEvent = (reply: FastifyReply) =>
  sendFailure(reply, 403, [
    {
      code: "wrong_signature",
      message:
        "X-Twilio-Signature does not match this request. Check that the connection exists, that its auth token is the provider's, and that TRUNKLINE_PUBLIC_URL is the address that the provider calls",
    },
  ]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an event. Null: it is not signed with the token of its connection. */
export async function readTwilioEvent(
  { db, config, secrets, log }: Parts,
  request: FastifyRequest,
): Promise<TwilioEvent | null> {
  const params = request.params as Record<string, string>;
  const fields = request.body;
  if (!(fields instanceof URLSearchParams) || !Object.values(params).every((id) => uuid.test(id))) return null;
  const { accountId = "", connectionId = "" } = params;
  const connection = await db.tx([accountId], (q) => findOfKind(q, "twilio", { accountId, connectionId }));
  if (connection === null) return null;
  const { authToken } = readTwilioSecret(secrets.open(passwordPlace(accountId, connectionId), connection.password));
  const signed = await isSigned(authToken, {
    url: config.publicUrl + request.url,
    fields: [...fields],
    signature: String(request.headers["x-twilio-signature"] ?? ""),
  });
  const { pathname: path, searchParams: query } = new URL(request.url, "http://path");
  if (signed) return { accountId, connection, authToken, fields, params, path, query };
  log.warn({ accountId, connectionId }, "a webhook of a carrier has a wrong signature");
  return null;
}
