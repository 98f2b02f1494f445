import { timeOfId } from "@trunkline/workflow/parts/uuid7.ts";

/** When an id was made, ISO 8601 in UTC; null where the id does not say (spec 2 §1). */
export function createdOf(id: string): string | null {
  const ms = timeOfId(id);
  return ms === undefined ? null : new Date(ms).toISOString();
}
