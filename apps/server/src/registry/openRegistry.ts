import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { simulatedRegistry } from "@trunkline/carriers/registry/simulated/simulatedRegistry.ts";
import { tcrRegistry } from "@trunkline/carriers/registry/tcr/tcrRegistry.ts";
import type { TcrKeys } from "@trunkline/carriers/registry/tcr/tcrWire.ts";
import { sendWire } from "../carriers/sendWire.ts";
import type { Database } from "../store/database.ts";
import { registryStore } from "../store/registration/registration.ts";
import { filingFindings } from "./filingFindings.ts";

/** Options of the embedded registry. Tests pass a clock and no delay. */
export interface RegistryWorld {
  delayMs?: number;
  now?: () => number;
}

/** The embedded registry on the product's database. */
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

/** Time limit of one API request. Brands that are scored synchronously take ten seconds or more. */
const callMs = 30_000;

/** The operator's registry, or else the embedded one. */
export const openRegistry = (db: Database, keys: TcrKeys | null): CampaignRegistry =>
  keys === null
    ? openSimulatedRegistry(db)
    : tcrRegistry({ keys, now: Date.now, send: (request) => sendWire(request, AbortSignal.timeout(callMs)) });
