/** How often history, scheduled and recurring runs are read again (spec 2 §9). */
export const refreshMs = 5000;
