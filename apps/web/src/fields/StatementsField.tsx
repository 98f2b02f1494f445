import { ActionIcon, Box, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { newStatement, type StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { conditionOperations, needsValue } from "@trunkline/workflow/parts/operations.ts";
import { type FieldProps, useForm } from "./formContext.ts";
import classes from "./rows.module.css";
import { useRowKeys } from "./useRowKeys.ts";
import { VariableName } from "./VariableField.tsx";

/** Statements that must all be true: variable, operation, value (spec 2 §3.3). */
export function StatementsField({ place, value, disabled, onChange }: FieldProps<"statements">) {
  const { errorAt } = useForm();
  const statements = Array.isArray(value) ? (value as StatementDraft[]) : [];
  const { keys, drop } = useRowKeys(statements.length);
  const problem = errorAt(place);
  return (
    <Stack gap={10}>
      {statements.map((statement, index) => (
        <Statement
          key={keys[index]}
          number={index + 1}
          statement={statement}
          place={`${place}.${index}`}
          disabled={disabled !== undefined}
          onChange={(next) => onChange(statements.map((one, at) => (at === index ? next : one)))}
          onRemove={
            statements.length < 2 || disabled !== undefined
              ? undefined
              : () => {
                  drop(index);
                  onChange(statements.filter((_, at) => at !== index));
                }
          }
        />
      ))}
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      {disabled === undefined && (
        <Button
          size="compact-xs"
          variant="subtle"
          w="fit-content"
          leftSection={<IconPlus size={12} />}
          onClick={() => onChange([...statements, newStatement])}
        >
          Add statement
        </Button>
      )}
    </Stack>
  );
}

interface StatementProps {
  number: number;
  statement: StatementDraft;
  place: string;
  disabled: boolean;
  onChange: (statement: StatementDraft) => void;
  onRemove: (() => void) | undefined;
}

function Statement({ number, statement, place, disabled, onChange, onRemove }: StatementProps) {
  const { errorAt, touch } = useForm();
  const isList = statement.operation.endsWith("_ONE_OF");
  return (
    <Box className={classes.statement} role="group" aria-label={`Statement ${number}`}>
      <StatementHead number={number} onRemove={onRemove} />
      <Stack gap={8}>
        <Box onBlur={() => touch(`${place}.variable`)}>
          <VariableName
            label="Variable"
            disabled={disabled}
            value={statement.variable}
            onChange={(variable) => onChange({ ...statement, variable })}
            error={errorAt(`${place}.variable`)}
          />
        </Box>
        <Box onBlur={() => touch(`${place}.operation`)}>
          <Select
            label="Operation"
            searchable
            allowDeselect={false}
            disabled={disabled}
            data={[...conditionOperations]}
            value={statement.operation}
            onChange={(next) => {
              const operation = String(next ?? "");
              onChange({ ...statement, operation, value: needsValue(operation) ? statement.value : "" });
            }}
            error={errorAt(`${place}.operation`)}
          />
        </Box>
        {needsValue(statement.operation) && (
          <Box onBlur={() => touch(`${place}.value`)}>
            <TextInput
              label="Value"
              description={isList ? "Separate several values with commas" : undefined}
              disabled={disabled}
              value={statement.value}
              onChange={(event) => onChange({ ...statement, value: event.currentTarget.value })}
              error={errorAt(`${place}.value`)}
            />
          </Box>
        )}
      </Stack>
    </Box>
  );
}

function StatementHead({ number, onRemove }: Pick<StatementProps, "number" | "onRemove">) {
  return (
    <Group justify="space-between" wrap="nowrap" mb={2}>
      <Text size="xs" c="dimmed">
        {number === 1 ? "If" : "and"}
      </Text>
      {onRemove && (
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Remove statement ${number}`}
          onClick={onRemove}
        >
          <IconX size={12} />
        </ActionIcon>
      )}
    </Group>
  );
}
