import type { BrandStanding } from "@trunkline/carriers/registry/registry.ts";
import type { BrandRow } from "../store/registration/brand.ts";

/** What a brand is judged by when it files for a use case. */
export const standingOf = ({ registryId, details, status, score }: BrandRow): BrandStanding => ({
  registryId: registryId ?? "",
  entityType: details.entityType,
  status,
  score,
});
