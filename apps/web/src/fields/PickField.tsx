import { Group, Select, Text } from "@mantine/core";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type FieldProps, type PickOption, useForm } from "./formContext.ts";

/** A choice from a list that the page loads. A chosen value that no longer exists stays visible. */
export function PickField({ field, place, value, disabled, draft, onChange }: FieldProps<"pick">) {
  const { errorAt, lists } = useForm();
  const loaded = lists.options(field.from);
  const shown = withGone(loaded ?? [], value, field.nameField && ownValue(draft, field.nameField));
  return (
    <Select
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      searchable
      data={shown.map(({ value: option, label }) => ({ value: option, label }))}
      renderOption={({ option }) => (
        <PickLine option={option} note={shown.find((one) => one.value === option.value)?.note} />
      )}
      placeholder={loaded === undefined ? (lists.problem ?? "Loading…") : "Choose"}
      nothingFoundMessage={loaded === undefined ? (lists.problem ?? "Loading…") : "Nothing found"}
      allowDeselect={false}
      disabled={disabled !== undefined}
      value={value === "" || value === undefined ? null : (value as string | number | null)}
      onChange={(next, option) =>
        onChange(next ?? "", field.nameField ? { [field.nameField]: option?.label ?? "" } : undefined)
      }
      error={errorAt(place)}
    />
  );
}

/** An option with its note. */
export function PickLine({ option, note }: { option: { value: unknown; label: string }; note: string | undefined }) {
  return (
    <Group gap={8} justify="space-between" wrap="nowrap" w="100%">
      <Text size="sm" truncate>
        {option.label}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" truncate>
          {note}
        </Text>
      )}
    </Group>
  );
}

function withGone(options: readonly PickOption[], value: unknown, name: unknown): readonly PickOption[] {
  if (value === "" || value === null || value === undefined || options.some((one) => one.value === value))
    return options;
  if (typeof value !== "string" && typeof value !== "number") return options;
  return [
    ...options,
    { value, label: typeof name === "string" && name !== "" ? name : String(value), note: "not found" },
  ];
}
