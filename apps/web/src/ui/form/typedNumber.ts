import { useState } from "react";

/** The number that a typed text stands for: "1." is 1 already, "" and "-" are none yet. */
export const numberOf = (typed: number | string): number | "" => {
  const value = typeof typed === "string" && typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : "";
};

/** A number input whose text stays as it is typed ("1." on the way to "1.5"), while its form gets the number. */
export function useTypedNumber(value: number | string, onChange: (value: number | "") => void) {
  const [typed, setTyped] = useState<number | string>(value);
  return {
    value: numberOf(typed) === numberOf(value) ? typed : value,
    onChange: (next: number | string) => {
      setTyped(next);
      onChange(numberOf(next));
    },
  };
}
