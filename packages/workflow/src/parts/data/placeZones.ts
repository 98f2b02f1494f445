/** Every zone of a US state, territory or Canadian province, by its two letters. */
export const stateZones: Readonly<Record<string, readonly string[]>> = { NY: ["America/New_York"] };

/** Every zone of a postal code, by its prefix. */
export const postalZones: ReadonlyMap<string, readonly string[]> = new Map([["100", ["America/New_York"]]]);
