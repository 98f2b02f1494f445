import { webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { listOf } from "./queries.ts";

/** The webhooks that Webhook nodes can call. */
export const nodeWebhooks = listOf(webhookRoutes.list, { query: { eventType: "campaign_workflow_callback" } });
