import { useState } from "react";

/** Reads a number while it is typed: "1." is 1, "" and "-" are none. */
export const numberOf = (typed: number | string): number | "" => {
  const value = typeof typed === "string" && typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : "";
};

/** Keeps the typed text ("1." on the way to "1.5") while the form gets the number. */
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
