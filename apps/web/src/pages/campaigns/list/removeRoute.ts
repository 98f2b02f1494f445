import { routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { callOne } from "../../../api/call.ts";

/** Deletes an inbound workflow with its destinations and tests (spec 1 §7). */
export const removeRoute = (routeTag: string): Promise<unknown> =>
  callOne(routeTagRoutes.remove, { params: { routeTag }, query: { forceDelete: "true" } });
