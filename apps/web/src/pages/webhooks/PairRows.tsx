import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import { mayAddRow, type PairRow } from "./pairRows.ts";

interface Props {
  legend: string;
  help?: string;
  nameLabel?: string;
  valueLabel?: string;
  /** The name of a row, for the add button. */
  row: string;
  rows: readonly PairRow[];
  onChange: (rows: PairRow[]) => void;
  disabled: boolean;
  /** Why the rows can't be saved. */
  error?: string | undefined;
  /** Hides the values while typing. */
  secret?: boolean;
}

/** Rows of names and values: headers, mappings (spec 2 §4.6). */
export function PairRows({
  legend,
  help,
  nameLabel = "Key",
  valueLabel = "Value",
  row,
  rows,
  onChange,
  disabled,
  secret,
  error,
}: Props) {
  const set = (index: number, change: Partial<PairRow>) =>
    onChange(rows.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <Fieldset legend={legend} disabled={disabled}>
      <Stack gap={8}>
        {help ? (
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        ) : null}
        {rows.map(({ name, value }, index) => (
          // rows are identified by position
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={index} gap={8} wrap="nowrap" align="flex-end">
            <TextInput
              style={{ flex: 1 }}
              label={index === 0 ? nameLabel : undefined}
              aria-label={`${nameLabel} of ${row} ${index + 1}`}
              value={name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              style={{ flex: 2 }}
              label={index === 0 ? valueLabel : undefined}
              aria-label={`${valueLabel} of ${row} ${index + 1}`}
              type={secret ? "password" : "text"}
              autoComplete="off"
              value={value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <Tooltip label={`Remove ${row} ${index + 1}`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove ${row} ${index + 1}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
        {error ? (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        ) : null}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={!mayAddRow(rows)}
            onClick={() => onChange([...rows, { name: "", value: "" }])}
          >
            {`Add ${row}`}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
