import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasPhoneKey } from "../store/carriers/carrierConnection.ts";
import { identify } from "./identify.ts";

/** Where the provider's browser SDK connects (telecom §1.6). */
const hosts = [
  "https://eventgw.twilio.com",
  "wss://voice-js.roaming.twilio.com",
  "https://media.twiliocdn.com",
  "https://sdk.twilio.com",
];

/** A page is not held up by a slow database: without an answer by then its policy stays closed. */
const longestMs = 500;

/** Opens the content policy of a page for phones in the browser, if the account of its session has a connection for them. */
export async function openForPhones(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Parameters<typeof identify>[1],
): Promise<void> {
  const closed = pause(longestMs, false, { ref: false });
  if (!(await Promise.race([hasPhones(request, deps).catch(() => false), closed]))) return;
  const policy = String(reply.getHeader("content-security-policy") ?? "")
    .replace(/connect-src [^;]*/, `$& ${hosts.join(" ")}`)
    .replace(/media-src [^;]*/, "$& mediastream:");
  reply.header("content-security-policy", policy);
}

async function hasPhones(request: FastifyRequest, deps: Parameters<typeof identify>[1]): Promise<boolean> {
  const { account } = (await identify(request, deps)) ?? {};
  return account ? deps.db.tx([account], (q) => hasPhoneKey(q, account)) : false;
}
