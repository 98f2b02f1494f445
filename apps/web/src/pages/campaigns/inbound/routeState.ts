import type { RouteTag } from "@trunkline/contract/routing/inboundRoute.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";

/** The saved state of the route in the editor. */
export interface RouteState {
  tag: RouteTag;
  destinations: readonly RouteDestination[];
}
