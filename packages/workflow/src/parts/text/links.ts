/** Path of short links, under the public address or an account's own domain. */
export const linkPath = "/l/";

/** A code: the account, the day it was created, and a random part. */
export const codeParts = { key: 4, day: 2, secret: 10 } as const;

/** A sample code, for previews and counts. */
export const sampleCode = "Ab3d7Kq2Xw9Tz5Lm";

/** A sample domain, for counts without an account. */
export const sampleBase = "https://go.example.com";

/** Further links of a text are not shortened. */
const mostLinks = 10;
const longestTarget = 2_000;

/** A text with short links, and their targets. */
export interface Shortened {
  text: string;
  links: { code: string; target: string }[];
}

/** A link and its position in a text. */
export interface FoundLink {
  from: number;
  to: number;
  address: string;
}

/** All http links of a text, in order, without a trailing full stop or bracket. */
export function findLinks(text: string): FoundLink[] {
  if (!/https?:\/\//i.test(text)) return [];
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map((match) => {
    const address = withoutTail(match[0]);
    return { from: match.index, to: match.index + address.length, address };
  });
}

/** Commas, stops and quotes after a link belong to the sentence, as does a bracket that the link does not open. */
function withoutTail(address: string): string {
  let kept = address;
  for (;;) {
    const last = kept.at(-1) ?? "";
    const opens = { ")": "(", "]": "[", "}": "{" }[last];
    if (opens === undefined ? !/[.,;:!?'’”»*_]/.test(last) : count(kept, opens) >= count(kept, last)) return kept;
    kept = kept.slice(0, -1);
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;

const originsOf = new Map<string, readonly string[]>();
const mostSources = 2_000;

/**
 * Hosts named in a template. Only links there are shortened: a variable, such as a contact's reply, could otherwise let
 * unknown users hide their link behind the account's domain.
 */
export function linkOrigins(source: string): readonly string[] {
  const known = originsOf.get(source);
  if (known !== undefined) return known;
  const origins = new Set<string>();
  // a name that contains a variable is not known here
  for (const [, origin = "", next = ""] of source.matchAll(/(https?:\/\/[^\s/?#$<>"{}\\@]+)(.?)/gi))
    if (!["$", "{", "\\", "@"].includes(next)) {
      const read = originOf(withoutTail(origin));
      if (read !== null) origins.add(read);
    }
  if (originsOf.size >= mostSources) originsOf.clear();
  const found = [...origins];
  originsOf.set(source, found);
  return found;
}

function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, username, password } = new URL(address);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" ? origin : null;
}

/** The text with its links at these origins shortened. The same address gets the same code. `codes`: codes already used by other texts of the message. */
export function shortenLinks(
  text: string,
  origins: readonly string[],
  base: string,
  makeCode: () => string,
  codes = new Map<string, string>(),
): Shortened {
  if (origins.length === 0) return { text, links: [] };
  let made = "";
  let at = 0;
  for (const { from, to, address } of findLinks(text)) {
    const origin = originOf(address);
    if (origin === null || !origins.includes(origin)) continue;
    const target = new URL(address).href;
    let code = codes.get(target);
    if (code === undefined) {
      if (codes.size >= mostLinks || target.length > longestTarget) continue;
      code = makeCode();
      codes.set(target, code);
    }
    made += text.slice(at, from) + base + linkPath + code;
    at = to;
  }
  return { text: made + text.slice(at), links: [...codes].map(([target, code]) => ({ code, target })) };
}

/** A text as it would be sent, with sample codes, for previews and segment counts. */
export const sampleText = ({ text, shorten }: { text: string; shorten?: readonly string[] }, base: string): string =>
  shorten === undefined ? text : shortenLinks(text, shorten, base, () => sampleCode).text;
