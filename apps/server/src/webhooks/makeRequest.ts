import { renderText } from "@trunkline/workflow/parts/text.ts";
import type { WebhookFields } from "../store/webhook.ts";
import { makeBody } from "./makeBody.ts";
import { signatureHeaders } from "./signatureHeaders.ts";

/** A connection with its secrets opened. */
export interface OpenConnection {
  authHeaders: Record<string, string>;
  headers: Record<string, string>;
  /** The present one first; the one of before while it is valid. Empty: requests are not signed. */
  signingSecrets: readonly string[];
}

/** What a request is filled from. */
export interface RequestSource {
  read(name: string): string | undefined;
  /** The same for every try. */
  messageId: string;
  nowMs: number;
  /** The body of a webhook without a template: what happened, as JSON. */
  event: { type: string; timestamp: string; data: Record<string, string> };
}

/** A request ready to be sent, and its headers as they may be shown. */
export interface WebhookRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  shownHeaders: Record<string, string>;
  body: string | undefined;
}

/** What stands in logs for a header's value that must not be read. */
const masked = "••••••••";

/**
 * The request of a webhook: texts filled with variables, the connection's headers under the webhook's own, signed by
 * Standard Webhooks when the connection has a secret. Throws a `TemplateError` when a text cannot be filled.
 */
export function makeRequest(
  webhook: Pick<WebhookFields, "httpMethod" | "url" | "contentType" | "headers" | "bodyTemplate">,
  connection: OpenConnection,
  source: RequestSource,
): WebhookRequest {
  const fill = (text: string): string => renderText(text, source.read, { nowMs: source.nowMs }).text;
  const { body, contentType } = makeBody(webhook, source, fill);
  const own = Object.fromEntries(Object.entries(webhook.headers).map(([name, text]) => [name, fill(text)]));
  const headers = merge(
    { "content-type": contentType, accept: "application/json, */*", "user-agent": "Trunkline" },
    connection.headers,
    own,
    connection.authHeaders,
    signatureHeaders(connection.signingSecrets, source.messageId, source.nowMs, body ?? ""),
  );
  if (body === undefined) delete headers["content-type"];
  const secret = new Set(Object.keys(connection.authHeaders).map((name) => name.toLowerCase()));
  return {
    method: webhook.httpMethod,
    url: fillUrl(webhook.url, source),
    headers,
    shownHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? masked : value]),
    ),
    body,
  };
}

/** Later ones win, whatever the case of their names. */
function merge(...parts: Record<string, string>[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const part of parts) for (const [name, value] of Object.entries(part)) merged[name.toLowerCase()] = value;
  return merged;
}

/** Values are made fit for an address, but for one that is the address's beginning. */
function fillUrl(template: string, { read, nowMs }: RequestSource): string {
  const lead = /^\s*\$\{[^}]*\}/.exec(template)?.[0] ?? "";
  const encoded = (name: string): string | undefined => {
    const value = read(name);
    return value === undefined ? undefined : encodeURIComponent(value);
  };
  const rest = template.slice(lead.length);
  return `${renderText(lead, read, { nowMs }).text}${renderText(rest, encoded, { nowMs }).text}`.trim();
}
