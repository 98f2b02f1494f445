/** Calls a second that a number of the simulated carrier places. */
export const simulatedCallsPerSecond = 20;
