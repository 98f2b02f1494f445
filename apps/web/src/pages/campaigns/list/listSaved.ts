import { routeDestinationRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { call } from "../../../api/call.ts";

/** The saved destinations of a route tag. */
export const listSaved = async (routeTag: string): Promise<RouteDestination[]> =>
  (await call(routeDestinationRoutes.ofTag, { params: { name: routeTag } })).payload as RouteDestination[];
