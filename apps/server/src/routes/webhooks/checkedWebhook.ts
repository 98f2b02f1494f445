import { httpOk, type WebhookBody } from "@trunkline/contract/webhooks/callback.ts";
import { jsonPathProblem } from "@trunkline/workflow/jsonpath/parsedPath.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findConnection } from "../../store/webhooks/connection.ts";
import type { WebhookFields } from "../../store/webhooks/webhook.ts";

/** Defaults of a new webhook (spec 2 §3.6, §9). */
const defaults: WebhookFields = {
  name: "",
  enabled: true,
  callbackServerConfigId: null,
  httpMethod: "POST",
  url: "",
  contentType: "JSON",
  eventType: "",
  headers: {},
  bodyTemplate: "",
  successPath: httpOk,
  successValue: "",
  responseMapping: {},
  errorResponseMapping: {},
  failureStrategy: { retryStrategy: "none", retryCount: 1, retryDelaySeconds: 2 },
};

/** Applies a body to a webhook. Omitted fields stay unchanged. Refuses what can never be sent or read. */
export async function checkedWebhook(
  q: Query,
  account: string,
  body: Partial<WebhookBody>,
  before: WebhookFields | null,
): Promise<WebhookFields> {
  const { id: _, created: __, usedBy: ___, connectionName: ____, recent: _____, ...given } = body;
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const webhook: WebhookFields = { ...(before ?? defaults), ...known };
  if (before !== null && before.eventType !== "" && webhook.eventType !== before.eventType)
    throw invalid("Event type cannot be changed during editing", "body.eventType");
  if (body.callbackServerConfigId !== undefined && body.callbackServerConfigId !== before?.callbackServerConfigId) {
    if ((await findConnection(q, account, body.callbackServerConfigId)) === null)
      throw invalid("This connection does not exist. Choose another one", "body.callbackServerConfigId");
  }
  checkTexts(webhook);
  return webhook;
}

/** Validates templates and paths. */
function checkTexts(webhook: WebhookFields): void {
  const texts = { url: webhook.url, bodyTemplate: webhook.bodyTemplate };
  for (const [field, text] of Object.entries(texts)) refuse(textProblem(text), `body.${field}`);
  for (const [name, text] of Object.entries(webhook.headers)) refuse(textProblem(text), `body.headers.${name}`);
  if (webhook.successPath !== httpOk) refuse(jsonPathProblem(webhook.successPath), "body.successPath");
  for (const field of ["responseMapping", "errorResponseMapping"] as const)
    for (const [name, path] of Object.entries(webhook[field])) refuse(jsonPathProblem(path), `body.${field}.${name}`);
}

function refuse(problem: string | undefined, where: string): void {
  if (problem !== undefined) throw invalid(problem, where);
}
