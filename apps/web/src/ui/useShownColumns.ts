import { useCallback, useState } from "react";
import type { Column } from "./Table.tsx";

type Shown = Record<string, boolean>;
const memoryOf = (name: string): string => `trunkline.columns.${name}`;

function remembered(name: string): Shown {
  try {
    return JSON.parse(localStorage.getItem(memoryOf(name)) ?? "{}") as Shown;
  } catch {
    return {};
  }
}

/** Which columns of a table are shown; remembered on this machine. */
export function useShownColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
): [Shown, (id: string, isShown: boolean) => void] {
  const [chosen, setChosen] = useState<Shown>(() => remembered(name));
  const show = useCallback(
    (id: string, isShown: boolean) =>
      setChosen((before) => {
        const after = { ...before, [id]: isShown };
        try {
          localStorage.setItem(memoryOf(name), JSON.stringify(after));
        } catch {
          // storage may be forbidden: the choice holds until the page is left
        }
        return after;
      }),
    [name],
  );
  const shown = Object.fromEntries(columns.map(({ id, hidden, always }) => [id, always || (chosen[id] ?? !hidden)]));
  return [shown, show];
}
