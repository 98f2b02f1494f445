import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type Campaign, campaignRoutes } from "@trunkline/contract/campaign.ts";
import { type FormEvent, useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { emptyWorkflowText } from "./emptyWorkflowText.ts";

/** Clone Workflow (spec 1 §2.2): one field, the source's name with _clone. */
export function CloneWorkflow({ source, close }: { source: Campaign | null; close: () => void }) {
  return (
    <Modal opened={source !== null} onClose={close} title="Clone Workflow">
      {source && <CloneForm key={source.campaignId} source={source} close={close} />}
    </Modal>
  );
}

function CloneForm({ source, close }: { source: Campaign; close: () => void }) {
  const [name, setName] = useState(`${source.campaignName}_clone`);
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const problem = name.trim() === "" ? "Workflow Name is required" : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    setSaving(true);
    const isDone = await cloneWorkflow(source, name.trim());
    setSaving(false);
    await refresh("/v4/campaign/");
    if (isDone) close();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          label="Workflow Name"
          withAsterisk
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Clone
          </Button>
        </Group>
      </Stack>
    </form>
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
