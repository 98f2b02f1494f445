/**
 * The value of a record's own key, ignoring inherited ones: `record["constructor"]` is a function, which must never be
 * mistaken for a custom field of that name.
 */
export const ownValue = <Value>(
  record: { readonly [key: string]: Value } | null | undefined,
  key: string,
): Value | undefined => (record != null && Object.hasOwn(record, key) ? record[key] : undefined);

/** Sets a record's own key. `record["__proto__"] = value` calls a setter of Object.prototype, and the value is lost. */
export function setOwnValue<Value>(record: { [key: string]: Value }, key: string, value: Value): void {
  Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
}
