import type { Option } from "../nodeKind.ts";

/** How a group is rung (spec 1 §5.2; telecom-domain §8). */
export const distributions = {
  ringAll: 1,
  firstInFirstOut: 2,
  random: 3,
  weightedRoundRobin: 4,
  roundRobin: 7,
  sequential: 9,
} as const;

/** What a work group offers, in the specification's order. */
export const workgroupDistributions: readonly Option[] = [
  { value: distributions.ringAll, label: "Ring All" },
  { value: distributions.firstInFirstOut, label: "First In First Out" },
  { value: distributions.random, label: "Random" },
  { value: distributions.roundRobin, label: "Round Robin" },
  { value: distributions.weightedRoundRobin, label: "Weighted Round Robin" },
  { value: distributions.sequential, label: "Sequential" },
];

/** A group call offers only two of them. */
export const groupCallDistributions: readonly Option[] = workgroupDistributions.slice(0, 2);
