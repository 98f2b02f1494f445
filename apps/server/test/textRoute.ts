import { type RouteDestination, routeDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import type { Database } from "../src/store/database.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "../src/store/routing/inboundRoute.ts";
import type { EngineWorld } from "./engineWorld.ts";

/** A path for texts: its name, and what of it matters to the test. */
export type TextPath = Pick<RouteDestination, "name"> &
  Partial<Pick<RouteDestination, "callbackUrl" | "priority"> & { contains: string }>;

/** Leads texts to the number of a world: each path to the inbox of its name. */
export async function drawTextRoute(db: Database, { account, number }: EngineWorld, paths: readonly TextPath[]) {
  await db.tx([account], async (q) => {
    await insertRouteTag(q, account, "support", "");
    await putRouteNumbers(q, account, "support", { phones: [number], numberSetIds: [] });
    for (const { name, callbackUrl = "", priority = 1, contains } of paths) {
      const and =
        contains === undefined
          ? []
          : [{ variable: "text", type: "session", operation: "CONTAINS", value: contains, negated: false }];
      const path = routeDestination.parse({
        name,
        routeTag: "support",
        srcType: "sms",
        destType: "inbox",
        dest: name,
        callbackUrl,
        priority,
        options: { timezone: 0 },
        ruleDTO: { name: "", and, or: [] },
      });
      await insertDestination(q, account, path, true);
    }
  });
}
