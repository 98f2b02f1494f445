import type { Database } from "../src/store/database.ts";
import { newConnectionId, saveConnection } from "../src/store/webhooks/connection.ts";
import { insertWebhook, type WebhookFields } from "../src/store/webhooks/webhook.ts";
import type { EngineWorld } from "./engineWorld.ts";
import type { Receiver } from "./receiver.ts";

/** A webhook of the account that tells a receiver of an event type, with a connection of its own; returns its id. */
export async function subscribe(
  db: Database,
  world: Pick<EngineWorld, "account">,
  eventType: string,
  receiver: Pick<Receiver, "url">,
  fields: Partial<WebhookFields> = {},
): Promise<string> {
  const connection = newConnectionId();
  return db.tx([world.account], async (q) => {
    await saveConnection(q, world.account, connection, {
      name: "C",
      description: "",
      authHeaders: {},
      headers: {},
      signingSecret: null,
    });
    return insertWebhook(q, world.account, {
      name: eventType,
      enabled: true,
      callbackServerConfigId: connection,
      httpMethod: "POST",
      url: receiver.url,
      contentType: "JSON",
      eventType,
      headers: {},
      bodyTemplate: "",
      successPath: "HTTP_OK",
      successValue: "",
      responseMapping: {},
      errorResponseMapping: {},
      failureStrategy: { retryStrategy: "linear", retryCount: 2, retryDelaySeconds: 1 },
      ...fields,
    });
  });
}

/** What a receiver heard of an event type so far. */
export const eventsReceived = (receiver: Pick<Receiver, "received">, type: string): Record<string, string>[] =>
  receiver.received.flatMap(({ body }) => {
    const event = JSON.parse(body) as { type: string; data: Record<string, string> };
    return event.type === type ? [event.data] : [];
  });
