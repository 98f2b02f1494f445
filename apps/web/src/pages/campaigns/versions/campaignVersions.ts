import { journeyMoveRoutes } from "@trunkline/contract/runs/journeyMove.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { call, callOne } from "../../../api/call.ts";
import { paths } from "../../../paths.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { addressOfVersion, type Versioned, versionLists } from "./versioned.ts";

// the list of versions is there before the node kinds
const loadRead = () => import("@trunkline/workflow/outbound/readGraph.ts");

/** The versions of an outbound workflow. */
export const campaignVersions = (campaignId: string): Versioned => ({
  ...versionLists(["/v4/campaign/", campaignId], (query, signal) =>
    call(campaignVersionRoutes.versions, { params: { campaignId }, query, signal }),
  ),
  restore: async (version, basedOn) =>
    (await callOne(campaignVersionRoutes.restore, { params: { campaignId, version }, body: { basedOn } })).version,
  graph: async (version) => {
    const { readGraph } = await arrived(loadRead);
    if (version === 0) return readGraph(null, await callOne(campaignRoutes.find, { params: { campaignId } }));
    const saved = await callOne(campaignVersionRoutes.workflow, { params: { campaignId }, query: { version } });
    return readGraph(saved.workflow, saved.settings ?? {});
  },
  label: (version, body) => callOne(campaignVersionRoutes.label, { params: { campaignId, version }, body }),
  href: (version) => addressOfVersion(paths.editCampaign(campaignId), version),
  stale: ["/v4/campaign/"],
  titles: { failed: "There was an error saving the workflow", done: "Workflow edited successfully" },
  onTheirWay: paths.onTheirWay(campaignId),
  countOnTheirWay: async () =>
    (await callOne(journeyMoveRoutes.onTheirWay, { params: { campaignId }, query: {} })).total,
  newestIs: (newest) => `New runs use version ${newest}.`,
});
