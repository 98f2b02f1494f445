import { holds } from "@trunkline/contract/identity/roles.ts";
import type { Call } from "../../http/handle.ts";
import { forbidden, notFound } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRouteTag, lockRouteTag, type RouteTagRow } from "../../store/routing/inboundRoute.ts";
import { refuseUnapproved } from "../workflows/approvalNeeded.ts";

/** Returns the row or answers 404. */
export async function found<T>(row: Promise<T | null>, thing = "route tag"): Promise<T> {
  const it = await row;
  if (it === null) throw notFound(thing);
  return it;
}

/** Reads the tag. */
export const knownTag = (q: Query, account: string, tag: string): Promise<RouteTagRow> =>
  found(findRouteTag(q, account, tag));

/** Whether the tag is an inbound workflow that routes calls or messages, not a new tag or that of an IVR menu. */
export const isWorkflow = ({ version, destinations, ivr }: RouteTagRow): boolean =>
  version > 0 || (destinations > 0 && !ivr);

/** Locks the tag's row until the transaction ends. Users who may only change IVR menus cannot change inbound workflows. */
export async function lockTag(
  q: Query,
  { account, actor }: Pick<Call, "account" | "actor">,
  tag: string,
): Promise<RouteTagRow> {
  const row = await found(lockRouteTag(q, account, tag));
  if (isWorkflow(row) && !holds(actor.role, actor.privileges, "workflow-edit"))
    throw forbidden(
      `"${row.routeTag}" is an inbound workflow. To change it, you need the privilege workflow-edit`,
      "privilege_needed",
    );
  return row;
}

/** Refuses to change what an inbound workflow does without approval. */
export const refuseRoute = (q: Query, call: Pick<Call, "account" | "actor">, routeTag: string): Promise<void> =>
  refuseUnapproved(q, call, `/v4/route/tag/${encodeURIComponent(routeTag)}/approval/`);
