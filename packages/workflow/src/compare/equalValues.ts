/** A plain object, as forms hold them. */
export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values of forms are equal. Keys may be in any order, and a missing key equals undefined. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  if (!isPlain(a) || !isPlain(b)) return false;
  return keysOf(a, b).every((key) => equalValues(own(a, key), own(b, key)));
}

/** The value of an own key. */
export const own = (record: Plain, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

/** The keys of several objects, each once, in their order. */
export const keysOf = (...records: readonly Plain[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];
