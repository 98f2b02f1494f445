import { createHash } from "node:crypto";

/** What has an id of its own inside a bundle: the account's ids mean nothing elsewhere, and two exports of one thing are equal. */
const places = { workflow: 1, template: 2, webhook: 3, connection: 4 } as const;

/** The id of the n-th thing of its kind in a bundle; shaped as ids are, so that drawings can be checked with it. */
export const bundleId = (kind: keyof typeof places, index: number): string =>
  `0000000${places[kind]}-0000-8000-8000-${String(index + 1).padStart(12, "0")}`;

/** Where assets stand in a bundle: an address that no name server answers, ending as the file does. */
export const bundleAddress = (index: number, fileName: string): string =>
  `https://bundle.invalid/assets/${index + 1}/${encodeURIComponent(fileName)}`;

/** The value with every text in it changed; names of keys stay. */
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

/** Texts that are an id become another one, and addresses inside of texts as well. */
export const replacing =
  (ids: ReadonlyMap<string, string>, addresses: ReadonlyMap<string, string>) =>
  (text: string): string => {
    const id = ids.get(text);
    if (id !== undefined) return id;
    if (addresses.size === 0 || !text.includes("/assets/")) return text;
    return text.replace(addressIn, (found) => addresses.get(found) ?? found);
  };

/** An address of an asset inside a text, be it a link in a template. */
export const addressIn = /https?:\/\/[^\s"'<>(){}]*\/assets\/[^\s"'<>(){}?#]+/g;

/** The checksum of a bundle: over everything else in it, in whatever order its keys stand. */
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

/** The name where it is free, else with the first number behind it that makes it so; cut where it grows too long. */
export function freeName(name: string, isTaken: (name: string) => boolean, most = 200): string {
  if (!isTaken(name)) return name;
  for (let count = 2; ; count++) {
    const end = ` (${count})`;
    const free = `${name.slice(0, most - end.length)}${end}`;
    if (!isTaken(free)) return free;
  }
}
