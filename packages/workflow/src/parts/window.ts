/** Hours of the day on allowed days in one zone. Half open: [start, end). */
export interface WindowRule {
  /** IANA zones; the window is open only when it is open in all of them. */
  zones: readonly string[];
  /** Day bitmask, Su 1 … Sa 64 (spec 2 §9). */
  days: number;
  /** Seconds after local midnight. */
  startSecond: number;
  endSecond: number;
  /** For the step: "workflow window", "legal hours". */
  name: string;
}
