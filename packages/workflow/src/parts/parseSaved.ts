import type { z } from "zod";

/** Parses the saved text of a workflow, null if there is none. Throws an error with a message for its page. */
export function parseSaved<Saved>(schema: z.ZodType<Saved>, text: string | null): Saved | null {
  let value: unknown;
  try {
    value = JSON.parse(text || "null");
  } catch {
    throw unreadable("it is not JSON");
  }
  if (value === null) return null;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unreadable(`${placeOf(issue?.path ?? [])} does not have the expected form`);
}

const unreadable = (why: string): Error =>
  new Error(`The saved workflow cannot be read: ${why}. Open an earlier version, or save the workflow again.`);

/** `nodes[0].id`, as in the saved text. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (place, key) =>
      typeof key === "number" ? `${place}[${key}]` : place === "" ? String(key) : `${place}.${String(key)}`,
    "",
  ) || "its text";
