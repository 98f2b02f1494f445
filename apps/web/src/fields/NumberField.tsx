import { NumberInput } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

/** A number; an emptied field is null. Bounds are judged by the design, so that a wrong number is told, not silently mended. */
export function NumberField({ field, place, value, disabled, onChange }: FieldProps<"number">) {
  const { errorAt } = useForm();
  const step = field.step ?? 1;
  return (
    <NumberInput
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      step={step < 1 ? 1 : step}
      decimalScale={step < 1 ? 2 : 0}
      suffix={field.suffix === undefined ? undefined : ` ${field.suffix}`}
      clampBehavior="none"
      disabled={disabled !== undefined}
      value={typeof value === "number" ? value : ""}
      onChange={(next) => onChange(typeof next === "number" ? next : null)}
      error={errorAt(place)}
    />
  );
}
