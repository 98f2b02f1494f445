import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** How failed tries of a webhook are repeated (spec 2 §4.6). */
interface FailureStrategy {
  retryStrategy: "none" | "linear" | "incremental" | "exponential";
  retryCount: number;
  retryDelaySeconds: number;
}

/** A webhook without its id (spec 2 §3.6). */
export interface WebhookFields {
  name: string;
  enabled: boolean;
  callbackServerConfigId: string | null;
  httpMethod: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  url: string;
  contentType: "JSON" | "MULTIPART-FORM-DATA" | "FORM-DATA";
  eventType: string;
  headers: Record<string, string>;
  bodyTemplate: string;
  successPath: string;
  successValue: string;
  responseMapping: Record<string, string>;
  errorResponseMapping: Record<string, string>;
  failureStrategy: FailureStrategy;
}

export interface WebhookRow extends WebhookFields {
  id: string;
  connectionName: string | null;
}

const columns = `w.webhook_id "id", w.name, w.enabled, w.connection_id "callbackServerConfigId", w.method "httpMethod", w.url,
  w.content_type "contentType", w.event_type "eventType", w.headers, w.body_template "bodyTemplate",
  w.success_path "successPath", w.success_value "successValue", w.response_mapping "responseMapping",
  w.error_response_mapping "errorResponseMapping", jsonb_build_object('retryStrategy', w.retry_strategy, 'retryCount', w.retry_count,
    'retryDelaySeconds', w.retry_delay_seconds) "failureStrategy", c.name "connectionName"`;
const tables = `webhook w left join connection c on c.account_id = w.account_id and c.connection_id = w.connection_id`;

/** Every webhook of the account, or those of one event type, newest first. */
export const listWebhooks = (q: Query, account: string, eventType?: string): Promise<WebhookRow[]> =>
  q.rows(
    `select ${columns} from ${tables} where w.account_id = $1 and ($2::text is null or w.event_type = $2)
     order by w.webhook_id desc`,
    [account, eventType ?? null],
  );

/** One webhook, or null. */
export const findWebhook = (q: Query, account: string, id: string): Promise<WebhookRow | null> =>
  q.one(
    { name: "webhook.find", text: `select ${columns} from ${tables} where w.account_id = $1 and w.webhook_id = $2` },
    [account, id],
  );

const valuesOf = (webhook: WebhookFields): unknown[] => [
  webhook.name,
  webhook.enabled,
  webhook.callbackServerConfigId,
  webhook.httpMethod,
  webhook.url,
  webhook.contentType,
  webhook.eventType,
  JSON.stringify(webhook.headers),
  webhook.bodyTemplate,
  webhook.successPath,
  webhook.successValue,
  JSON.stringify(webhook.responseMapping),
  JSON.stringify(webhook.errorResponseMapping),
  webhook.failureStrategy.retryStrategy,
  webhook.failureStrategy.retryCount,
  webhook.failureStrategy.retryDelaySeconds,
];

const names = `name, enabled, connection_id, method, url, content_type, event_type, headers, body_template, success_path,
  success_value, response_mapping, error_response_mapping, retry_strategy, retry_count, retry_delay_seconds`;
const places = Array.from({ length: 16 }, (_, index) => `$${index + 3}`).join(", ");

/** Makes a webhook and returns its id. */
export async function insertWebhook(q: Query, account: string, webhook: WebhookFields): Promise<string> {
  const id = newId();
  await q.run(`insert into webhook (account_id, webhook_id, ${names}) values ($1, $2, ${places})`, [
    account,
    id,
    ...valuesOf(webhook),
  ]);
  return id;
}

/** Changes a webhook; requests that are yet to be made are made from what it is then. */
export const updateWebhook = (q: Query, account: string, id: string, webhook: WebhookFields): Promise<number> =>
  q.run(`update webhook set (${names}, updated) = (${places}, now()) where account_id = $1 and webhook_id = $2`, [
    account,
    id,
    ...valuesOf(webhook),
  ]);

/** Removes a webhook; a journey that needs it fails with a reason. */
export const removeWebhook = async (q: Query, account: string, id: string): Promise<boolean> =>
  (await q.run("delete from webhook where account_id = $1 and webhook_id = $2", [account, id])) > 0;

/** Which of these ids are webhooks of the account that workflows may call. */
export const listKnownWebhooks = async (q: Query, account: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await q.rows<{ id: string }>(
        `select webhook_id::text id from webhook where account_id = $1 and webhook_id::text = any ($2::text[])
           and event_type = 'campaign_workflow_callback'`,
        [account, ids.map((id) => id.toLowerCase())],
      )
    ).map((row) => row.id),
  );
