import { Switch } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

/** On or off. */
export function SwitchField({ field, place, value, disabled, onChange }: FieldProps<"switch">) {
  const { errorAt } = useForm();
  return (
    <Switch
      label={field.label}
      description={disabled ?? field.help}
      disabled={disabled !== undefined}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={errorAt(place)}
    />
  );
}
