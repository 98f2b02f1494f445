import { approvalRoutes } from "@trunkline/contract/workflows/approval.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { writeCampaign } from "@trunkline/workflow/outbound/campaignForm.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { formOf, writeGraph } from "@trunkline/workflow/outbound/writeGraph.ts";
import { callOne } from "../../../api/call.ts";

/** Asks for approval of an outbound drawing with its settings. */
export function askOutbound(
  graph: Graph,
  { campaign, version }: { campaign: Campaign; version: number },
  note: string,
): Promise<unknown> {
  const settings = writeCampaign(formOf(graph), campaign);
  return callOne(approvalRoutes.askOutbound, {
    params: { campaignId: campaign.campaignId },
    body: {
      workflow: JSON.stringify(writeGraph(graph)),
      basedOn: version,
      note,
      settings: { ...settings, timezoneProtectionType: settings.timezoneProtectionType as 0 | 1 | 3 },
    },
  });
}
