import { ColorInput } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

const swatches = [
  "rgba(0,0,0,1)",
  "rgba(255,255,255,1)",
  "rgba(200,30,30,1)",
  "rgba(30,90,200,1)",
  "rgba(240,180,20,1)",
];

/** A color with opacity. */
export function ColorField({ field, place, value, disabled, onChange }: FieldProps<"color">) {
  const { errorAt } = useForm();
  return (
    <ColorInput
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      format="rgba"
      swatches={swatches}
      // the saved notation stays until another color is chosen
      fixOnBlur={false}
      disabled={disabled !== undefined}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}
