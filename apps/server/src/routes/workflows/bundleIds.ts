import { createHash } from "node:crypto";

/** Objects with a separate id in a bundle, because the account's ids have no meaning elsewhere and two exports must be equal. */
const places = { workflow: 1, template: 2, webhook: 3, connection: 4, emailTemplate: 5, audience: 6 } as const;

/** The id of the n-th object of its kind in a bundle, in the normal id format so that drawings can be validated. */
export const bundleId = (kind: keyof typeof places, index: number): string =>
  `0000000${places[kind]}-0000-8000-8000-${String(index + 1).padStart(12, "0")}`;

/** The URL of an asset in a bundle: an unresolvable host and the file's extension. */
export const bundleAddress = (index: number, fileName: string): string =>
  `https://bundle.invalid/assets/${index + 1}/${encodeURIComponent(fileName)}`;

/** Maps every string in a value except object keys. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part === "object" && part !== null)
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
    return part;
  };
  return walk(value) as Value;
}

/** Replaces strings that are an id, and URLs inside strings. */
export const replacing =
  (ids: ReadonlyMap<string, string>, addresses: ReadonlyMap<string, string>) =>
  (text: string): string => {
    const id = ids.get(text);
    if (id !== undefined) return id;
    if (addresses.size === 0 || !text.includes("/assets/")) return text;
    return text.replace(addressIn, (found) => addresses.get(found) ?? found);
  };

/** An asset URL inside a text, such as a link in a template. */
export const addressIn = /https?:\/\/[^\s"'<>(){}]*\/assets\/[^\s"'<>(){}?#]+/g;

/** The checksum of everything else in a bundle, independent of key order. */
export const checksumOf = (bundle: object): string =>
  createHash("sha256")
    .update(JSON.stringify(ordered({ ...bundle, checksum: undefined })))
    .digest("hex");

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}

/** The name, with the first free number if it is used, cut to the length limit. */
export function freeName(name: string, isTaken: (name: string) => boolean, most = 200): string {
  if (!isTaken(name)) return name;
  for (let count = 2; ; count++) {
    const end = ` (${count})`;
    const free = `${name.slice(0, most - end.length)}${end}`;
    if (!isTaken(free)) return free;
  }
}
