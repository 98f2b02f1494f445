/** Longest name of a node, in characters (decision 0075). */
export const maxNameLength = 60;

/** The field of a name in issues. No field of a form is called so. */
export const nameField = ".name";

/** A name in one line, without surrounding space. Undefined for a blank one and for what is not text. */
export function readName(value: unknown): string | undefined {
  const name = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return name === "" ? undefined : name;
}

/** What is wrong with the saved name of a node, or undefined. A node without a name has none. */
export function nameProblem(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") return "Name must be text";
  return (readName(value)?.length ?? 0) > maxNameLength
    ? `Name must be at most ${maxNameLength} characters`
    : undefined;
}
