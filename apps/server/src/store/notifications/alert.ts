import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import { plainArray, plainColumn, textArray } from "../arrays.ts";
import { carrierNameSql } from "../carriers/carrierConnection.ts";
import { type CarrierServiceRow, carrierServicesSql } from "../carriers/carrierService.ts";
import type { Query } from "../database.ts";
import { notify } from "./notify.ts";

/** A webhook that fails is notified of once in this time. */
const webhookHours = 6;

/** Notifies of a webhook whose last request has failed, unless that was done a short time ago. */
export async function notifyFailingWebhook(
  q: Query,
  account: string,
  webhook: { webhookId: string; name: string; why: string },
): Promise<void> {
  const opened = await q.run(
    // requests that fail at once wait for each other only the first time
    `insert into notification_alert (account_id, kind, subject, notified)
     select $1, 'webhook', $2, now() where not exists (
       select from notification_alert where account_id = $1 and kind = 'webhook' and subject = $2
         and notified > now() - interval '${webhookHours} hours')
     on conflict (account_id, kind, subject) do update set since = now(), notified = now()
       where notification_alert.notified <= now() - interval '${webhookHours} hours'`,
    [account, webhook.webhookId],
  );
  if (opened === 0) return;
  await notify(
    q,
    account,
    {
      kind: "webhook",
      tone: "failed",
      sentence: `The webhook “${webhook.name}” fails: ${webhook.why}`,
      path: "/webhooks/deliveries",
      search: { webhook: webhook.webhookId, outcome: "failed" },
    },
    { privilege: "workflow-edit", but: null },
  );
}

/** Accounts that have a connection to a carrier or a spending limit. */
export const listWatchedAccounts = async (q: Query): Promise<string[]> =>
  (
    await q.rows<{ id: string }>(
      `select account_id::text id from carrier_bind
       union select account_id::text from account where settings->>'spendLimitMicros' is not null order by 1`,
    )
  ).map(({ id }) => id);

/** A connection must be down for this long, so that a restart or a reconnect is no news. */
const downSeconds = 60;

/** Something that is newly wrong. */
export interface Alert {
  accountId: string;
  subject: string;
  name: string;
  /** The carrier's error, or the spending limit in millionths of a dollar. */
  detail: string | null;
}

/** A number or an RCS agent sends through the connection `c`. */
const sendsThrough = `(exists (select from number n where n.account_id = c.account_id and n.carrier = ${carrierNameSql})
  or exists (select from rcs_agent g where g.account_id = c.account_id and g.connection_id = c.connection_id))`;

/** Notes which connections that something sends through are down, and returns those that have newly been down for a minute. */
export async function openCarrierAlerts(q: Query, accountIds: readonly string[]): Promise<Alert[]> {
  const accounts = [plainArray(accountIds)];
  await q.run(
    `insert into notification_alert (account_id, kind, subject)
     select c.account_id, 'carrier', c.connection_id::text from carrier_connection c
     left join carrier_health h on h.account_id = c.account_id and h.connection_id = c.connection_id
     where c.account_id = any ($1::uuid[]) and c.created < now() - interval '${downSeconds} seconds'
       and not (coalesce(h.updated > now() - interval '15 seconds', false) and h.state in ('bound', 'connecting'))
       and ${sendsThrough}
     on conflict do nothing`,
    accounts,
  );
  await q.run(
    `delete from notification_alert t where t.account_id = any ($1::uuid[]) and t.kind = 'carrier' and not exists (
       select from carrier_connection c left join carrier_health h on h.account_id = c.account_id and h.connection_id = c.connection_id
       where c.account_id = t.account_id and c.connection_id = t.subject::uuid
         and not (coalesce(h.updated > now() - interval '15 seconds', false) and h.state = 'bound'))`,
    accounts,
  );
  return q.rows(
    `update notification_alert t set notified = now() from carrier_connection c
     left join carrier_health h on h.account_id = c.account_id and h.connection_id = c.connection_id
     where t.account_id = any ($1::uuid[]) and t.kind = 'carrier' and t.notified is null
       and t.since < now() - interval '${downSeconds} seconds'
       and c.account_id = t.account_id and c.connection_id = t.subject::uuid
     returning t.account_id "accountId", t.subject, c.name, h.error detail`,
    accounts,
  );
}

/** A connection that something sends through, whose carrier has refused some of it. */
export interface RefusingConnection {
  accountId: string;
  connectionId: string;
  name: string;
  kind: CarrierKind;
  services: CarrierServiceRow[];
}

/** Connections whose carrier has refused texts or calls since it last took one. */
export const listRefusingConnections = (q: Query, accountIds: readonly string[]): Promise<RefusingConnection[]> =>
  q.rows(
    `select c.account_id "accountId", c.connection_id "connectionId", c.name, c.kind, ${carrierServicesSql} services
     from carrier_connection c where c.account_id = any ($1::uuid[])
       and exists (select from carrier_service v where v.account_id = c.account_id and v.connection_id = c.connection_id
         and v.failing_since is not null)
       and ${sendsThrough}`,
    [plainArray(accountIds)],
  );

/** Texts or calls of a connection that fail. */
export interface FailingService {
  accountId: string;
  /** `connectionId:service`. */
  subject: string;
}

/** Notes which services of connections fail, and returns those that have failed since the last time. */
export async function openServiceAlerts(
  q: Query,
  accountIds: readonly string[],
  failing: readonly FailingService[],
): Promise<FailingService[]> {
  const service = `v.account_id = t.account_id and v.connection_id || ':' || v.service = t.subject`;
  await q.run(
    `delete from notification_alert t where t.account_id = any ($1::uuid[]) and t.kind = 'service'
       and not exists (select from carrier_service v where ${service} and v.failing_since = t.since)`,
    [plainArray(accountIds)],
  );
  return q.rows(
    `insert into notification_alert (account_id, kind, subject, since, notified)
     select t.account_id, 'service', t.subject, v.failing_since, now()
     from unnest($1::uuid[], $2::text[]) t (account_id, subject) join carrier_service v on ${service}
     where v.failing_since is not null
     on conflict do nothing returning account_id "accountId", subject`,
    [plainColumn(failing, (one) => one.accountId), textArray(failing.map((one) => one.subject))],
  );
}

/** Notes which accounts have reached their spending limit, and returns those that newly have. */
export async function openSpendAlerts(q: Query, accountIds: readonly string[]): Promise<Alert[]> {
  const accounts = [plainArray(accountIds)];
  // calls stop at the limit, and texts before they would exceed it
  const reached = `(a.settings->>'spendLimitMicros')::int8 - coalesce((select sum(s.cost_micros) from spend s
      where s.account_id = a.account_id and s.day = (now() at time zone 'UTC')::date), 0)
    < greatest(1, coalesce((a.settings->>'segmentPriceMicros')::int8, 8000))`;
  await q.run(
    `delete from notification_alert t using account a where t.account_id = any ($1::uuid[]) and t.kind = 'held'
       and a.account_id = t.account_id and (${reached}) is not true`,
    accounts,
  );
  return q.rows(
    `with opened as (
       insert into notification_alert (account_id, kind, subject, notified)
       select a.account_id, 'held', 'spend_limit', now() from account a where a.account_id = any ($1::uuid[]) and ${reached}
       on conflict do nothing returning account_id, subject)
     select o.account_id "accountId", o.subject, a.name, a.settings->>'spendLimitMicros' detail
     from opened o join account a on a.account_id = o.account_id`,
    accounts,
  );
}
