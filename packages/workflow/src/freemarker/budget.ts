/** How much one evaluation may cost. */
export const limits = {
  /** Expressions and nodes evaluated; a built-in costs more the larger its target is. */
  steps: 20_000,
  /** Characters of the output and of any text on the way. */
  characters: 65_536,
  /** Items of a sequence. */
  items: 10_000,
  /** Nested evaluations. */
  depth: 200,
} as const;
