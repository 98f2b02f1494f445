import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTypedNumber } from "../ui/form/typedNumber.ts";
import { WholeNumberInput } from "../ui/form/WholeNumberInput.tsx";
import { type FieldProps, useForm } from "./formContext.ts";

/** A number, or null if empty. The kind checks bounds, so that a wrong number shows an error instead of being changed. */
export function NumberField({ field, place, value, disabled, onChange }: FieldProps<"number">) {
  const { errorAt } = useForm();
  const input = {
    label: field.label,
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
 * A number with decimals. A fixed one always shows all of them, `50.00`, also while it is edited: a text that changes
 * with focus or with the first key loses the selection and the place of the next key.
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
  return (
    <NumberInput
      {...input}
      {...useTypedNumber(value, onChange)}
      clampBehavior="none"
      decimalScale={decimals}
      fixedDecimalScale={isFixed}
    />
  );
}
