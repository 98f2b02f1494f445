/** Reads the version of `?version=3`; undefined for the newest. */
export function readVersion(text: string | undefined): number | undefined {
  const version = Number(text);
  return Number.isInteger(version) && version > 0 ? version : undefined;
}
