import { useQueries, useQuery } from "@tanstack/react-query";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { ivrRoutes } from "@trunkline/contract/routing/ivr.ts";
import { ivrOfDestination } from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import type { AskedRoute } from "@trunkline/workflow/inbound/askRoute.ts";
import type { InboundWorld } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import { useMemo } from "react";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { listOf, oneOf } from "../../api/queries.ts";

const once = { staleTime: Number.POSITIVE_INFINITY } as const;

/** The route of the drawing with the account's lists, which are loaded once. IVRs are loaded where the route names them. */
export function useInboundWorld(asked: AskedRoute) {
  const numbers = useQuery(listOf(numberRoutes.list));
  const liveLists = useQuery(listOf(liveListRoutes.list));
  const workGroups = useQuery(listOf(workGroupRoutes.list));
  const workflows = useQuery(newestWorkflows);
  const listed = useQuery({ ...listOf(ivrRoutes.list), ...once });
  const names = useNamedIvrs(asked, listed.data);
  const ivrs = useQueries({
    queries: names.map((name) => ({ ...oneOf(ivrRoutes.find, { params: { name } }), ...once })),
    combine: (found) => ({
      data: found.flatMap(({ data }) => data ?? []),
      failed: found.find(({ isError }) => isError),
      isWhole: found.every(({ data }) => data !== undefined),
    }),
  });
  const world = useMemo((): InboundWorld | undefined => {
    if (!(numbers.data && liveLists.data && workGroups.data && workflows.data && listed.data && ivrs.isWhole))
      return undefined;
    return {
      asked,
      ivrs: new Map(ivrs.data.map((ivr) => [ivr.ivrName, ivr])),
      liveLists: new Set(liveLists.data.map(({ listName }) => listName)),
      workGroups: new Set(workGroups.data.map(({ name }) => name.toLowerCase())),
      workflows: new Map(workflows.data.map(({ campaignId, campaignName }) => [campaignId, campaignName])),
      ownNumbers: new Set(numbers.data.map(({ phone }) => phone)),
    };
  }, [asked, numbers.data, liveLists.data, workGroups.data, workflows.data, listed.data, ivrs.data, ivrs.isWhole]);
  const queries = [numbers, liveLists, workGroups, workflows, listed];
  const failed = queries.find(({ isError }) => isError) ?? ivrs.failed;
  return {
    world,
    numbers: numbers.data?.map(({ phone }) => phone) ?? [],
    problem: failed?.error ?? null,
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
      void ivrs.failed?.refetch();
    },
  };
}

/** The IVRs of the account that a route leads to. */
function useNamedIvrs({ route }: AskedRoute, listed: readonly { ivrName: string }[] | undefined): string[] {
  return useMemo(() => {
    const known = new Set(listed?.map(({ ivrName }) => ivrName));
    const named = route.destinations.filter(({ destType }) => destType === "ivr").map(ivrOfDestination);
    return [...new Set(named)].filter((name) => known.has(name)).sort();
  }, [route, listed]);
}
