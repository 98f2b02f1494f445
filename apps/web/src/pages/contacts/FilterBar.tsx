import { Autocomplete, Button, CloseButton, Group, Popover, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { dispositionRoutes } from "@trunkline/contract/dispositions/disposition.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import {
  activityOf,
  activityScope,
  activityVariables,
  askAbout,
  operationsOfActivity,
} from "@trunkline/workflow/parts/activity.ts";
import { contactOperations, needsValue } from "@trunkline/workflow/parts/operations.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { givenFields } from "../../api/contactFields.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import { ActivityValue } from "../../fields/ActivityValue.tsx";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import { isComplete as hasAll } from "../../fields/run/runRequest.ts";
import { useDescribeFilter } from "../../fields/run/useDescribeFilter.ts";
import classes from "./FilterBar.module.css";
import type { Filter } from "./statements.ts";

/** The filters as chips. A contact must match all of them. */
export function FilterBar({
  filters,
  onChange,
  startOpen,
}: {
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
  /** Opens the form of a new filter at once. */
  startOpen: boolean;
}) {
  const describe = useDescribeFilter(filters);
  const replace = (index: number, filter: Filter) => onChange(filters.map((one, at) => (at === index ? filter : one)));
  return (
    <>
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no id
        <span key={`${index} ${describe(filter)}`} className={classes["chip"]}>
          <FilterForm initial={filter} submit="Save filter" onSubmit={(changed) => replace(index, changed)}>
            {(open) => (
              <button type="button" className={classes["label"]} onClick={open} title={describe(filter)}>
                {describe(filter)}
              </button>
            )}
          </FilterForm>
          <CloseButton
            size="xs"
            aria-label={`Remove filter ${describe(filter)}`}
            onClick={() => onChange(filters.filter((_, at) => at !== index))}
          />
        </span>
      ))}
      <FilterForm
        initial={{ variable: "city", operation: "EQUALS", value: "" }}
        submit="Add filter"
        startOpen={startOpen}
        onSubmit={(filter) => onChange([...filters, filter])}
      >
        {(open) => (
          <Button size="compact-sm" variant="default" leftSection={<IconFilterPlus size={14} />} onClick={open}>
            Filter
          </Button>
        )}
      </FilterForm>
    </>
  );
}

interface FormProps {
  initial: Filter;
  submit: string;
  startOpen?: boolean;
  onSubmit: (filter: Filter) => void;
  children: (open: () => void) => ReactElement;
}

function FilterForm({ initial, submit, startOpen = false, onSubmit, children }: FormProps) {
  const [isOpen, setOpen] = useState(startOpen);
  const [draft, setDraft] = useState(initial);
  const variables = useVariables(draft.variable, isOpen);
  const isComplete = hasAll(draft);
  const isActivity = activityOf(draft.variable) !== undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    setOpen(false);
    onSubmit({ ...draft, value: needsValue(draft.operation) ? draft.value.trim() : "" });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus>
      <Popover.Target>
        {children(() => {
          setDraft(initial);
          setOpen(!isOpen);
        })}
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <form onSubmit={save}>
          <Stack gap={12}>
            <Select
              size="xs"
              label="Field"
              searchable
              comboboxProps={{ withinPortal: false }}
              data={[
                { group: "Fields", items: variables },
                { group: "Activity", items: [...activityVariables] },
              ]}
              value={draft.variable}
              onChange={(variable) => variable && setDraft(askAbout(draft, variable))}
            />
            <Select
              size="xs"
              label="Operation"
              comboboxProps={{ withinPortal: false }}
              data={(isActivity ? operationsOfActivity(draft.variable) : contactOperations).map(({ value, label }) => ({
                value: String(value),
                label,
              }))}
              value={draft.operation}
              onChange={(operation) =>
                operation &&
                setDraft({
                  ...draft,
                  operation,
                  value: activityScope(operation)?.scope === activityScope(draft.operation)?.scope ? draft.value : "",
                })
              }
            />
            <ValueField draft={draft} isOpen={isOpen} onChange={(value) => setDraft({ ...draft, value })} />
            <Group justify="flex-end">
              <Button
                size="xs"
                type="submit"
                disabled={!isComplete}
                title={isComplete ? undefined : "Value is required"}
              >
                {submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const givenNames = givenFields.map(({ value }) => value);

/** The fields to filter by, with the chosen one even if the account no longer has it. */
function useVariables(chosen: string, isOpen: boolean): { value: string; label: string }[] {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000, enabled: isOpen });
  const known = [...contactFields, "tags", ...givenNames, ...(account.data?.customFields ?? [])];
  const names = new Set(activityOf(chosen) === undefined ? [...known, chosen] : known);
  return [...names].map((name) => ({ value: name, label: fieldLabel(name) }));
}

interface ValueProps {
  draft: Filter;
  isOpen: boolean;
  onChange: (value: string) => void;
}

/** The value to compare with: dispositions are suggested, lists have several lines, and some operations have none. */
function ValueField({ draft: { variable, operation, value }, isOpen, onChange }: ValueProps) {
  const isDispositionField = variable === "disposition" || variable === "dispositions";
  const dispositions = useQuery({
    ...listOf(dispositionRoutes.list),
    staleTime: 60_000,
    enabled: isOpen && isDispositionField,
  });
  if (!needsValue(operation)) return null;
  if (activityScope(operation))
    return <ActivityValue labelled operation={operation} value={value} onChange={onChange} />;
  const isList = operation.endsWith("_ONE_OF");
  if (isDispositionField && !isList)
    return (
      <Autocomplete
        size="xs"
        label="Value"
        comboboxProps={{ withinPortal: false }}
        data={(dispositions.data ?? []).map(({ key }) => key)}
        value={value}
        onChange={onChange}
      />
    );
  const Value = isList ? Textarea : TextInput;
  return (
    <Value
      size="xs"
      label="Value"
      description={isList ? "One per line or separated by commas" : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
