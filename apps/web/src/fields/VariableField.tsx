import { Autocomplete } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

/** The name of a variable, chosen or typed. */
export function VariableField({ field, place, value, disabled, onChange }: FieldProps<"variable">) {
  const { errorAt } = useForm();
  return (
    <VariableName
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required ?? false}
      disabled={disabled !== undefined}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}

interface Props {
  label: string;
  description?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

/** The same input without a field description, for statements. */
export function VariableName(props: Props) {
  const { lists } = useForm();
  const names = [...new Set((lists.options("variables") ?? []).map((one) => String(one.value)))];
  return <Autocomplete {...props} data={names} placeholder="firstName" maxDropdownHeight={240} limit={200} />;
}
