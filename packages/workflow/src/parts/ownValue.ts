/**
 * The value of a record's own key, ignoring inherited ones: `record["constructor"]` is a function, which must never be
 * mistaken for a custom field of that name.
 */
export const ownValue = <Value>(
  record: { readonly [key: string]: Value } | null | undefined,
  key: string,
): Value | undefined => (record != null && Object.hasOwn(record, key) ? record[key] : undefined);
