/** Limits of one evaluation. */
export const limits = {
  /** Evaluated expressions and nodes. A built-in costs more the larger its target is. */
  steps: 20_000,
  /** Characters of the output and of intermediate texts. */
  characters: 65_536,
  /** Items of a sequence. */
  items: 10_000,
  /** Nested evaluations. */
  depth: 200,
} as const;
