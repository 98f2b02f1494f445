/** The six ways in which a work group is rung, by their number on the wire (spec 1 §5.2; telecom §8). */
export const distributionTypes = {
  ringAll: 1,
  firstInFirstOut: 2,
  random: 3,
  weightedRoundRobin: 4,
  roundRobin: 7,
  sequential: 9,
} as const;
export type DistributionType = (typeof distributionTypes)[keyof typeof distributionTypes];

/** In the order in which forms offer them, with what each does. */
export const distributionChoices: readonly { value: DistributionType; label: string; help: string }[] = [
  { value: 1, label: "Ring All", help: "Every free member rings at once; the first to answer has the call." },
  { value: 2, label: "First In First Out", help: "The member who has been free for the longest rings." },
  { value: 3, label: "Random", help: "Any free member rings, each as likely as the other." },
  { value: 7, label: "Round Robin", help: "Members ring in turn, going on after whoever rang last." },
  { value: 4, label: "Weighted Round Robin", help: "Members ring in turn, each as often as their weight says." },
  { value: 9, label: "Sequential", help: "Always from the first member down, until Max Dials is reached." },
];

/** How a work group is rung. */
export interface DistributionSettings {
  distributionType: DistributionType;
  /** Seconds between two attempts to reach somebody for one caller. */
  delayNextCall: number;
  /** Seconds that members are rung. */
  tryCallTimeout: number;
  /** Attempts per caller; only Sequential counts them (spec 3 §9). */
  maxDials: number;
  /** How long a caller waits in all; it cuts the last ring short. */
  maxWaitSeconds: number;
}

/** Defaults of spec 1 §3.7; a caller waits ten minutes, as in an agent queue. */
export const distributionDefaults: DistributionSettings = {
  distributionType: distributionTypes.firstInFirstOut,
  delayNextCall: 5,
  tryCallTimeout: 15,
  maxDials: 1,
  maxWaitSeconds: 600,
};
