/** Variables that a queue sets: how the wait ended, and which agent answered. */
export const queueVariables = (node: number): { outcome: string; agent: string } => ({
  outcome: `node${node}.queue`,
  agent: `node${node}.agent`,
});
