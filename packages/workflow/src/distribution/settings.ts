/** The six ways to ring a work group, by their wire numbers (spec 1 §5.2; telecom §8). */
export const distributionTypes = {
  ringAll: 1,
  firstInFirstOut: 2,
  random: 3,
  weightedRoundRobin: 4,
  roundRobin: 7,
  sequential: 9,
} as const;
export type DistributionType = (typeof distributionTypes)[keyof typeof distributionTypes];

/** In form order, each with its help text. */
export const distributionChoices: readonly { value: DistributionType; label: string; help: string }[] = [
  { value: 1, label: "Ring All", help: "Rings all available members at once. The first to answer gets the call." },
  { value: 2, label: "First In First Out", help: "Rings the member who has been available longest." },
  { value: 3, label: "Random", help: "Rings a random available member." },
  { value: 7, label: "Round Robin", help: "Rings members in turn, starting after the last one rung." },
  { value: 4, label: "Weighted Round Robin", help: "Rings members in turn, in proportion to their weights." },
  { value: 9, label: "Sequential", help: "Always starts with the first member and stops at Max Dials." },
];

/** How a work group is rung. */
export interface DistributionSettings {
  distributionType: DistributionType;
  /** Seconds between two attempts for the same caller. */
  delayNextCall: number;
  /** Seconds that members are rung. */
  tryCallTimeout: number;
  /** Attempts per caller. Only Sequential counts them (spec 3 §9). */
  maxDials: number;
  /** Longest total wait of a caller. It cuts the last ring short. */
  maxWaitSeconds: number;
}

/** Defaults of spec 1 §3.7. A caller waits ten minutes, as in an agent queue. */
export const distributionDefaults: DistributionSettings = {
  distributionType: distributionTypes.firstInFirstOut,
  delayNextCall: 5,
  tryCallTimeout: 15,
  maxDials: 1,
  maxWaitSeconds: 600,
};
