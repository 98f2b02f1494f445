import { type Campaign, campaignRoutes } from "@trunkline/contract/campaign.ts";
import { callOne } from "../../api/call.ts";
import { download } from "../../ui/csv.ts";
import { toastError } from "../../ui/toast.tsx";

/** Workflows with all that they use as one file that Import, and `trunkline run`, read. */
export async function exportBundle(campaigns: readonly Pick<Campaign, "campaignId" | "campaignName">[]): Promise<void> {
  const [first] = campaigns;
  if (first === undefined) return;
  try {
    const campaignIds = campaigns.map((one) => one.campaignId).join(",");
    const bundle =
      campaigns.length === 1
        ? await callOne(campaignRoutes.export, { params: { campaignId: first.campaignId } })
        : await callOne(campaignRoutes.exportSeveral, { query: { campaignIds } });
    const name = campaigns.length === 1 ? first.campaignName : `${campaigns.length} workflows`;
    const fileName = `${name.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "workflow"}.json`;
    download(fileName, `${JSON.stringify(bundle, null, 2)}\n`, "application/json");
  } catch (problem) {
    toastError("There was an error getting workflow(s)", problem);
  }
}
