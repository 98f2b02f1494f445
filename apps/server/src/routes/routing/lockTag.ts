import { holds } from "@trunkline/contract/identity/roles.ts";
import type { Call } from "../../http/handle.ts";
import { forbidden, notFound } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRouteTag, lockRouteTag, type RouteTagRow } from "../../store/routing/inboundRoute.ts";

/** What was looked up, which must be there. */
export async function found<T>(row: Promise<T | null>, thing = "route tag"): Promise<T> {
  const it = await row;
  if (it === null) throw notFound(thing);
  return it;
}

/** The tag, to be read. */
export const knownTag = (q: Query, account: string, tag: string): Promise<RouteTagRow> =>
  found(findRouteTag(q, account, tag));

/** The tag, held until the transaction ends. Who may change IVR menus only, changes no inbound workflow. */
export async function lockTag(
  q: Query,
  { account, actor }: Pick<Call, "account" | "actor">,
  tag: string,
): Promise<RouteTagRow> {
  const row = await found(lockRouteTag(q, account, tag));
  const isWorkflow = row.version > 0 || (row.destinations > 0 && !row.ivr);
  if (isWorkflow && !holds(actor.role, actor.privileges, "workflow-edit"))
    throw forbidden(
      `"${row.routeTag}" is an inbound workflow: it needs the privilege workflow-edit`,
      "privilege_needed",
    );
  return row;
}
