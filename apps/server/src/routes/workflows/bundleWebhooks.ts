import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { connectionBody, webhookBody } from "@trunkline/contract/webhooks/callback.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import type { Call } from "../../http/handle.ts";
import { Problem } from "../../http/problem.ts";
import type { ConnectionFields, ConnectionRow } from "../../store/webhooks/connection.ts";
import { listConnections, newConnectionId, saveConnection } from "../../store/webhooks/connection.ts";
import { insertWebhook, listWebhooks, type WebhookFields } from "../../store/webhooks/webhook.ts";
import { authField, secretPlace, signingField } from "../../webhooks/openConnection.ts";
import { checkedWebhook } from "../webhooks/checkedWebhook.ts";
import { freeName } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, chosenFor, madeAs, tell } from "./bundleReport.ts";

/** The longest name of a webhook or connection (spec 2 §5.4). */
const longestName = 72;

/** Imports connections without secrets. An equal one is used with its own secrets. A new one needs its secrets filled in. */
export async function importConnections(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.connections.length === 0) return;
  const there = await listConnections(q, call.account);
  const taken = new Set(there.map((one) => one.name));
  const owned = new Set(there.map((one) => one.id));
  for (const [index, one] of bundle.connections.entries()) {
    const { id: local, authHeaders, signs, ...shown } = one;
    checkedPart(
      connectionBody,
      { ...shown, authHeaders: Object.fromEntries(authHeaders.map((name) => [name, ""])) },
      `body.connections.${index}`,
    );
    const chosen = chosenFor(to, "connection", local, owned);
    const item = { kind: "connection", name: one.name } as const;
    if (chosen !== undefined) {
      to.ids.set(local, chosen);
      const name = there.find((row) => row.id === chosen)?.name ?? null;
      tell(to, { ...item, outcome: "chosen", to: name, choice: local, id: chosen });
      continue;
    }
    const same = there.find((row) => isSame(row, one));
    if (same) {
      to.ids.set(local, same.id);
      tell(to, { ...item, outcome: "same", id: same.id });
      continue;
    }
    const id = newConnectionId();
    const name = freeName(one.name, (text) => taken.has(text), longestName);
    taken.add(name);
    to.ids.set(local, id);
    await saveConnection(q, call.account, id, withoutSecrets(call, id, { ...one, name }));
    const secrets = [
      ...authHeaders.map((header) => `the value of ${header}`),
      ...(signs ? ["the signing secret"] : []),
    ];
    tell(to, {
      ...item,
      ...madeAs(one.name, name),
      id,
      ...(secrets.length === 0
        ? {}
        : {
            outcome: "missing",
            choice: local,
            note: `Bundles contain no secrets. Fill in ${secrets.join(", ")} under Webhooks, Connections, or choose one of your connections`,
          }),
    });
  }
}

/** Reports the position of a problem within the file. */
function refuseIn(error: unknown, place: string): never {
  if (!(error instanceof Problem)) throw error;
  throw new Problem(
    error.status,
    error.errors.map((one) => ({ ...one, where: one.where?.replace(/^body\b/, place) ?? place })),
  );
}

const isSame = (row: ConnectionRow, one: Bundle["connections"][number]): boolean =>
  row.name === one.name &&
  row.description === one.description &&
  isDeepStrictEqual(row.headers, one.headers) &&
  isDeepStrictEqual(Object.keys(row.authHeaders).sort(), [...one.authHeaders].sort()) &&
  (row.signingSecret !== null) === one.signs;

/** Headers are empty. Signing uses a random secret, so that nothing is sent unsigned. */
function withoutSecrets(
  { account, secrets }: Pick<Call, "account" | "secrets">,
  id: string,
  one: Bundle["connections"][number],
): ConnectionFields {
  const seal = (field: string, text: string) => secrets.seal(secretPlace(account, id, field), text);
  return {
    name: one.name,
    description: one.description,
    headers: one.headers,
    authHeaders: Object.fromEntries(one.authHeaders.map((header) => [header, seal(authField(header), "")])),
    signingSecret: one.signs ? seal(signingField, `whsec_${randomBytes(24).toString("base64")}`) : null,
  };
}

/** Imports webhooks. An equal one is used, and a used name gets a number. */
export async function importWebhooks(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.webhooks.length === 0) return;
  const there = await listWebhooks(q, call.account);
  const taken = new Set(there.map((one) => one.name));
  for (const [index, one] of bundle.webhooks.entries()) {
    const { id: local, callbackServerConfigId, ...shown } = one;
    const place = `body.webhooks.${index}`;
    const connection = callbackServerConfigId === null ? null : (to.ids.get(callbackServerConfigId) ?? null);
    // Its connection was deleted before the export, so it has none.
    const body = checkedPart(webhookBody.partial({ callbackServerConfigId: true }), shown, place);
    const { callbackServerConfigId: _, ...given } = body;
    const webhook: WebhookFields = {
      ...(await checkedWebhook(q, call.account, given, null).catch((error: unknown) => refuseIn(error, place))),
      callbackServerConfigId: connection,
    };
    const same = there.find(({ id: _1, connectionName: _2, ...fields }) => isDeepStrictEqual(fields, webhook));
    const name = same ? webhook.name : freeName(webhook.name, (text) => taken.has(text), longestName);
    taken.add(name);
    const id = same?.id ?? (await insertWebhook(q, call.account, { ...webhook, name }));
    to.ids.set(local, id);
    tell(to, {
      kind: "webhook",
      name: webhook.name,
      ...(same ? { outcome: "same" } : madeAs(webhook.name, name)),
      id,
      note: connection === null ? "Has no connection. Choose one under Webhooks before it is used" : null,
    });
  }
}
