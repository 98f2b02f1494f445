/**
 * The value that a record has under a key, and nothing that every object inherits: `record["constructor"]` is a
 * function, which a custom field of that name must never be taken for.
 */
export const ownValue = <Value>(
  record: { readonly [key: string]: Value } | null | undefined,
  key: string,
): Value | undefined => (record != null && Object.hasOwn(record, key) ? record[key] : undefined);
