import { plainArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { firstIdAt } from "../newId.ts";

/** One try of a webhook, as it is kept. */
export interface DeliveryFields {
  deliveryId: string;
  webhookId: string | null;
  eventType: string;
  messageId: string;
  attempt: number;
  elapsedMs: number;
  ok: boolean;
  reason: string | null;
  test: boolean;
  method: string;
  url: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  status: number | null;
  answerHeaders: Record<string, string>;
  answerBody: string;
  contactId: string | null;
  campaignId: string | null;
  journeyId: string | null;
}

export interface DeliveryRow extends DeliveryFields {
  webhookName: string | null;
}

/** Stores an attempt; it is never changed afterwards. */
export async function insertDelivery(q: Query, account: string, row: DeliveryFields): Promise<void> {
  await q.run(
    {
      name: "delivery.insert",
      text: `insert into webhook_delivery (account_id, delivery_id, webhook_id, event_type, message_id, attempt, elapsed_ms, ok, reason,
          test, method, url, request_headers, request_body, status, answer_headers, answer_body, contact_id, campaign_id, journey_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    },
    [
      account,
      row.deliveryId,
      row.webhookId,
      row.eventType,
      row.messageId,
      row.attempt,
      Math.round(row.elapsedMs),
      row.ok,
      row.reason && withoutNul(row.reason),
      row.test,
      row.method,
      withoutNul(row.url),
      withoutNul(JSON.stringify(row.requestHeaders)),
      withoutNul(row.requestBody),
      row.status,
      withoutNul(JSON.stringify(row.answerHeaders)),
      withoutNul(row.answerBody),
      row.contactId,
      row.campaignId,
      row.journeyId,
    ],
  );
}

/** Which tries a list shows. */
export interface DeliveryPage {
  limit: number;
  before?: string;
  webhookId?: string;
  contactId?: string;
  ok?: boolean;
}

/** Tries of webhooks, newest first. */
export const listDeliveries = (q: Query, account: string, page: DeliveryPage): Promise<DeliveryRow[]> =>
  q.rows(
    `select d.delivery_id "deliveryId", d.webhook_id "webhookId", w.name "webhookName", d.event_type "eventType",
       d.message_id "messageId", d.attempt, d.elapsed_ms "elapsedMs", d.ok, d.reason, d.test, d.method, d.url,
       d.request_headers "requestHeaders", d.request_body "requestBody", d.status, d.answer_headers "answerHeaders",
       d.answer_body "answerBody", d.contact_id "contactId", d.campaign_id "campaignId", d.journey_id "journeyId"
     from webhook_delivery d left join webhook w on w.account_id = d.account_id and w.webhook_id = d.webhook_id
     where d.account_id = $1 and ($2::uuid is null or d.delivery_id < $2) and ($3::uuid is null or d.webhook_id = $3)
       and ($4::uuid is null or d.contact_id = $4) and ($5::boolean is null or d.ok = $5)
     order by d.delivery_id desc limit $6`,
    [account, page.before ?? null, page.webhookId ?? null, page.contactId ?? null, page.ok ?? null, page.limit],
  );

/** How the last requests of a webhook went, without tests. */
export interface RecentDeliveries {
  webhookId: string;
  requests: number;
  failed: number;
  lastId: string;
  lastOk: boolean;
}

const mostRecent = 20;
const recentMs = 7 * 24 * 60 * 60 * 1_000;

/** The last requests within a week of each of these webhooks that has any. */
export const listRecentDeliveries = (
  q: Query,
  account: string,
  webhookIds: readonly string[],
): Promise<RecentDeliveries[]> =>
  q.rows(
    `select w.id "webhookId", d.requests, d.failed, d.last_id "lastId", d.last_ok "lastOk"
     from unnest($2::uuid[]) w (id)
     cross join lateral (
       select count(*)::int requests, (count(*) filter (where not ok))::int failed,
         (array_agg(delivery_id order by delivery_id desc))[1] last_id, (array_agg(ok order by delivery_id desc))[1] last_ok
       from (
         select d.delivery_id, d.ok from webhook_delivery d
         where d.account_id = $1 and d.webhook_id = w.id and not d.test
           and d.delivery_id >= $3
         order by d.delivery_id desc limit ${mostRecent}) d having count(*) > 0) d`,
    [account, plainArray(webhookIds), firstIdAt(Date.now() - recentMs)],
  );
