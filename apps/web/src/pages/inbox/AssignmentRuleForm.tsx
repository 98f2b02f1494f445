import { Modal, Select, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import {
  type AssignmentMethod,
  type AssignmentRule,
  assignmentMethods,
  assignmentRuleBody,
  assignmentRuleRoutes,
} from "@trunkline/contract/inbox/assignmentRule.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { callOne } from "../../api/call.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { refusedFields } from "../../fields/refusedFields.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

interface Draft {
  name: string;
  isOn: boolean;
  number: string | null;
  campaignId: string | null;
  tag: string | null;
  keywords: string[];
  workGroupId: string;
  method: AssignmentMethod;
}

const draftOf = (rule: AssignmentRule | null): Draft => ({
  name: rule?.name ?? "",
  isOn: rule?.isOn ?? true,
  number: rule?.number ?? null,
  campaignId: rule?.campaignId ?? null,
  tag: rule?.tag ?? null,
  keywords: rule?.keywords ?? [],
  workGroupId: rule?.workGroupId ?? "",
  method: rule?.method ?? "roundRobin",
});

/** Creates or edits an assignment rule. */
export function AssignmentRuleForm({ rule, close }: { rule: AssignmentRule | null; close: () => void }) {
  const form = useForm<Draft>({
    initialValues: draftOf(rule),
    validate: schemaResolver(assignmentRuleBody, { sync: true }),
    validateInputOnBlur: ["name"],
  });
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: (body: Draft) =>
      rule
        ? callOne(assignmentRuleRoutes.update, { params: { ruleId: rule.ruleId }, body })
        : callOne(assignmentRuleRoutes.create, { body }),
    onSuccess: async ({ name }) => {
      toastSuccess("Rule saved", name);
      await refresh(assignmentRuleRoutes.list.path);
      close();
    },
    onError: (problem) => {
      form.setErrors(refusedFields(problem));
      toastError("Error saving rule", problem);
    },
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
  return (
    <Modal opened onClose={() => void leave()} title={rule ? "Edit assignment rule" : "New assignment rule"} size="lg">
      <form onSubmit={form.onSubmit((draft) => save.mutate(draft))} noValidate>
        <Stack gap={16}>
          <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps("name")} />
          <NumberField {...form.getInputProps("number")} />
          <WorkflowField {...form.getInputProps("campaignId")} />
          <TextInput
            label="Tag of the contact"
            placeholder="Any"
            maxLength={60}
            {...form.getInputProps("tag")}
            value={form.values.tag ?? ""}
          />
          <TagsInput
            label="Keywords"
            description="The text has one of these words. Press Enter after each. Leave empty for any text."
            maxTags={50}
            {...form.getInputProps("keywords")}
          />
          <GroupField {...form.getInputProps("workGroupId")} />
          <Select
            label="Member"
            description="Only members who may use the inbox get conversations."
            allowDeselect={false}
            data={assignmentMethods.map((value) => ({ value, label: methods[value] }))}
            {...form.getInputProps("method")}
          />
          <Switch label="On" {...form.getInputProps("isOn", { type: "checkbox" })} />
          <DialogActions close={() => void leave()} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}

const methods: Record<AssignmentMethod, string> = {
  roundRobin: "In turns",
  leastOpen: "The member with the fewest open conversations",
};

type Input = { value?: string | null; onChange?: (value: string | null) => void; error?: unknown };

function NumberField({ error, ...input }: Input) {
  const numbers = useQuery(listOf(numberRoutes.list));
  return (
    <Select
      label="Number that was texted"
      placeholder="Any"
      clearable
      searchable
      nothingFoundMessage="No numbers match"
      error={numbers.isError ? messageOfFailure(numbers.error) : error ? String(error) : undefined}
      data={(numbers.data ?? []).map(({ phone, label }) => ({
        value: phone,
        label: [formatPhone(phone), label].filter(Boolean).join(" · "),
      }))}
      {...input}
    />
  );
}

function WorkflowField({ error, ...input }: Input) {
  const workflows = useQuery(newestWorkflows);
  return (
    <Select
      label="Workflow that the text replies to"
      placeholder="Any"
      clearable
      searchable
      nothingFoundMessage="No workflows match"
      error={workflows.isError ? messageOfFailure(workflows.error) : error ? String(error) : undefined}
      data={(workflows.data ?? []).map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }))}
      {...input}
    />
  );
}

function GroupField({ error, ...input }: Input) {
  const groups = useQuery(listOf(workGroupRoutes.list));
  return (
    <Select
      label="Work group"
      required
      searchable
      nothingFoundMessage={groups.data?.length === 0 ? "No work groups yet" : "No work groups match"}
      error={groups.isError ? messageOfFailure(groups.error) : error ? String(error) : undefined}
      data={(groups.data ?? []).map(({ workGroupId, name }) => ({ value: workGroupId, label: name }))}
      {...input}
    />
  );
}
