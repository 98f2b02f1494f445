import { signatureOf } from "@trunkline/carriers/registry/tcr/webhookSignature.ts";
import type { FastifyReply } from "fastify";
import type { Api } from "../../http/handle.ts";
import { registryWebhookPath } from "../../registry/registryWebhookPath.ts";
import { isSameSecret } from "../../secrets/isSameSecret.ts";
import { expediteRegistrations } from "../../store/registration/registration.ts";

/** Size limit of an event. */
const mostBytes = 64 * 1024;
const mostWords = 2_000;

/**
 * The webhook of The Campaign Registry. A signed event makes the worker query its brand or 10DLC campaign at once. Of its contents, only a partner's decline reason is used, because no endpoint returns it.
 */
export function serveRegistryWebhook({ app, db, config, wakeUp }: Pick<Api, "app" | "db" | "config" | "wakeUp">): void {
  const { registry, publicUrl } = config;
  if (registry === null) return;
  app.route({
    method: "POST",
    url: registryWebhookPath,
    bodyLimit: mostBytes,
    handler: async (request, reply) => {
      const event = request.body;
      if (typeof event !== "object" || event === null || Array.isArray(event))
        return say(reply, 400, "bad_event", "An event of the registry must be a JSON object");
      const expected = await signatureOf(registry.secret, `${publicUrl}${registryWebhookPath}`, event);
      if (!isSameSecret(String(request.headers["x-registry-signature"] ?? ""), expected))
        return say(reply, 401, "wrong_signature", "X-Registry-Signature does not match this event");
      const { eventType, brandReferenceId, campaignReferenceId, description } = event as Record<string, unknown>;
      const references = [brandReferenceId, campaignReferenceId].filter(isReference);
      const words = eventType === "CAMPAIGN_SHARE_DELETE" && typeof description === "string" ? description.trim() : "";
      if (references.length > 0) {
        await db.global((q) => expediteRegistrations(q, references, words.slice(0, mostWords) || null));
        wakeUp();
      }
      return reply.send({ status: true, payload: [], error: [] });
    },
  });
}

const say = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.status(status).send({ status: false, payload: [], error: [{ code, message }] });

/** Our references are our ids. Events about filings from elsewhere have other references. */
const isReference = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
