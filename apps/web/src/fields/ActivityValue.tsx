import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { activityScope, isDays, mostDays } from "@trunkline/workflow/parts/activity.ts";
import { newestWorkflows } from "../api/newestWorkflows.ts";
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

/** What a statement about an activity compares with: a number of days, or a workflow. */
export function ActivityValue(props: Props) {
  return activityScope(props.operation)?.scope === "workflow" ? <Workflow {...props} /> : <Days {...props} />;
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
