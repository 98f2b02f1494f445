/** A name and a value in a form. */
export interface PairRow {
  name: string;
  value: string;
}

/** The rows of a map, with one empty row for an empty map. */
export const rowsOfMap = (map: Readonly<Record<string, string>>): PairRow[] =>
  Object.entries(map).map(([name, value]) => ({ name, value }));

/** The map of rows: empty ones are dropped, names are trimmed, and paths too (spec 2 §5.4). */
export const mapOfRows = (rows: readonly PairRow[], trimValues = false): Record<string, string> =>
  Object.fromEntries(
    rows
      .map(({ name, value }) => [name.trim(), trimValues ? value.trim() : value] as const)
      .filter(([name, value]) => name !== "" && value.trim() !== ""),
  );

/** Why rows can't be saved. A half-filled row would be dropped silently. Undefined if all are valid. */
export function rowsFault(rows: readonly PairRow[], nameLabel = "Key", valueLabel = "Value"): string | undefined {
  const at = rows.findIndex(({ name, value }) => (name.trim() === "") !== (value.trim() === ""));
  const row = rows[at];
  if (row === undefined) return undefined;
  const lacks = row.name.trim() === "" ? nameLabel : valueLabel;
  return `${lacks} of row ${at + 1} cannot be empty. Fill it in or remove the row.`;
}

/** A new row cannot be added while the last one is not filled (spec 2 §5.4). */
export const mayAddRow = (rows: readonly PairRow[]): boolean => {
  const last = rows.at(-1);
  return last === undefined || (last.name.trim() !== "" && last.value.trim() !== "");
};
