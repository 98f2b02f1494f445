/** The states, provinces or territories of an area code, by their two letters. */
export const areaCodeStates: Readonly<Record<string, readonly string[]>> = { "212": ["NY"] };
