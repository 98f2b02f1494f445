import { type CampaignUse, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { call, callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { toastDeletionError, toastSuccess } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { DeleteConsequence } from "./DeleteConsequence.tsx";
import type { ListedWorkflow } from "./listedWorkflow.ts";
import { removeRoute } from "./removeRoute.ts";

/** More ids than this do not fit into an address. */
const maxNamedWorkflows = 50;

async function listUses(campaignIds: readonly string[]): Promise<CampaignUse[] | null> {
  const query = campaignIds.length > maxNamedWorkflows ? {} : { campaignIds: campaignIds.join(",") };
  try {
    const { payload } = await call(campaignRoutes.uses, { query });
    const deleted = new Set(campaignIds);
    // no warning for workflows that are deleted too
    return payload.filter((use) => deleted.has(use.campaignId) && !deleted.has(use.id));
  } catch {
    return null;
  }
}

/** Deletes workflows after a confirmation, with one parallel request each (spec 1 §2.1, §7; spec 2 §8). */
export function useDeleteWorkflows(): (workflows: readonly ListedWorkflow[], done: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (workflows, done) => {
    const [only] = workflows;
    const what = workflows.length === 1 && only ? `"${only.title}"` : plural(workflows.length, "workflow");
    // the confirmation names the uses, or describes them in general if they cannot be loaded
    const ids = workflows.flatMap(({ campaign }) => campaign?.campaignId ?? []);
    const uses = ids.length === 0 ? [] : await listUses(ids);
    const isSure = await confirm({
      title: `Delete ${what}?`,
      consequence: <DeleteConsequence uses={uses} outbound={ids.length} inbound={workflows.length - ids.length} />,
      confirm: "Delete",
    });
    if (!isSure) return;
    const answers = await Promise.allSettled(
      workflows.map(({ id, route }) =>
        route === null ? callOne(campaignRoutes.remove, { params: { campaignId: id } }) : removeRoute(id),
      ),
    );
    await refresh("/v4/campaign/", "/v4/route/", "/v4/number");
    const failure = answers.find((answer) => answer.status === "rejected");
    const isOne = workflows.length === 1;
    const title = "Error deleting workflows.";
    if (failure === undefined) {
      toastSuccess(
        "Successfully deleted workflows.",
        isOne ? "Workflow deleted successfully" : "Workflows deleted successfully",
      );
      done();
    } else if (isOne) {
      toastDeletionError(title, "There was an error deleting the workflow", failure.reason);
    } else {
      const some = "Some or all workflows may not have been successfully deleted";
      toastDeletionError(title, "There was an error deleting workflows", failure.reason, some);
    }
  };
}
