const mostOfEnd = 14;

/** A name in two parts: the last whole words, of at most 14 characters, are what its neighbors in a list differ in. */
export function splitName(name: string): [start: string, end: string] {
  const end = new RegExp(`\\s(\\S.{0,${mostOfEnd - 1}})$`, "su").exec(name)?.[1] ?? "";
  return [name.slice(0, name.length - end.length), end];
}
