import { distributionChoices, distributionTypes } from "../distribution/settings.ts";
import type { Option } from "../nodeKind.ts";

/** How a group is rung (spec 1 §5.2; telecom §8). */
export const distributions = distributionTypes;

/** What a work group offers, in the specification's order. */
export const workgroupDistributions: readonly Option[] = distributionChoices.map(({ value, label }) => ({
  value,
  label,
}));

/** A group call offers only two of them. */
export const groupCallDistributions: readonly Option[] = workgroupDistributions.slice(0, 2);
