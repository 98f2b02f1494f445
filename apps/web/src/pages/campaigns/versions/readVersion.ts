/** The version of a workflow that an address asks for: `?version=3`; undefined is the newest. */
export function readVersion(text: string | undefined): number | undefined {
  const version = Number(text);
  return Number.isInteger(version) && version > 0 ? version : undefined;
}
