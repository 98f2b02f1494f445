import { createHmac } from "node:crypto";

/** The headers of Standard Webhooks: a stable id, the time, and the signature when there is a secret. */
export function signatureHeaders(
  secret: string | null,
  messageId: string,
  nowMs: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const headers = { "webhook-id": messageId, "webhook-timestamp": timestamp };
  if (secret === null || secret === "") return headers;
  // the standard's own secrets carry their key in base64; any other text is the key itself
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
  const signature = createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64");
  return { ...headers, "webhook-signature": `v1,${signature}` };
}
