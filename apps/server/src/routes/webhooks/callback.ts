import { randomBytes } from "node:crypto";
import {
  type Connection,
  type ConnectionBody,
  connectionRoutes,
  type Delivery,
  deliveryRoutes,
  noEventType,
  secretMask,
  type Webhook,
  webhookRoutes,
} from "@trunkline/contract/webhooks/callback.ts";
import { spelt } from "@trunkline/contract/webhooks/webhookEvents.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange, maskedChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  type ConnectionFields,
  type ConnectionRow,
  findConnection,
  listConnections,
  lockConnections,
  newConnectionId,
  removeConnection,
  saveConnection,
} from "../../store/webhooks/connection.ts";
import {
  type DeliveryRow,
  listDeliveries,
  listRecentDeliveries,
  type RecentDeliveries,
} from "../../store/webhooks/delivery.ts";
import {
  findWebhook,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  updateWebhook,
  type WebhookRow,
} from "../../store/webhooks/webhook.ts";
import { listCampaignsThatMention } from "../../store/workflows/campaign.ts";
import { authField, oldSigningField, secretPlace, signingField } from "../../webhooks/openConnection.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { checkedWebhook } from "./checkedWebhook.ts";
import { sendTest } from "./tryWebhook.ts";

/** Webhooks, connections and the delivery log (spec 2 §7.3). */
export function registerCallback(api: Api): void {
  registerWebhooks(api);
  registerConnections(api);
  handle(api, deliveryRoutes.list, async ({ db, account, query }) => {
    const { limit, webhookId, contactId, outcome } = query;
    const ok = outcome === undefined ? undefined : outcome === "ok";
    const page = { limit, before: readIdCursor(query.cursor), webhookId, contactId, ok };
    const rows = await db.tx([account], (q) => listDeliveries(q, account, page));
    return { payload: rows.map(showDelivery), next: nextCursor(rows, limit, (row) => row.deliveryId) };
  });
}

function registerWebhooks(api: Api): void {
  handle(api, webhookRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => show(q, account, await listWebhooks(q, account, query.eventType))),
  );
  handle(api, webhookRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.id)),
  );
  handle(api, webhookRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const id = await insertWebhook(q, call.account, await checkedWebhook(q, call.account, call.body, null));
      await audit(q, call, "webhook.create", id, { name: call.body.name });
      return findShown(q, call.account, id);
    }),
  );
  handle(api, webhookRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { id } = call.params;
      const before = await findWebhook(q, call.account, id);
      if (before === null) throw notFound("webhook");
      const webhook = await checkedWebhook(q, call.account, call.body, before);
      await updateWebhook(q, call.account, id, webhook);
      const after = await findWebhook(q, call.account, id);
      await auditChange(q, call, "webhook.update", id, {
        about: { named: webhook.name },
        before: listed(before),
        after: listed(after ?? before),
      });
      return findShown(q, call.account, id);
    }),
  );
  handle(api, webhookRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { id, eventType } = call.params;
      const row = await findWebhook(q, call.account, id);
      if (row === null) throw notFound("webhook");
      const ownType = row.eventType || noEventType;
      if (spelt(eventType) !== spelt(ownType))
        throw invalid(`The event type of this webhook is ${ownType}, not ${eventType}`, "path.eventType");
      await removeWebhook(q, call.account, id);
      await audit(q, call, "webhook.delete", id);
      return [{ id }];
    }),
  );
  handle(api, webhookRoutes.test, async (call) => {
    const { result, reason } = await sendTest(call);
    const { log, vars } = result;
    const row: DeliveryRow = { ...log, ...reason, webhookName: call.body.name ?? null };
    return [{ ...showDelivery(row), vars }];
  });
}

