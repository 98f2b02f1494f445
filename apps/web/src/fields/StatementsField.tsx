import { ActionIcon, Box, Button, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { activityOf, activityScope, askAbout, operationsOfActivity } from "@trunkline/workflow/parts/activity.ts";
import { audienceAsked, audienceOperations, audienceVariable } from "@trunkline/workflow/parts/audienceStatement.ts";
import { newStatement, type StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { conditionOperations, needsValue, operationLabel } from "@trunkline/workflow/parts/operations.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { ActivityValue } from "./ActivityValue.tsx";
import { type FieldProps, type PickOption, useForm } from "./formContext.ts";
import classes from "./rows.module.css";
import { useRowKeys } from "./useRowKeys.ts";
import { VariableName } from "./VariableField.tsx";

/** Statements that must all be true: variable, operation, value (spec 2 §3.3). They read as one sentence. */
export function StatementsField({ field, place, value, disabled, onChange }: FieldProps<"statements">) {
  const { errorAt } = useForm();
  const statements = Array.isArray(value) ? (value as StatementDraft[]) : [];
  const { keys, drop } = useRowKeys(statements.length);
  const problem = errorAt(place);
  return (
    <Stack gap={8}>
      {statements.map((statement, index) => (
        <Statement
          key={keys[index]}
          number={index + 1}
          statement={statement}
          asksAudiences={field.audiences === true}
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
          ml={52}
          leftSection={<IconPlus size={12} />}
          onClick={() => onChange([...statements, askAbout(newStatement, statements.at(-1)?.variable ?? "")])}
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
  asksAudiences: boolean;
  place: string;
  disabled: boolean;
  onChange: (statement: StatementDraft) => void;
  onRemove: (() => void) | undefined;
}

/** The two operations that replies are usually compared with. Each is one click from the other. */
const otherOperation: Readonly<Record<string, string>> = { EQUALS: "CONTAINS", CONTAINS: "EQUALS" };

function Statement({ number, statement, asksAudiences, place, disabled, onChange, onRemove }: StatementProps) {
  const { errorAt, touch, lists } = useForm();
  // only where contacts are selected: nodes do not ask about activities
  const isOffered = lists.options("variables")?.some(({ value }) => value === statement.variable) === true;
  const isActivity = isOffered && activityOf(statement.variable) !== undefined;
  const other = disabled ? undefined : ownValue(otherOperation, statement.operation);
  return (
    <Box className={classes["statement"]} role="group" aria-label={`Statement ${number}`}>
      <span className={classes["lead"]}>{number === 1 ? "If" : "and"}</span>
      <div className={classes["asked"]}>
        <Box className={classes["variable"]} onBlur={() => touch(`${place}.variable`)}>
          <VariableName
            bare
            label="Variable"
            {...(asksAudiences && { more: audienceOption })}
            disabled={disabled}
            value={statement.variable}
            onChange={(variable) => onChange(askAbout(statement, variable))}
            error={errorAt(`${place}.variable`)}
          />
        </Box>
        <Box className={classes["operation"]} onBlur={() => touch(`${place}.operation`)}>
          <Select
            aria-label="Operation"
            searchable
            allowDeselect={false}
            disabled={disabled}
            data={operationsOf(statement, isActivity)}
            comboboxProps={{ width: 220, position: "bottom-start" }}
            value={statement.operation}
            onChange={(next) => onChange(withOperation(statement, String(next ?? "")))}
            error={errorAt(`${place}.operation`)}
          />
        </Box>
        <Value
          statement={statement}
          asksAudiences={asksAudiences}
          place={place}
          disabled={disabled}
          onChange={onChange}
        />
        {other !== undefined && (
          <div className={classes["more"]}>
            <Button size="compact-xs" variant="subtle" onClick={() => onChange(withOperation(statement, other))}>
              or {operationLabel(other).toLowerCase()}
            </Button>
          </div>
        )}
      </div>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" mt={4} aria-label={`Remove statement ${number}`} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </Box>
  );
}

function Value({ statement, place, disabled, onChange }: Omit<StatementProps, "number" | "onRemove">) {
  const { errorAt, touch } = useForm();
  if (audienceAsked(statement)) return <AudienceValue {...{ statement, place, disabled, onChange }} />;
  if (!needsValue(statement.operation)) return null;
  if (activityScope(statement.operation))
    return (
      <Box className={classes["chosen"]} onBlur={() => touch(`${place}.value`)}>
        <ActivityValue
          operation={statement.operation}
          disabled={disabled}
          value={statement.value}
          onChange={(value) => onChange({ ...statement, value })}
          error={errorAt(`${place}.value`)}
        />
      </Box>
    );
  const isList = statement.operation.endsWith("_ONE_OF");
  return (
    <Box className={classes["value"]} onBlur={() => touch(`${place}.value`)}>
      <TextInput
        aria-label="Value"
        placeholder={isList ? "yes, ok, sure" : undefined}
        description={isList ? "Separate several values with commas" : undefined}
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={disabled}
        value={statement.value}
        onChange={(event) => onChange({ ...statement, value: event.currentTarget.value })}
        error={errorAt(`${place}.value`)}
      />
    </Box>
  );
}

const audienceOption: readonly PickOption[] = [{ ...audienceVariable, group: "Audiences" }];

const operationsOf = (statement: StatementDraft, isActivity: boolean) => [
  ...(audienceAsked(statement)
    ? audienceOperations
    : isActivity
      ? operationsOfActivity(statement.variable)
      : conditionOperations),
];

/** The audience that a statement asks about. Its name is stored with it, for the card. */
function AudienceValue({
  statement,
  place,
  disabled,
  onChange,
}: Pick<StatementProps, "statement" | "place" | "disabled" | "onChange">) {
  const { errorAt, touch, lists } = useForm();
  const audiences = lists.options("audiences");
  const { audienceId = "", value: name } = statement;
  const options = (audiences ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const isGone = audienceId !== "" && !options.some(({ value }) => value === audienceId);
  return (
    <Box className={classes["chosen"]} onBlur={() => touch(`${place}.audienceId`)}>
      <Select
        aria-label="Audience"
        searchable
        allowDeselect={false}
        placeholder={audiences === undefined ? "Loading…" : "Choose an audience"}
        nothingFoundMessage="Nothing found"
        disabled={disabled}
        data={isGone ? [...options, { value: audienceId, label: name || "Deleted audience" }] : options}
        value={audienceId === "" ? null : audienceId}
        onChange={(next, option) => onChange({ ...statement, audienceId: next ?? "", value: option?.label ?? "" })}
        error={errorAt(`${place}.audienceId`)}
      />
    </Box>
  );
}

/** The statement with another operation. One that compares with nothing has no value. */
const withOperation = (statement: StatementDraft, operation: string): StatementDraft => ({
  ...statement,
  operation,
  value: keepsValue(statement, operation) ? statement.value : "",
});

const keepsValue = (statement: StatementDraft, operation: string): boolean =>
  audienceAsked(statement) !== undefined ||
  (needsValue(operation) && activityScope(operation)?.scope === activityScope(statement.operation)?.scope);
