import { createHmac, timingSafeEqual } from "node:crypto";

/** An event that a webhook delivers. `id` is the same for every attempt of one delivery. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A request that does not come from your installation, or too late. Answer it with 400. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

interface Received {
  /** The body as it came, before it is parsed. */
  body: string;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The signing secret of the connection; while it is changed, the new one and the old one. */
  secrets: string | readonly string[];
  /** How old a request may be, in seconds, so that a recorded one cannot be sent again later. Default 300. */
  toleranceSeconds?: number;
  nowMs?: number;
}

/** Checks the signature of a delivery (Standard Webhooks) and reads its event. Throws WebhookRefused. */
export function verifyWebhook({
  body,
  headers,
  secrets,
  toleranceSeconds = 300,
  nowMs = Date.now(),
}: Received): WebhookEvent {
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (value === undefined) throw new WebhookRefused(`The header ${name} is missing`);
    return value;
  }) as [string, string, string];
  const seconds = Number(timestamp);
  if (!Number.isFinite(seconds) || Math.abs(nowMs / 1000 - seconds) > toleranceSeconds)
    throw new WebhookRefused(`The request is of ${timestamp}, more than ${toleranceSeconds} seconds from now`);
  const expected = [secrets].flat().map((secret) => sign(secret, `${id}.${timestamp}.${body}`));
  const given = signature.split(" ").flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
  if (!given.some((one) => expected.some((right) => isEqual(one, right))))
    throw new WebhookRefused("The signature is wrong. Check the signing secret, and that the body is as it came");
  try {
    return { id, ...(JSON.parse(body) as Omit<WebhookEvent, "id">) };
  } catch {
    throw new WebhookRefused("The body is not JSON. A webhook with a body of its own is read by its own rules");
  }
}

function headerOf(headers: Received["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

/** Standard secrets contain a base64 key. Any other text is the key itself. */
function sign(secret: string, text: string): string {
  const prefix = "whsec_";
  const key = secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), "base64") : secret;
  return createHmac("sha256", key).update(text).digest("base64");
}

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
