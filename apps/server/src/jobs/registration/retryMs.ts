import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import type { BrandRow } from "../../store/registration/brand.ts";

/** When a registration is synced again. `inMs` is null when only an event or a user starts the next sync. */
export interface Again {
  inMs: number | null;
  attempt: number;
}

/** Wait before the next request to a registry that did not answer: it doubles with each attempt, up to 10 minutes. */
export const retryMs = (attempt: number): number => Math.min(600_000, 2_000 * 2 ** attempt);

/** What was refused is asked about again after this long, because it may have been settled elsewhere. */
export const refusedAgainMs = 6 * 60 * 60_000;

/** Opens the registry of a brand and its 10DLC campaigns. */
export type OpenRegistry = (brand: BrandRow) => Promise<CampaignRegistry>;
