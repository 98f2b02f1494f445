import { distributionChoices, distributionTypes } from "../distribution/settings.ts";
import type { Option } from "../nodeKind.ts";

/** Ways to ring a group (spec 1 §5.2; telecom §8). */
export const distributions = distributionTypes;

/** The options of a work group, in the specification's order. */
export const workgroupDistributions: readonly Option[] = distributionChoices.map(({ value, label }) => ({
  value,
  label,
}));

/** A group call has only two options. */
export const groupCallDistributions: readonly Option[] = workgroupDistributions.slice(0, 2);
