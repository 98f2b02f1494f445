/** The variables that a queue leaves behind: how the wait ended, and who took the contact. */
export const queueVariables = (node: number): { outcome: string; agent: string } => ({
  outcome: `node${node}.queue`,
  agent: `node${node}.agent`,
});
