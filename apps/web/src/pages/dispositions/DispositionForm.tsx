import { Button, Group, Modal, MultiSelect, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import {
  type Disposition,
  type DispositionDirection,
  type DispositionTag,
  dispositionBody,
  dispositionRoutes,
  dispositionTags,
} from "@trunkline/contract/dispositions/disposition.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { directionLabels } from "./dispositionColumns.tsx";

interface Draft {
  key: string;
  description: string;
  selectable: boolean;
  tags: DispositionTag[];
  triggeredCampaignId: string | null;
  direction: DispositionDirection;
  workGroups: string[];
}

/** Defaults of a new disposition (spec 2 §9). */
const empty: Draft = {
  key: "",
  description: "",
  selectable: true,
  tags: [],
  triggeredCampaignId: null,
  direction: "both",
  workGroups: [],
};
const draftOf = ({ key, description, selectable, tags, triggeredCampaignId, direction, workGroups }: Disposition) => ({
  key,
  description,
  selectable,
  triggeredCampaignId,
  direction,
  workGroups,
  tags: tags as DispositionTag[],
});

/** Creates or edits a disposition. The name is locked in edit mode, as are the description, tags and direction of a system disposition (spec 2 §5.5). */
export function DispositionForm({ disposition, close }: { disposition: Disposition | null; close: () => void }) {
  const form = useForm<Draft>({
    initialValues: disposition ? draftOf(disposition) : empty,
    validate: schemaResolver(dispositionBody, { sync: true }),
    validateInputOnBlur: ["key", "description"],
  });
  const [isTried, setTried] = useState(false);
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      callOne(disposition ? dispositionRoutes.update : dispositionRoutes.create, { body: draft }),
    onSuccess: async () => {
      toastSuccess("Disposition saved successfully");
      await refresh(dispositionRoutes.list.path);
      close();
    },
    onError: (problem) => toastError(messageOfFailure(problem), ""),
  });
  const leave = async () => {
    const isSure =
      !form.isDirty() ||
      (await confirm({
        title: "Leave without saving?",
        consequence: "Your changes have not been saved and will be lost.",
        confirm: "Leave",
        cancel: "Stay",
      }));
    if (isSure) close();
  };
  const isDefault = disposition?.deletable === false;
  return (
    <Modal opened onClose={() => void leave()} title={disposition ? "Edit disposition" : "New disposition"} size="lg">
      <form
        onSubmit={form.onSubmit(
          (draft) => save.mutate(draft),
          () => setTried(true),
        )}
        noValidate
      >
        <Stack gap={16}>
          <FormProblems problems={isTried ? Object.values(form.errors).map(String) : []} />
          {isDefault ? (
            <Text size="sm" c="dimmed">
              This is a system disposition. You can change its workflow, its work groups and whether agents can choose
              it.
            </Text>
          ) : null}
          <TextInput
            label="Name"
            required
            maxLength={72}
            data-autofocus={disposition ? undefined : true}
            disabled={disposition !== null}
            description={disposition ? "The name cannot be changed because it appears in contact history." : undefined}
            {...form.getInputProps("key")}
          />
          <Textarea
            label="Description"
            required
            autosize
            minRows={2}
            maxLength={500}
            disabled={isDefault}
            {...form.getInputProps("description")}
          />
          <Select
            label="Direction"
            description="The calls that this disposition is offered for. Contact pages offer all dispositions."
            allowDeselect={false}
            disabled={isDefault}
            data={Object.entries(directionLabels).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("direction")}
          />
          <Tags disabled={isDefault} {...form.getInputProps("tags")} />
          <Workflow {...form.getInputProps("triggeredCampaignId")} />
          <WorkGroups {...form.getInputProps("workGroups")} />
          <Switch
            label="Selectable"
            description="Agents can choose this disposition."
            {...form.getInputProps("selectable", { type: "checkbox" })}
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={() => void leave()}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Input<Value> = { value?: Value; onChange?: (value: Value) => void };

function Tags({ disabled, ...input }: Input<string[]> & { disabled: boolean }) {
  const tags = useQuery(listOf(dispositionRoutes.tags));
  return (
    <MultiSelect
      label="Tags"
      description="The dnc tag adds the contact's number to the do-not-contact list."
      searchable
      disabled={disabled}
      error={tags.isError ? messageOfFailure(tags.error) : undefined}
      data={tags.data ?? input.value ?? []}
      renderOption={({ option }) => (
        <span>
          {option.value}{" "}
          <Text span size="xs" c="dimmed">
            {dispositionTags[option.value as DispositionTag]}
          </Text>
        </span>
      )}
      {...input}
    />
  );
}

function Workflow(input: Input<string | null>) {
  const workflows = useQuery(newestWorkflows);
  const known = (workflows.data ?? []).map(({ campaignId, campaignName }) => ({
    value: campaignId,
    label: campaignName,
  }));
  const { value } = input;
  const isDeleted = workflows.data !== undefined && value && !known.some((one) => one.value === value);
  return (
    <Select
      label="Enrolled workflow"
      description="Enrolls the contact if the workflow's frequency allows it."
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No workflows match"
      error={
        workflows.isError
          ? messageOfFailure(workflows.error)
          : isDeleted
            ? "This workflow was deleted. Choose another one or leave empty."
            : undefined
      }
      data={isDeleted ? [...known, { value, label: "Deleted workflow" }] : known}
      {...input}
    />
  );
}

function WorkGroups(input: Input<string[]>) {
  const groups = useQuery(listOf(workGroupRoutes.list));
  return (
    <MultiSelect
      label="Work groups"
      description="Only members can choose this disposition. Leave empty to let everyone choose it."
      searchable
      nothingFoundMessage="No work groups match"
      error={groups.isError ? messageOfFailure(groups.error) : undefined}
      data={groups.data?.map(({ name }) => name) ?? input.value ?? []}
      {...input}
    />
  );
}
