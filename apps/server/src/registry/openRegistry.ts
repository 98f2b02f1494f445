import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { simulatedRegistry } from "@trunkline/carriers/registry/simulated/simulatedRegistry.ts";
import { tcrRegistry } from "@trunkline/carriers/registry/tcr/tcrRegistry.ts";
import type { TcrKeys } from "@trunkline/carriers/registry/tcr/tcrWire.ts";
import { sendWire } from "../carriers/sendWire.ts";
import type { Database } from "../store/database.ts";
import { registryStore } from "../store/registration/registration.ts";
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

/** One call of the registry's API; brands that are scored while the caller waits take ten seconds and more. */
const callMs = 30_000;

/** The registry that the operator has set; the embedded one unless there is any. */
export const openRegistry = (db: Database, keys: TcrKeys | null): CampaignRegistry =>
  keys === null
    ? openSimulatedRegistry(db)
    : tcrRegistry({ keys, now: Date.now, send: (request) => sendWire(request, AbortSignal.timeout(callMs)) });
