import { routeDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import type { Database } from "../src/store/database.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "../src/store/routing/inboundRoute.ts";
import type { EngineWorld } from "./engineWorld.ts";

/** Routes the calls to a world's number to a script, or to another destination. */
export async function routeCalls(
  db: Database,
  { account, number }: EngineWorld,
  to: { callXml: string } | { destType: string; dest: string },
): Promise<void> {
  const destination =
    "callXml" in to
      ? { destType: "call", dest: "call", options: { timezone: 0, callXml: to.callXml } }
      : { ...to, options: { timezone: 0 } };
  await db.tx([account], async (q) => {
    await insertRouteTag(q, account, "support", "");
    await putRouteNumbers(q, account, "support", { phones: [number], numberSetIds: [] });
    const path = routeDestination.parse({
      name: "calls",
      routeTag: "support",
      srcType: "call",
      priority: 1,
      ruleDTO: { name: "", and: [], or: [] },
      ...destination,
    });
    await insertDestination(q, account, path, true);
  });
}
