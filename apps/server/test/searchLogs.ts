import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a search for secrets came to. */
export interface Searched {
  secrets: number;
  bytes: number;
  /** Which log holds which secret, by its first letters. */
  found: string[];
}

/** Letters at which a secret is looked for before the whole is compared. */
const stem = 8;

/** A secret as it may lie about: plain, in JSON, and in the ways that bytes are written. */
export function shapesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const shapes = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  return [...new Set(shapes)];
}

/** Looks for every secret that was written down in a folder in every log that was kept there. */
export function searchLogs(folder: string): Searched {
  const files = readdirSync(folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const secrets = new Set(
    files
      .filter((name) => name.endsWith(".secrets"))
      .flatMap((name) => read(name).split("\n").filter(Boolean))
      .map((line) => JSON.parse(line) as string),
  );
  const byStem = new Map<string, { shape: string; secret: string }[]>();
  for (const secret of secrets)
    for (const shape of shapesOf(secret)) {
      const key = shape.slice(0, stem);
      byStem.set(key, [...(byStem.get(key) ?? []), { shape, secret }]);
    }
  const found = new Set<string>();
  let bytes = 0;
  for (const name of files.filter((one) => one.endsWith(".log"))) {
    const text = read(name);
    bytes += text.length;
    for (let at = 0; at <= text.length - stem; at++)
      for (const { shape, secret } of byStem.get(text.slice(at, at + stem)) ?? [])
        if (text.startsWith(shape, at)) found.add(`${name}: ${secret.slice(0, 4)}… (${secret.length} characters)`);
  }
  return { secrets: secrets.size, bytes, found: [...found] };
}
