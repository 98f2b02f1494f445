/** Limits of one path and its evaluation. */
export const limits = {
  /** Visited nodes, evaluated tests, compared values. */
  steps: 200_000,
  /** Nodes that a path may select. */
  nodes: 10_000,
  /** Depth of data that is descended into or compared. */
  depth: 500,
  pathCharacters: 4_096,
  /** Nested parentheses, filters and functions of a path. */
  pathDepth: 60,
  /** Characters of a pattern of match() and search(). */
  patternCharacters: 500,
} as const;
