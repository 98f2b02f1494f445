import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
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

/** A number with decimals. A fixed one shows all of them, `50.00`, except while it is edited. */
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
  const [isEdited, setEdited] = useState(false);
  // not on focus: a value that changes then loses its selection, and what is typed is appended to it
  const typed = useTypedNumber(value, (next) => {
    setEdited(true);
    onChange(next);
  });
  return (
    <NumberInput
      {...input}
      {...typed}
      clampBehavior="none"
      decimalScale={decimals}
      fixedDecimalScale={isFixed && !isEdited}
      onBlur={() => setEdited(false)}
    />
  );
}
