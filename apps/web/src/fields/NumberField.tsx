import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
import { numberOf } from "../ui/form/typedNumber.ts";
import { WholeNumberInput } from "../ui/form/WholeNumberInput.tsx";
import { type Bare, type FieldProps, labelled, useForm } from "./formContext.ts";

/** A number, or null if empty. The kind checks bounds, so that a wrong number shows an error instead of being changed. */
export function NumberField({ field, place, value, disabled, onChange, bare }: FieldProps<"number"> & Bare) {
  const { errorAt } = useForm();
  const input = {
    ...labelled(field.label, bare),
    description: disabled ?? field.help,
    withAsterisk: field.required ?? false,
    suffix: field.suffix === undefined ? "" : ` ${field.suffix}`,
    disabled: disabled !== undefined,
    error: errorAt(place),
    value: typeof value === "number" ? value : "",
    onChange: (next: number | "") => onChange(next === "" ? null : next),
  };
  return field.decimals === undefined ? (
    <WholeNumberInput {...input} />
  ) : (
    <DecimalInput {...input} decimals={field.decimals} isFixed={field.fixedDecimals ?? false} />
  );
}

/**
 * A number with decimals. A fixed one shows all of them, `50.00`, until the user types: the input never formats the text
 * under the cursor, because that loses the place of the next key on a slow machine.
 */
function DecimalInput({
  decimals,
  isFixed,
  value,
  onChange,
  ...input
}: Omit<NumberInputProps, "value" | "onChange"> & {
  decimals: number;
  isFixed: boolean;
  value: number | string;
  onChange: (value: number | "") => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isFixed && typeof value === "number" ? value.toFixed(decimals) : String(value);
  return (
    <NumberInput
      {...input}
      value={typed !== null && numberOf(typed) === value ? typed : shown}
      onChange={(next) => {
        setTyped(String(next));
        onChange(numberOf(next));
      }}
      onBlur={() => setTyped(null)}
      clampBehavior="none"
      decimalScale={decimals}
    />
  );
}
