import { timeOfId } from "@trunkline/workflow/parts/uuid7.ts";

/** The creation time in an id, ISO 8601 in UTC. Null if the id has none (spec 2 §1). */
export function createdOf(id: string): string | null {
  const ms = timeOfId(id);
  return ms === undefined ? null : new Date(ms).toISOString();
}
