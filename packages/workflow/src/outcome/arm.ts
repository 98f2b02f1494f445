/** One side of a comparison: a branch of a Percent node or a version. */
export interface Arm {
  name: string;
  /** Contacts whose window has ended, each once. */
  people: number;
  /** Those of them who reached the goal. */
  converted: number;
  /** The planned weight, where contacts are divided at random. */
  weight?: number | undefined;
}

/** A range in shares of 1. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * The result of a comparison. `difference` is the leader's rate minus the next one's, at every look valid in 95 % of all
 * comparisons.
 */
export interface Verdict {
  kind: "none" | "uneven" | "early" | "open" | "equal" | "winner";
  /** The index of the arm with the highest rate. Null where nothing can be said or all rates are equal. */
  leader: number | null;
  difference: Interval | null;
  /** About how many more contacts, over all arms, decide it if the rates stay as they are. */
  more: number | null;
  sentence: string;
}

/** The smallest difference worth acting on. */
export const smallest = 0.02;
/** Every arm needs so many contacts with and without the goal before anything is said. */
export const fewest = 5;

/** What an arm lacks before anything is said. */
export function lacks({ converted, people }: Arm): { what: "with" | "without"; has: number } | undefined {
  if (converted < fewest) return { what: "with", has: converted };
  return people - converted < fewest ? { what: "without", has: people - converted } : undefined;
}
