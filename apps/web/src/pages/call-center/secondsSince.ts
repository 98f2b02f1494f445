/** Seconds from one instant to another. Null where there is no first one. */
export const secondsSince = (from: string | null, at: string): number | null =>
  from === null ? null : (Date.parse(at) - Date.parse(from)) / 1000;
