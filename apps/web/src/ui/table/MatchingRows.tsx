import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { formatCount } from "../text/formatFigure.ts";
import classes from "./Table.module.css";

/** All rows that match the filters, here or not. */
export interface Matching {
  /** Changes with the filters: another filter selects nothing yet. */
  key: string;
  /** How many match; undefined while they are counted. */
  count: number | undefined;
  /** "contacts" */
  noun: string;
  /** Somebody may want them: count them. */
  onWanted: () => void;
  /** What stands in the bar while all of them are selected. */
  bulk: (count: number, clear: () => void) => ReactNode;
}

/** Whether all rows that match are selected, those that are not here too. */
export interface Everything {
  isChosen: boolean;
  /** How many that are; undefined while they are not selected. */
  count: number | undefined;
  choose: () => void;
  leave: () => void;
}

/** Holds for the filters that it was chosen with, and no others. */
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
  /** Rows that are here, all of them selected. */
  here: number;
  everything: Everything;
  clear: () => void;
}

/** The line that offers all rows that match, once all that are here are selected. */
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
