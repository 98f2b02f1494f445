import { TextInput } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

/** One line of text, or an address. */
export function TextField({ field, place, value, disabled, onChange }: FieldProps<"text" | "url">) {
  const { errorAt } = useForm();
  return (
    <TextInput
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      type={field.input === "url" ? "url" : "text"}
      placeholder={field.input === "url" ? "https://" : field.placeholder}
      maxLength={field.input === "text" ? field.maxLength : undefined}
      disabled={disabled !== undefined}
      value={field.input === "text" && field.fixed !== undefined ? field.fixed : typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={errorAt(place)}
    />
  );
}
