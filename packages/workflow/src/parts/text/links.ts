/** Where short addresses lie under the public address or an account's own domain. */
export const linkPath = "/l/";

/** A code: whose link it is, the day on which it was made, and what nobody can guess. */
export const codeParts = { key: 4, day: 2, secret: 10 } as const;

/** A code to show and to count with before there is a true one. */
export const sampleCode = "Ab3d7Kq2Xw9Tz5Lm";

/** A domain to count with where no account is there to ask. */
export const sampleBase = "https://go.example.com";

/** More addresses of one text stay as they are written. */
const mostLinks = 10;
const longestTarget = 2_000;

/** A text with short addresses in it, and where each of them leads. */
export interface Shortened {
  text: string;
  links: { code: string; target: string }[];
}

/** An address where it stands in a text. */
export interface FoundLink {
  from: number;
  to: number;
  address: string;
}

/** Every http address of a text, in order; a full stop or a bracket that only follows it is not of it. */
export function findLinks(text: string): FoundLink[] {
  if (!/https?:\/\//i.test(text)) return [];
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map((match) => {
    const address = withoutTail(match[0]);
    return { from: match.index, to: match.index + address.length, address };
  });
}

/** Commas, stops and quotes after an address belong to the sentence, and so does a bracket that it does not open. */
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
 * The hosts that a template names itself. Only addresses there are shortened: one that a variable brings, such as a
 * contact's reply, would let strangers hide their address behind the account's.
 */
export function linkOrigins(source: string): readonly string[] {
  const known = originsOf.get(source);
  if (known !== undefined) return known;
  const origins = new Set<string>();
  // a name that a variable completes is not known here
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

/** The text with its addresses at these origins as `base` and a code each; one address has one code, however often it stands. `codes`: those that other texts of the message have already. */
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

/** A text as it goes out, with sample codes: what previews show and what segments are counted by. */
export const sampleText = ({ text, shorten }: { text: string; shorten?: readonly string[] }, base: string): string =>
  shorten === undefined ? text : shortenLinks(text, shorten, base, () => sampleCode).text;
