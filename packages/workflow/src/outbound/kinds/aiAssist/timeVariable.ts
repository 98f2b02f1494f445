/** The variable that Schedule Time writes (readings, Agent Queue). */
export const timeVariable = (node: number): string => `node${node}.time`;
