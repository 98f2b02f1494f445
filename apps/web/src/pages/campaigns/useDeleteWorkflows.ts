import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { plural } from "../../ui/formatFigure.ts";
import { toastDeletionError, toastSuccess } from "../../ui/toast.tsx";
import { removeRoute } from "./CreateInbound.tsx";
import type { ListedWorkflow } from "./listedWorkflow.ts";

/** Deletes workflows after a confirmation, one call each in parallel (spec 1 §2.1, §7; spec 2 §8). */
export function useDeleteWorkflows(): (workflows: readonly ListedWorkflow[], done: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (workflows, done) => {
    const [only] = workflows;
    const what = workflows.length === 1 && only ? `"${only.title}"` : plural(workflows.length, "workflow");
    const isSure = await confirm({
      title: `Delete ${what}?`,
      consequence: consequenceOf(workflows),
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

function consequenceOf(workflows: readonly ListedWorkflow[]): string {
  const inbound = workflows.filter(({ route }) => route !== null);
  return [
    ...(inbound.length < workflows.length
      ? [
          "Their running batches stop where they are, and webhooks, dispositions or workflows that lead into them no longer do. The history of what was sent stays.",
        ]
      : []),
    ...(inbound.length > 0
      ? ["Calls and messages to the numbers of an inbound workflow are no longer led anywhere."]
      : []),
    "This cannot be undone.",
  ].join(" ");
}
