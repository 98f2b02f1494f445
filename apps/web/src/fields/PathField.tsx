import { Select } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";
import { PickLine } from "./PickField.tsx";

/** The target of a branch. Choosing adds the edge, clearing removes it (spec 2 §3.3). */
export function PathField({ field, place, value, disabled, onChange }: FieldProps<"path">) {
  const { errorAt, lists } = useForm();
  const current = typeof value === "number" ? value : null;
  const options = lists.paths(current, field.anySection ?? false);
  return (
    <Select
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${field.label}` }}
      data={options.map(({ value: node, label }) => ({ value: node, label }))}
      renderOption={({ option }) => (
        <PickLine option={option} note={options.find((one) => one.value === option.value)?.note} />
      )}
      placeholder={options.length === 0 ? "Add a node first" : "Choose a node"}
      nothingFoundMessage="You can only choose nodes without an incoming connection"
      disabled={disabled !== undefined}
      value={current}
      onChange={(next) => onChange(next)}
      error={errorAt(place)}
    />
  );
}
