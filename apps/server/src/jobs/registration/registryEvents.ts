import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { registryWebhookPath } from "../../registry/registryWebhookPath.ts";
import type { Job } from "../repeat.ts";

const hourMs = 3_600_000;

/**
 * Asks the registry to report events, if it has any. Events only make us ask sooner, so a registry that
 * cannot be asked for them now is asked again in an hour.
 */
export function registryEventsJob(registry: CampaignRegistry, publicUrl: string): Job[] {
  if (registry.listen === undefined) return [];
  let isAsked = false;
  return [
    {
      name: "registryEvents",
      everyMs: hourMs,
      run: async () => {
        if (isAsked) return "nothing";
        await registry.listen?.(`${publicUrl}${registryWebhookPath}`);
        isAsked = true;
        return false;
      },
    },
  ];
}
