import { createHmac } from "node:crypto";

/** The headers of Standard Webhooks: a stable id, the time, and one signature per valid secret. */
export function signatureHeaders(
  secrets: readonly string[],
  messageId: string,
  nowMs: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const headers = { "webhook-id": messageId, "webhook-timestamp": timestamp };
  if (secrets.length === 0) return headers;
  const sign = (secret: string): string =>
    `v1,${createHmac("sha256", keyOf(secret)).update(`${messageId}.${timestamp}.${body}`).digest("base64")}`;
  return { ...headers, "webhook-signature": secrets.map(sign).join(" ") };
}

/** Standard secrets contain a base64 key. Any other text is the key itself. */
const keyOf = (secret: string): Buffer | string =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
