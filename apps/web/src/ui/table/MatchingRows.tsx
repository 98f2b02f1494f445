import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { formatCount } from "../text/formatFigure.ts";
import classes from "./Table.module.css";

/** All rows that match the filters, loaded or not. */
export interface Matching {
  /** Identifies the filters. A change clears the selection. */
  key: string;
  /** The number of matching rows. Undefined while they are counted. */
  count: number | undefined;
  /** "contacts" */
  noun: string;
  /** Called when the user may select them all, so that they are counted. */
  onWanted: () => void;
  /** Shown in the bar while all of them are selected. */
  bulk: (count: number, clear: () => void) => ReactNode;
}

/** Whether all matching rows are selected, including those not loaded. */
export interface Everything {
  isChosen: boolean;
  /** Their count. Undefined unless they are selected. */
  count: number | undefined;
  choose: () => void;
  leave: () => void;
}

/** Valid only for the filters it was chosen with. */
export function useEverything(matching: Matching | undefined): Everything {
  const [chosen, setChosen] = useState<string | null>(null);
  const isChosen = matching !== undefined && matching.count !== undefined && chosen === matching.key;
  return {
    isChosen,
    count: isChosen ? matching.count : undefined,
    choose: () => setChosen(matching?.key ?? null),
    leave: () => setChosen(null),
  };
}

interface Props {
  matching: Matching;
  /** The number of loaded rows, all selected. */
  here: number;
  everything: Everything;
  clear: () => void;
}

/** Offers to select all matching rows once all loaded rows are selected. */
export function MatchingRows({ matching: { count, noun, onWanted }, here, everything, clear }: Props) {
  useEffect(() => {
    onWanted();
  }, [onWanted]);
  if (everything.isChosen)
    return (
      <div className={classes["matching"]} role="status">
        {`All ${formatCount(count ?? 0)} ${noun} that match are selected.`}
        <Button size="compact-xs" variant="subtle" onClick={clear}>
          Clear selection
        </Button>
      </div>
    );
  return (
    <div className={classes["matching"]} role="status">
      {`The ${formatCount(here)} ${noun} on this page are selected.`}
      {count === undefined ? (
        <span>Counting all that match…</span>
      ) : (
        <Button size="compact-xs" variant="subtle" onClick={everything.choose}>
          {`Select all ${formatCount(count)} that match`}
        </Button>
      )}
    </div>
  );
}
