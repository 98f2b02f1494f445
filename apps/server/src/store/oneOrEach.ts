type Read<Row, Value> = (row: Row) => Value;

/**
 * Two parameters: the value that all rows share and null, or null and an array with each row's own. The rows of a claim
 * are mostly at one node of one workflow, and reading a shared value costs the server a fraction of an array's element
 * (docs/decisions/0006-the-claim.md). `columnOf` lays out the array.
 */
export function oneOrEach<Row, Value>(
  rows: readonly Row[],
  read: Read<Row, Value>,
  columnOf: (rows: readonly Row[], read: Read<Row, Value>) => Buffer | string,
): [shared: Value | null, each: Buffer | string | null] {
  const [first] = rows;
  if (first === undefined) return [null, columnOf(rows, read)];
  const shared = read(first);
  return rows.every((row) => read(row) === shared) ? [shared, null] : [null, columnOf(rows, read)];
}

/** The value of one row in SQL: its two parameters, such as `$4` and `$5`, their type, and the row's place, from 1. */
export const oneOrEachSql = (shared: string, each: string, type: string, place: string): string =>
  `coalesce(${shared}::${type}, (${each}::${type}[])[${place}])`;
