import { ActionIcon, Box, Button, Group, Input, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ComponentType, useId } from "react";
import { type AnyField, type Draft, type FieldProps, type FieldSetProps, useForm } from "./formContext.ts";
import classes from "./rows.module.css";
import { useRowKeys } from "./useRowKeys.ts";

interface Props extends FieldProps<"rows"> {
  /** Renders the fields of a row. Passed in by FieldSet to avoid an import circle. */
  FieldSet: ComponentType<FieldSetProps>;
}

/** Rows of the same fields. The first `min` rows can't be removed (spec 2 §3.3). */
export function RowsField({ field, place, value, disabled, onChange, FieldSet }: Props) {
  const { errorAt } = useForm();
  const id = useId();
  const rows = Array.isArray(value) ? (value as Draft[]) : [];
  const { keys, drop } = useRowKeys(rows.length);
  const isFull = field.max !== undefined && rows.length >= field.max;
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      labelProps={{ id }}
      description={field.help}
      error={errorAt(place)}
    >
      <Stack gap={8} mt={6}>
        {rows.map((row, index) => (
          <Row
            key={keys[index]}
            title={`${field.rowLabel} ${index + 1}`}
            fields={field.fields as readonly unknown[] as readonly AnyField[]}
            row={row}
            place={`${place}.${index}.`}
            FieldSet={FieldSet}
            onChange={(next) => onChange(rows.map((one, at) => (at === index ? next : one)))}
            onRemove={
              disabled !== undefined || index < (field.min ?? 0)
                ? undefined
                : () => {
                    drop(index);
                    onChange(rows.filter((_, at) => at !== index));
                  }
            }
          />
        ))}
        {disabled === undefined && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={isFull}
            title={isFull ? `At most ${field.max}` : undefined}
            onClick={() => onChange([...rows, nextRow(field, rows.at(-1))])}
            w="fit-content"
          >
            {field.add}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const nextRow = ({ newRow, rowAfter }: Props["field"], last: Draft | undefined): unknown =>
  last === undefined || rowAfter === undefined ? newRow : rowAfter(last as never);

interface RowProps extends Pick<Props, "FieldSet"> {
  title: string;
  fields: readonly AnyField[];
  row: Draft;
  place: string;
  onChange: (row: Draft) => void;
  onRemove: (() => void) | undefined;
}

function Row({ title, fields, row, place, onChange, onRemove, FieldSet }: RowProps) {
  return (
    <Box className={classes.row} role="group" aria-label={title}>
      <Group justify="space-between" mb={8} wrap="nowrap">
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        {onRemove && (
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Remove ${title}`} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      <Stack gap={12}>
        <FieldSet fields={fields} draft={row} place={place} onChange={onChange} />
      </Stack>
    </Box>
  );
}
