/** How a text travels (spec 2 §4.5). */
export type Encoding = "GSM7" | "LATIN1" | "UNICODE";

const gsmBasic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Characters that take two places: ESC and a code. */
const gsmExtended = new Set("\f^{}\\[~]|€");

// the 128 ASCII code points by their width in GSM-7, 0 when they are not in it: nearly every text is nothing else
const asciiWidth = Uint8Array.from({ length: 128 }, (_, code) => gsmWidth(String.fromCharCode(code)));

function gsmWidth(character: string): number {
  if (gsmBasic.has(character)) return 1;
  return gsmExtended.has(character) ? 2 : 0;
}

/** The sizes of each encoding: what the template form shows, and what carriers really carry (spec 2 §4.5; telecom §7). */
export const encodingSizes: Record<Encoding, { max: number; part: number; single: number; concatenated: number }> = {
  GSM7: { max: 1600, part: 160, single: 160, concatenated: 153 },
  LATIN1: { max: 1400, part: 140, single: 140, concatenated: 134 },
  UNICODE: { max: 700, part: 70, single: 70, concatenated: 67 },
};

/** The narrowest encoding that holds the text. */
export function encodingOf(text: string): Encoding {
  let encoding: Encoding = "GSM7";
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 255 && gsmWidth(text[index] ?? "") === 0) return "UNICODE";
    if (encoding === "GSM7" && !inGsm(code)) encoding = "LATIN1";
  }
  // Greek capitals and the euro sign are in GSM-7 but not in Latin-1: together with á only Unicode holds them
  return encoding === "LATIN1" && !isLatin1(text) ? "UNICODE" : encoding;
}

const inGsm = (code: number): boolean =>
  code < 128 ? asciiWidth[code] !== 0 : gsmWidth(String.fromCharCode(code)) !== 0;

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 255) return false;
  return true;
}

/** The characters that keep a text out of GSM-7, each once, in the order in which they stand. */
export const outsideGsm = (text: string): string[] => [
  ...new Set([...text].filter((character) => gsmWidth(character) === 0)),
];

/** How long a text is in its encoding: septets, bytes or UTF-16 units. */
export function lengthIn(encoding: Encoding, text: string): number {
  if (encoding !== "GSM7") return text.length;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    length += code < 128 ? (asciiWidth[code] ?? 1) : gsmWidth(text[index] ?? "");
  }
  return length;
}

/** The counts that the template form shows: header-less parts against the product's limit (spec 2 §4.5). */
export function countParts(text: string): {
  encoding: Encoding;
  length: number;
  max: number;
  part: number;
  parts: number;
} {
  const encoding = encodingOf(text);
  const length = lengthIn(encoding, text);
  const { max, part } = encodingSizes[encoding];
  return { encoding, length, max, part, parts: Math.max(1, Math.ceil(length / part)) };
}

/** How many segments a carrier really sends and charges: shorter ones when there are several, no pair ever split. */
export function countSegments(text: string, encoding: Encoding = encodingOf(text)): number {
  const { single, concatenated } = encodingSizes[encoding];
  if (lengthIn(encoding, text) <= single) return 1;
  return splitSegments(text, encoding, concatenated);
}

function splitSegments(text: string, encoding: Encoding, size: number): number {
  let segments = 1;
  let used = 0;
  for (const character of text) {
    const width = encoding === "GSM7" ? gsmWidth(character) || 1 : character.length;
    if (used + width > size) {
      segments++;
      used = 0;
    }
    used += width;
  }
  return segments;
}
