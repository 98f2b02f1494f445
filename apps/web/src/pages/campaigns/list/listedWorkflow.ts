import { useQuery } from "@tanstack/react-query";
import { type RouteTag, routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { useMemo } from "react";
import { newestWorkflows } from "../../../api/newestWorkflows.ts";
import { listOf } from "../../../api/queries.ts";

/** An outbound or inbound workflow in the list (spec 1 §2.1). */
export interface ListedWorkflow {
  /** The campaign id (a UUID) or the route tag (never a UUID). */
  id: string;
  title: string;
  /** Spec 1 §3.1. */
  type: string;
  created: string | null;
  lastUsed: string | null;
  tags: readonly string[];
  /** The campaign of an outbound workflow, with its counts. */
  campaign: Campaign | null;
  route: RouteTag | null;
}

/** Spec 1 §3.1, workflowDisplayType. */
const typeNames = ["Basic Outbound", "Advanced Outbound", "Advanced Inbound"];

const outbound = (campaign: Campaign): ListedWorkflow => ({
  id: campaign.campaignId,
  title: campaign.campaignName,
  type: typeNames[campaign.workflowDisplayType] ?? "---",
  created: campaign.created,
  lastUsed: campaign.lastUsed,
  tags: campaign.tags,
  campaign,
  route: null,
});

const inbound = (route: RouteTag): ListedWorkflow => ({
  id: route.routeTag,
  title: route.routeTag,
  type: typeNames[2] ?? "",
  created: route.created,
  lastUsed: null,
  tags: route.tags,
  campaign: null,
  route,
});

/** Outbound and inbound workflows in one list, without the route tags of IVR menus (readings, IVR and live lists). */
export function useListedWorkflows() {
  const campaigns = useQuery(newestWorkflows);
  const routes = useQuery(listOf(routeTagRoutes.list));
  const data = useMemo(
    () =>
      campaigns.data &&
      routes.data && [...campaigns.data.map(outbound), ...routes.data.filter(({ ivr }) => !ivr).map(inbound)],
    [campaigns.data, routes.data],
  );
  const failed = campaigns.isError ? campaigns : routes.isError ? routes : undefined;
  return {
    data,
    isPending: data === undefined && failed === undefined,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all([campaigns.refetch(), routes.refetch()]),
  };
}
