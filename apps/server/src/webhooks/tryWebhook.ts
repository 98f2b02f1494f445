import { TemplateError } from "@trunkline/workflow/freemarker/templateError.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressError, type EgressFailure } from "../egress/egressError.ts";
import { newId } from "../store/newId.ts";
import type { DeliveryFields } from "../store/webhooks/delivery.ts";
import type { WebhookFields } from "../store/webhooks/webhook.ts";
import { evaluateAnswer } from "./evaluateAnswer.ts";
import { BodyError } from "./makeBody.ts";
import { makeRequest, type OpenConnection, type WebhookRequest } from "./makeRequest.ts";
import type { RequestSource } from "./requestSource.ts";

/** One attempt of a webhook. */
export interface WebhookTry {
  webhook: WebhookFields & { id: string | null };
  /** Null: the webhook no longer exists. */
  connection: OpenConnection | null;
  source: RequestSource;
  egress: Egress;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The result of an attempt and its log entry. */
export interface TriedWebhook {
  ok: boolean;
  /** A reason code with its detail. */
  reason: string | null;
  vars: Record<string, string>;
  /** Whether a retry could succeed. */
  retryable: boolean;
  log: Omit<DeliveryFields, "reason" | "attempt" | "test" | "contactId" | "campaignId" | "journeyId">;
}

/** The logged part of a body. */
const keptBody = 32_768;
const largestAnswer = 1024 * 1024;

const codes: Readonly<Record<EgressFailure, { code: string; retryable: boolean }>> = {
  bad_address: { code: "webhook_address", retryable: false },
  refused_address: { code: "webhook_address", retryable: false },
  unknown_host: { code: "webhook_unreachable", retryable: true },
  unreachable: { code: "webhook_unreachable", retryable: true },
  timed_out: { code: "webhook_timed_out", retryable: true },
  too_large: { code: "webhook_too_large", retryable: true },
  too_many_redirects: { code: "webhook_unreachable", retryable: false },
  broken_answer: { code: "webhook_unreachable", retryable: true },
};

/** Builds and sends the request and evaluates the answer. Never throws: errors are the result of the attempt. */
export async function tryWebhook(one: WebhookTry): Promise<TriedWebhook> {
  const { webhook, connection, source, egress, timeoutMs, signal } = one;
  const began = performance.now();
  const end = (
    result: Pick<TriedWebhook, "ok" | "reason" | "retryable"> & { vars?: Record<string, string> },
    request?: WebhookRequest,
    answer?: { status: number; headers: Record<string, string>; body: string },
  ): TriedWebhook => ({
    ...result,
    vars: result.vars ?? {},
    log: {
      deliveryId: newId(),
      webhookId: webhook.id,
      eventType: source.event.type,
      messageId: source.messageId,
      elapsedMs: performance.now() - began,
      ok: result.ok,
      method: webhook.httpMethod,
      url: request?.url ?? webhook.url,
      requestHeaders: request?.shownHeaders ?? {},
      requestBody: (request?.body ?? "").slice(0, keptBody),
      status: answer?.status ?? null,
      answerHeaders: answer?.headers ?? {},
      answerBody: (answer?.body ?? "").slice(0, keptBody),
    },
  });
  const never = (reason: string, request?: WebhookRequest) => end({ ok: false, reason, retryable: false }, request);
  if (connection === null) return never("webhook_no_connection");
  let request: WebhookRequest;
  try {
    request = makeRequest(webhook, connection, source);
  } catch (error) {
    if (error instanceof TemplateError) return never(`broken_expression: ${error.message}`);
    if (error instanceof BodyError) return never(`webhook_body: ${error.message}`);
    throw error;
  }
  try {
    const { method, url, headers, body } = request;
    const answer = await egress.request({ method, url, headers, body, timeoutMs, maxBytes: largestAnswer, signal });
    const shown = { status: answer.status, headers: answer.headers, body: answer.body.toString("utf8") };
    return end({ ...evaluateAnswer(webhook, shown), retryable: true }, request, shown);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const { code, retryable } = codes[error.failure];
    return end({ ok: false, reason: `${code}: ${error.message}`, retryable }, request);
  }
}

/** The delay after a failed attempt, or null after the last one (spec 2 §4.6). */
export function retryAfterMs(
  { failureStrategy }: Pick<WebhookFields, "failureStrategy">,
  attempt: number,
): number | null {
  const { retryStrategy, retryCount, retryDelaySeconds } = failureStrategy;
  if (retryStrategy === "none" || attempt > retryCount) return null;
  const grown = { linear: 0, incremental: attempt - 1, exponential: retryDelaySeconds * (2 ** (attempt - 1) - 1) };
  return (retryDelaySeconds + grown[retryStrategy]) * 1000;
}
