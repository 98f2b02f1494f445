import { Alert, List, Stack } from "@mantine/core";
import type { Issue } from "@trunkline/workflow/nodeKind.ts";
import { useCallback, useMemo, useState } from "react";
import { FieldSet } from "./FieldSet.tsx";
import { type AnyField, type Draft, type FieldLists, type FormContext, NodeFormContext } from "./formContext.ts";
import { useTextCheck } from "./useTextCheck.ts";

interface Props {
  fields: readonly AnyField[];
  draft: Draft;
  onChange: (draft: Draft, changed: string) => void;
  issues: readonly Issue[];
  lists: FieldLists;
  /** True after a refused save: shows all messages, also of untouched fields. */
  showAll?: boolean;
  readOnly?: boolean;
}

/** The form of a node kind, built from its field descriptions. */
export function NodeForm({ fields, draft, onChange, issues, lists, showAll = false, readOnly = false }: Props) {
  useTextCheck();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = useCallback(
    (place: string) => setTouched((places) => (places.has(place) ? places : new Set(places).add(place))),
    [],
  );
  const context = useMemo<FormContext>(
    () => ({
      lists,
      touch,
      readOnly,
      errorAt: (place) =>
        showAll || touched.has(place) ? issues.find((issue) => issue.field === place)?.message : undefined,
    }),
    [lists, touch, readOnly, showAll, touched, issues],
  );
  return (
    <NodeFormContext.Provider value={context}>
      <Stack gap={16}>
        {showAll && issues.length > 0 && <Summary issues={issues} />}
        <FieldSet fields={fields} draft={draft} place="" onChange={onChange} />
      </Stack>
    </NodeFormContext.Provider>
  );
}

function Summary({ issues }: { issues: readonly Issue[] }) {
  return (
    <Alert color="red" variant="light" title="Please correct these" role="alert">
      <List size="sm" spacing={2}>
        {issues.map((issue) => (
          <List.Item key={`${issue.field} ${issue.message}`}>{issue.message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
