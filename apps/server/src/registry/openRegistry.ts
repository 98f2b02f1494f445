import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { simulatedRegistry } from "@trunkline/carriers/registry/simulated/simulatedRegistry.ts";
import type { Database } from "../store/database.ts";
import { registryStore } from "../store/registration.ts";
import { filingFindings } from "./filingFindings.ts";

/** How the embedded registry behaves; tests hand in a clock and no delay. */
export interface RegistryWorld {
  delayMs?: number;
  now?: () => number;
}

/** The registry that is built in, over the product's database. */
export const openSimulatedRegistry = (
  db: Database,
  { delayMs, now = Date.now }: RegistryWorld = {},
): CampaignRegistry =>
  simulatedRegistry({
    store: registryStore(db),
    now,
    ...(delayMs !== undefined && { delayMs }),
    review: (filing, { displayName }) =>
      filingFindings(filing, displayName).find(({ level }) => level === "problem")?.words ?? null,
  });
