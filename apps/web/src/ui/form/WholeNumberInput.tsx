import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTypedNumber } from "./typedNumber.ts";

export interface WholeNumberProps
  extends Omit<NumberInputProps, "value" | "onChange" | "allowDecimal" | "decimalScale"> {
  value?: number | string;
  onChange?: (value: number | "") => void;
}

/** A whole number. Decimals can be typed and show an error, because ignoring the point would turn 1.5 into 15. */
export function WholeNumberInput({ value = "", onChange, error, ...input }: WholeNumberProps) {
  const typed = useTypedNumber(value, (next) => onChange?.(next));
  const name = input["aria-label"] ?? (typeof input.label === "string" ? input.label : "This");
  const isBroken = typeof value === "number" && !Number.isInteger(value);
  return (
    <NumberInput
      clampBehavior="none"
      {...input}
      {...typed}
      error={error || (isBroken ? `${name} must be a whole number` : undefined)}
    />
  );
}
