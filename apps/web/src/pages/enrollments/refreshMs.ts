/** Polling interval of run history, scheduled and recurring runs (spec 2 §9). */
export const refreshMs = 5000;