function registerConnections(api: Api): void {
  handle(api, connectionRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listConnections(q, account)).map(showConnection)),
  );
  handle(api, connectionRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const row = await findConnection(q, account, params.id);
      if (row === null) throw notFound("connection");
      return [showConnection(row)];
    }),
  );
  handle(api, connectionRoutes.create, (call) =>
    writeConnection(call, newConnectionId(), call.body, "connection.create"),
  );
  handle(api, connectionRoutes.update, (call) => writeConnection(call, call.params.id, call.body, "connection.update"));
  handle(api, connectionRoutes.renewSecret, renewSecret);
  handle(api, connectionRoutes.endOldSecret, (call) =>
    changeSecret(call, async (q, row) => {
      await saveConnection(q, call.account, row.id, { ...row, oldSigningSecret: null });
      await audit(q, call, "connection.endOldSecret", row.id, { name: row.name });
    }),
  );
  const remove = (call: Call, id: string) =>
    call.db.tx([call.account], async (q) => {
      if (!(await removeConnection(q, call.account, id))) throw notFound("connection");
      await audit(q, call, "connection.delete", id);
      return [{ id }];
    });
  // Both readings of the specification are supported (readings, Webhooks).
  handle(api, connectionRoutes.remove, (call) => remove(call, call.params.id));
  handle(api, connectionRoutes.removeNamed, (call) => remove(call, call.body.id));
}

function writeConnection(call: Call, id: string, body: Partial<ConnectionBody>, action: string): Promise<Connection[]> {
  const { account } = call;
  return call.db.tx([account], async (q) => {
    await lockConnections(q, account);
    const before = await findConnection(q, account, id);
    if (before === null && action === "connection.update") throw notFound("connection");
    const seal = (field: string, text: string) => call.secrets.seal(secretPlace(account, id, field), text);
    const fields: ConnectionFields = {
      name: body.name ?? before?.name ?? "",
      description: body.description ?? before?.description ?? "",
      headers: body.headers ?? before?.headers ?? {},
      authHeaders: sealedHeaders(body.authHeaders, before?.authHeaders ?? {}, seal),
      signingSecret: sealedSecret(body.signingSecret, before?.signingSecret ?? null, seal),
    };
    // A secret that replaces another at once is the only one.
    if (before !== null && fields.signingSecret === before.signingSecret)
      fields.oldSigningSecret = before.oldSigningSecret;
    await saveConnection(q, account, id, fields);
    const row = await findConnection(q, account, id);
    if (row === null) throw notFound("connection");
    const about = { named: fields.name };
    if (before === null) await audit(q, call, action, id, { name: fields.name });
    else await auditChange(q, call, action, id, { about, ...listedConnections(before, row) });
    return [showConnection(row)];
  });
}

/** At most two secrets are valid. A previous one that was already expiring ends. */
async function renewSecret(
  call: Call & { params: { id: string }; body: { signingSecret?: string | undefined; oldSecretHours: number } },
): Promise<(Connection & { newSigningSecret: string })[]> {
  const { account, body, secrets } = call;
  const newSigningSecret = body.signingSecret ?? `whsec_${randomBytes(24).toString("base64")}`;
  const shown = await changeSecret(call, async (q, row) => {
    const place = (field: string) => secretPlace(account, row.id, field);
    const until = new Date(Date.now() + body.oldSecretHours * 3_600_000);
    const oldSigningSecret =
      row.signingSecret === null || body.oldSecretHours === 0
        ? null
        : { sealed: secrets.seal(place(oldSigningField), secrets.open(place(signingField), row.signingSecret)), until };
    const signingSecret = secrets.seal(place(signingField), newSigningSecret);
    await saveConnection(q, account, row.id, { ...row, signingSecret, oldSigningSecret });
    const oldUntil = oldSigningSecret === null ? null : until.toISOString();
    await audit(q, call, "connection.renewSecret", row.id, { name: row.name, oldUntil });
  });
  return shown.map((connection) => ({ ...connection, newSigningSecret }));
}

