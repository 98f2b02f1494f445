/** The object in a JSON text. Null if there is none. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A value as an object. Null if it is none. */
export const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
