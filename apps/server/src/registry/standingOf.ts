import type { BrandStanding } from "@trunkline/carriers/registry/registry.ts";
import type { BrandRow } from "../store/registration/brand.ts";

/** The facts about a brand that decide its eligibility for a use case. */
export const standingOf = ({ registryId, details, status, score }: BrandRow): BrandStanding => ({
  registryId: registryId ?? "",
  entityType: details.entityType,
  status,
  score,
});