/** Locks and changes a connection, and returns the new state. */
const changeSecret = (
  call: Call & { params: { id: string } },
  change: (q: Query, row: ConnectionRow) => Promise<void>,
): Promise<Connection[]> =>
  call.db.tx([call.account], async (q) => {
    const { account, params } = call;
    await lockConnections(q, account);
    const row = await findConnection(q, account, params.id);
    if (row === null) throw notFound("connection");
    await change(q, row);
    const after = await findConnection(q, account, params.id);
    return after === null ? [] : [showConnection(after)];
  });

/** A masked value keeps the saved secret of that header. If headers are omitted, all stay. */
function sealedHeaders(
  next: Record<string, string> | undefined,
  before: Record<string, string>,
  seal: (field: string, text: string) => string,
): Record<string, string> {
  if (next === undefined) return before;
  return Object.fromEntries(
    Object.entries(next).map(([name, value]) => [
      name,
      (value === secretMask ? ownValue(before, name) : undefined) ?? seal(authField(name), value),
    ]),
  );
}

function sealedSecret(
  next: string | null | undefined,
  before: string | null,
  seal: (field: string, text: string) => string,
): string | null {
  if (next === undefined || (next === secretMask && before !== null)) return before;
  return next === null || next.trim() === "" ? null : seal(signingField, next.trim());
}

/** A webhook for the audit log, with its connection by name. */
const listed = ({ id: _, callbackServerConfigId: __, connectionName, ...row }: WebhookRow) => ({
  ...row,
  connection: connectionName,
});

/** Two states of a connection for the audit log, with masked secrets marked as changed. */
function listedConnections(before: ConnectionRow, after: ConnectionRow) {
  const names = new Set([...Object.keys(before.authHeaders), ...Object.keys(after.authHeaders)]);
  const secrets = [
    ["signingSecret", maskedChange(before.signingSecret, after.signingSecret)] as const,
    ...[...names].map(
      (name) =>
        [
          `auth header ${name}`,
          maskedChange(ownValue(before.authHeaders, name) ?? null, ownValue(after.authHeaders, name) ?? null),
        ] as const,
    ),
  ];
  const side = ({ name, description, headers }: ConnectionRow, which: "from" | "to") => ({
    name,
    description,
    headers,
    ...Object.fromEntries(secrets.map(([secret, change]) => [secret, change[which]])),
  });
  return { before: side(before, "from"), after: side(after, "to") };
}

const showConnection = ({ authHeaders, signingSecret, oldSigningSecret, ...row }: ConnectionRow): Connection => ({
  ...row,
  authHeaders: Object.fromEntries(Object.keys(authHeaders).map((name) => [name, secretMask])),
  signingSecret: signingSecret === null ? null : secretMask,
  oldSigningSecretUntil: oldSigningSecret?.until.toISOString() ?? null,
  created: createdOf(row.id),
});

const showDelivery = ({ campaignId: _, ...row }: DeliveryRow): Delivery => ({
  ...row,
  elapsedMs: Math.round(row.elapsedMs),
  at: createdOf(row.deliveryId) ?? "",
});

const showRecent = (row: RecentDeliveries | undefined): Webhook["recent"] =>
  row === undefined
    ? null
    : {
        requests: row.requests,
        failed: row.failed,
        lastAt: createdOf(row.lastId) ?? "",
        lastOk: row.lastOk,
      };

async function findShown(q: Query, account: string, id: string): Promise<Webhook[]> {
  const row = await findWebhook(q, account, id);
  if (row === null) throw notFound("webhook");
  return show(q, account, [row]);
}

async function show(q: Query, account: string, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const uses = await listCampaignsThatMention(
    q,
    account,
    rows.map((row) => row.id),
  );
  const recent = await listRecentDeliveries(
    q,
    account,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    created: createdOf(row.id),
    recent: showRecent(recent.find(({ webhookId }) => webhookId === row.id)),
    usedBy: uses
      .filter((use) => use.id === row.id)
      .map(({ campaignId, campaignName }) => ({ campaignId, campaignName })),
  }));
}
