import { Text } from "@mantine/core";
import type { StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { useMemo } from "react";
import { activityFields, givenFields, useContactFields } from "../../api/contactFields.ts";
import type { AnyField, FieldLists } from "../formContext.ts";
import { NodeForm } from "../NodeForm.tsx";

interface Props {
  statements: StatementDraft[];
  onChange: (statements: StatementDraft[]) => void;
  error: string | undefined;
}

const form: readonly AnyField[] = [{ name: "statements", label: "Statements", input: "statements" }];

/** Selects contacts by statements that must all be true, over contact fields and activities. */
export function ContactStatements({ statements, onChange, error }: Props) {
  const { options: fields } = useContactFields();
  const options = useMemo(() => [...fields, ...givenFields, ...activityFields], [fields]);
  const lists = useMemo<FieldLists>(
    () => ({
      options: (source) => (source === "variables" ? options : undefined),
      paths: () => [],
      flag: () => false,
    }),
    [options],
  );
  return (
    <>
      <NodeForm
        fields={form}
        draft={{ statements }}
        onChange={(draft) => onChange(draft["statements"] as StatementDraft[])}
        issues={[]}
        lists={lists}
      />
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </>
  );
}
