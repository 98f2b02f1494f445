import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { destTypeLabel } from "@trunkline/workflow/inbound/destTypeLabel.ts";

/** The destination that an inbound workflow routed a call or message to. */
export function describeRoute({ destType, dest, outcome }: RouteDecision): string {
  if (outcome === "answered") return "Answered automatically";
  if (destType === null) return "Not routed";
  return `${destTypeLabel(destType)} ${dest ?? ""}`.trim();
}
