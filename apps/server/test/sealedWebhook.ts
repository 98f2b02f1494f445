import type { Secrets } from "../src/secrets/secrets.ts";
import type { Database } from "../src/store/database.ts";
import { newConnectionId, saveConnection } from "../src/store/webhooks/connection.ts";
import { insertWebhook, type WebhookFields } from "../src/store/webhooks/webhook.ts";
import { authField, secretPlace, signingField } from "../src/webhooks/openConnection.ts";
import type { EngineWorld, TestNode } from "./engineWorld.ts";
import { noteSecrets } from "./suiteLogs.ts";

/** What the receiver of `makeWebhook` gets, and what its deliveries are signed with. */
export const sealed = {
  authorization: "Bearer top secret",
  signing: `whsec_${Buffer.from("a signing secret of the shop").toString("base64")}`,
};

noteSecrets(Object.values(sealed));

/** Makes a webhook on a connection whose secrets are sealed; returns its id. */
export async function makeWebhook(
  db: Database,
  world: EngineWorld,
  { secrets, url }: { secrets: Secrets; url: string },
  fields: Partial<WebhookFields> = {},
): Promise<string> {
  const { account } = world;
  const connection = newConnectionId();
  const seal = (field: string, text: string) => secrets.seal(secretPlace(account, connection, field), text);
  return db.tx([account], async (q) => {
    await saveConnection(q, account, connection, {
      name: "Shop",
      description: "",
      authHeaders: { Authorization: seal(authField("Authorization"), sealed.authorization) },
      headers: { "X-Client": "the-shop" },
      signingSecret: seal(signingField, sealed.signing),
    });
    return insertWebhook(q, account, {
      name: "Order status",
      enabled: true,
      callbackServerConfigId: connection,
      httpMethod: "POST",
      url: `${url}/orders/\${phone}`,
      contentType: "JSON",
      eventType: "campaign_workflow_callback",
      headers: { "X-Tier": "${tier}" },
      bodyTemplate: '{"name": "${firstName}", "tier": "${tier}"}',
      successPath: "HTTP_OK",
      successValue: "",
      responseMapping: {},
      errorResponseMapping: {},
      failureStrategy: { retryStrategy: "none", retryCount: 1, retryDelaySeconds: 1 },
      ...fields,
    });
  });
}

/** A workflow of one Webhook node: 3 when it went well, 4 when not. */
export const webhookFlow = (callbackId: string): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "callback", children: [3, 4], callbackId, successPath: 3, failurePath: 4 },
  { id: 3, type: "control" },
  { id: 4, type: "control" },
];
