import { inboundWorkflowRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import type { WholeApproval } from "@trunkline/contract/workflows/approval.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { drawInbound } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { CampaignSettings } from "@trunkline/workflow/outbound/campaignForm.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { callOne } from "../../../api/call.ts";

/** Loads the published version that a request is based on, and reads the drawing of the request. */
export async function readApproval(
  { kind, workflow, version, drawing, settings }: WholeApproval,
  accountSid: string,
): Promise<{ before: Graph; graph: Graph }> {
  const query = { version };
  if (kind === "inbound") {
    const params = { accountSid, routeTag: workflow };
    const saved = version === 0 ? null : (await callOne(inboundWorkflowRoutes.find, { params, query })).workflow;
    const before = drawInbound(readInbound(saved));
    return { before, graph: drawInbound(readInbound(drawing), before) };
  }
  const params = { campaignId: workflow };
  const saved = version === 0 ? null : await callOne(campaignVersionRoutes.workflow, { params, query });
  const old = saved?.settings ?? {};
  return {
    before: readGraph(saved?.workflow ?? null, old),
    graph: readGraph(drawing, (settings as CampaignSettings | null) ?? old),
  };
}
