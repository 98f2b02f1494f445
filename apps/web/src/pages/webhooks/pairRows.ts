/** A row of names and values as a form holds it. */
export interface PairRow {
  name: string;
  value: string;
}

/** The rows of a map; none makes one empty row to fill. */
export const rowsOfMap = (map: Readonly<Record<string, string>>): PairRow[] =>
  Object.entries(map).map(([name, value]) => ({ name, value }));

/** The map of rows: empty ones are dropped, names are trimmed, and paths too (spec 2 §5.4). */
export const mapOfRows = (rows: readonly PairRow[], trimValues = false): Record<string, string> =>
  Object.fromEntries(
    rows
      .map(({ name, value }) => [name.trim(), trimValues ? value.trim() : value] as const)
      .filter(([name, value]) => name !== "" && value.trim() !== ""),
  );

/** A new row cannot be added while the last one is not filled (spec 2 §5.4). */
export const mayAddRow = (rows: readonly PairRow[]): boolean => {
  const last = rows.at(-1);
  return last === undefined || (last.name.trim() !== "" && last.value.trim() !== "");
};
