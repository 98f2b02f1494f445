import { type Campaign, campaignRoutes } from "@trunkline/contract/campaign.ts";
import { call, callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { CloneDialog } from "../../ui/CloneDialog.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { emptyWorkflowText } from "./emptyWorkflowText.ts";

/** Clone Workflow (spec 1 §2.2). */
export function CloneWorkflow({ source, close }: { source: Campaign | null; close: () => void }) {
  const refresh = useRefresh();
  const clone = async (name: string): Promise<boolean> => {
    if (source === null) return false;
    const isDone = await cloneWorkflow(source, name);
    await refresh("/v4/campaign/");
    return isDone;
  };
  return (
    <CloneDialog
      title="Clone Workflow"
      label="Workflow Name"
      original={source?.campaignName ?? null}
      problemOf={(name) => (name === "" ? "Workflow Name is required" : undefined)}
      clone={clone}
      close={close}
    />
  );
}

/** Fetches the workflow, makes a campaign of the new name and saves the workflow for it (spec 1 §4.5); a half-made clone is removed (decisions, Create and clone). */
async function cloneWorkflow(source: Campaign, campaignName: string): Promise<boolean> {
  const sourceParams = { params: { campaignId: source.campaignId } };
  let made: string | undefined;
  let header = "Error cloning workflow";
  try {
    const [saved] = (await call(campaignRoutes.workflow, sourceParams)).payload;
    const { campaignId } = await callOne(campaignRoutes.create, { body: { ...settingsOf(source), campaignName } });
    made = campaignId;
    header = "Failed to clone workflow.";
    await callOne(campaignRoutes.createWorkflow, {
      params: { campaignId },
      body: { workflow: saved?.workflow ?? emptyWorkflowText },
    });
    toastSuccess("Cloned workflow", campaignName);
    return true;
  } catch (problem) {
    // the first failure is the one to tell; a clone that cannot be removed either stays in the list to be seen
    if (made !== undefined)
      await callOne(campaignRoutes.remove, { params: { campaignId: made } }).catch(() => undefined);
    toastError(header, problem);
    return false;
  }
}

const settingsOf = (source: Campaign) => ({
  numberSet: source.numberSet,
  workflowDisplayType: source.workflowDisplayType,
  timezoneProtectionType: source.timezoneProtectionType as 0 | 1 | 3,
  timezoneProtectionStartTime: source.timezoneProtectionStartTime,
  timezoneProtectionEndTime: source.timezoneProtectionEndTime,
  timezoneProtectionTimezoneFixed: source.timezoneProtectionTimezoneFixed,
  frequencyDays: source.frequencyDays,
});
