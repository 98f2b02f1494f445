/** The days in the order of the bitmask: Su 1, Mo 2 … Sa 64 (spec 2 §9). */
export const dayNames = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"] as const;

/** Monday to Friday (spec 2 §9). */
export const weekdays = 62;
export const everyDay = 127;

/** Whether a day (0 Sunday … 6 Saturday) is in the mask. */
export const hasDay = (mask: number, day: number): boolean => ((mask >> day) & 1) === 1;

/** The days of a mask, 0 Sunday. */
export const daysOf = (mask: number): number[] => [0, 1, 2, 3, 4, 5, 6].filter((day) => hasDay(mask, day));

/** The mask of some days, 0 Sunday. */
export const maskOf = (days: readonly number[]): number => days.reduce((mask, day) => mask | (1 << day), 0);

/** `Mo|Tu|We`, or `---` for none (spec 2 §9). */
export const showDays = (mask: number): string =>
  daysOf(mask)
    .map((day) => dayNames[day])
    .join("|") || "---";
