import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { activityScope, isDays, mostDays } from "@trunkline/workflow/parts/activity.ts";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf } from "../api/queries.ts";
import { WholeNumberInput } from "../ui/form/WholeNumberInput.tsx";

interface Props {
  operation: string;
  value: string;
  onChange: (value: string) => void;
  /** As a field with a label of its own. Without it, the input is a part of a sentence. */
  labelled?: boolean;
  disabled?: boolean;
  error?: string | undefined;
}

/** What a statement about an activity compares with: a number of days, a workflow, or an e-mail template. */
export function ActivityValue(props: Props) {
  const scope = activityScope(props.operation)?.scope;
  if (scope === "template") return <Template {...props} />;
  return scope === "workflow" ? <Workflow {...props} /> : <Days {...props} />;
}

const labelOf = (labelled: boolean, label: string) => (labelled ? { label, size: "xs" } : { "aria-label": label });

function Days({ value, onChange, labelled = false, disabled = false, error }: Props) {
  return (
    <WholeNumberInput
      {...labelOf(labelled, "Days")}
      suffix={value === "1" ? " day" : " days"}
      min={1}
      max={mostDays}
      disabled={disabled}
      value={value}
      onChange={(days) => onChange(String(days))}
      error={error ?? (value === "" || isDays(value) ? undefined : `Use a whole number from 1 to ${mostDays}`)}
    />
  );
}

function Workflow({ value, onChange, labelled = false, disabled = false, error }: Props) {
  const { data, isPending, isError } = useQuery({ ...newestWorkflows, staleTime: 30_000 });
  const workflows = (data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }));
  const isGone = data !== undefined && value !== "" && !workflows.some((one) => one.value === value);
  return (
    <Select
      {...labelOf(labelled, "Workflow")}
      searchable
      allowDeselect={false}
      {...(labelled && { comboboxProps: { withinPortal: false } })}
      placeholder={isPending ? "Loading…" : "Choose a workflow"}
      nothingFoundMessage={isError ? "Could not load workflows" : "Nothing found"}
      data={isGone ? [...workflows, { value, label: "Deleted workflow" }] : workflows}
      disabled={disabled}
      value={value === "" ? null : value}
      onChange={(campaignId) => onChange(campaignId ?? "")}
      error={error}
    />
  );
}

/** A template of the account, or the id of one at a provider. */
function Template({ value, onChange, labelled = false, disabled = false, error }: Props) {
  const { data, isPending } = useQuery({ ...listOf(emailTemplateRoutes.list), staleTime: 30_000 });
  const templates = (data ?? []).map(({ templateId, templateTitle }) => ({ value: templateId, label: templateTitle }));
  const label = labelOf(labelled, "E-mail template");
  if (isPending || templates.some((one) => one.value === value) || (templates.length > 0 && value === ""))
    return (
      <Select
        {...label}
        searchable
        allowDeselect={false}
        {...(labelled && { comboboxProps: { withinPortal: false } })}
        placeholder={isPending ? "Loading…" : "Choose a template"}
        nothingFoundMessage="Nothing found"
        data={templates}
        disabled={disabled}
        value={value === "" ? null : value}
        onChange={(templateId) => onChange(templateId ?? "")}
        error={error}
      />
    );
  return (
    <TextInput
      {...label}
      placeholder="ID of a template at your provider"
      disabled={disabled}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
