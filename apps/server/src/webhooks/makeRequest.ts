import { setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { renderText } from "@trunkline/workflow/parts/text/text.ts";
import { sentHeaders } from "../egress/requestPinned.ts";
import type { WebhookFields } from "../store/webhooks/webhook.ts";
import { makeBody } from "./makeBody.ts";
import type { RequestSource } from "./requestSource.ts";
import { signatureHeaders } from "./signatureHeaders.ts";

/** A connection with decrypted secrets. */
export interface OpenConnection {
  authHeaders: Record<string, string>;
  headers: Record<string, string>;
  /** The current secret, then the previous one while it is valid. If empty, requests are not signed. */
  signingSecrets: readonly string[];
}

/** A request and its headers with secrets masked. */
export interface WebhookRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  shownHeaders: Record<string, string>;
  body: string | undefined;
}

/** The mask for secret header values in logs. */
const masked = "••••••••";

/**
 * Builds the request of a webhook: fills texts with variables, adds the connection's headers unless the webhook sets them, and signs it (Standard Webhooks) when the connection has a secret. Throws a `TemplateError` when a text cannot be filled.
 */
export function makeRequest(
  webhook: Pick<WebhookFields, "httpMethod" | "url" | "contentType" | "headers" | "bodyTemplate">,
  connection: OpenConnection,
  source: RequestSource,
): WebhookRequest {
  const fill = (text: string): string => renderText(text, source.read, { nowMs: source.nowMs }).text;
  const { body, contentType } = makeBody(webhook, source, fill);
  const own = Object.fromEntries(Object.entries(webhook.headers).map(([name, text]) => [name, inOneLine(fill(text))]));
  const headers = merge(
    { "content-type": contentType, accept: "application/json, */*", "user-agent": "Trunkline" },
    connection.headers,
    own,
    connection.authHeaders,
    signatureHeaders(connection.signingSecrets, source.messageId, source.nowMs, body ?? ""),
  );
  if (body === undefined) delete headers["content-type"];
  const secret = new Set(Object.keys(connection.authHeaders).map((name) => name.toLowerCase()));
  const url = fillUrl(webhook.url, source);
  const target = URL.parse(url);
  const sent = target === null ? headers : sentHeaders(target, headers, body);
  return {
    method: webhook.httpMethod,
    url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asBytes(value)])),
    shownHeaders: Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, secret.has(name) ? masked : value]),
    ),
    body,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: not allowed in a header
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]+/g;
/** Replaces line breaks, which a header cannot contain. */
const inOneLine = (value: string): string => value.replace(controls, " ").trim();

/** Encodes characters beyond ASCII as UTF-8 bytes. */
const asBytes = (value: string): string =>
  /[\u0080-\uffff]/.test(value) ? Buffer.from(value, "utf8").toString("latin1") : value;

/** Merges headers, ignoring case. Later ones override earlier ones. */
function merge(...parts: Record<string, string>[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) setOwnValue(merged, name.toLowerCase(), value);
  return merged;
}

/** Fills a URL template and percent-encodes the values, except one at the start of the URL. */
function fillUrl(template: string, { read, nowMs }: RequestSource): string {
  const lead = /^\s*\$\{[^}]*\}/.exec(template)?.[0] ?? "";
  const encoded = (name: string): string | undefined => {
    const value = read(name);
    return value === undefined ? undefined : encodeURIComponent(value);
  };
  const rest = template.slice(lead.length);
  return `${renderText(lead, read, { nowMs }).text}${renderText(rest, encoded, { nowMs }).text}`.trim();
}
