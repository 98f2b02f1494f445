import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { inboundDraftRoutes, outboundDraftRoutes } from "@trunkline/contract/workflows/draft.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { keepGraph } from "@trunkline/workflow/outbound/keptGraph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { callOne } from "../../../api/call.ts";

/** Stores a saved drawing as the user's draft of a new outbound workflow, whose version 1 is empty. */
export function saveOutboundDraft(workflow: string, campaign: Campaign): Promise<unknown> {
  const draft = keepGraph(readGraph(workflow, campaign));
  const { campaignId } = campaign;
  return callOne(outboundDraftRoutes.save, { params: { campaignId }, body: { version: 1, draft } });
}

/** Stores a drawing as the user's draft of a new inbound workflow. */
export const saveInboundDraft = (graph: InboundGraph, routeTag: string): Promise<unknown> =>
  callOne(inboundDraftRoutes.save, {
    params: { routeTag },
    body: { version: 0, draft: JSON.stringify(writeInbound(graph)) },
  });
