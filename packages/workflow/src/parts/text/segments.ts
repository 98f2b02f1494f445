/** Encoding of a text (spec 2 §4.5). */
export type Encoding = "GSM7" | "LATIN1" | "UNICODE";

const gsmBasic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Characters that take two places: ESC and a code. */
const gsmExtended = new Set("\f^{}\\[~]|€");

// width in GSM-7 of the 128 ASCII code points, 0 if not included: a fast path for nearly all texts
const asciiWidth = Uint8Array.from({ length: 128 }, (_, code) => gsmWidth(String.fromCharCode(code)));

function gsmWidth(character: string): number {
  if (gsmBasic.has(character)) return 1;
  return gsmExtended.has(character) ? 2 : 0;
}

/** Sizes of each encoding: those shown in the template form, and those carriers use (spec 2 §4.5; telecom §7). */
export const encodingSizes: Record<Encoding, { max: number; part: number; single: number; concatenated: number }> = {
  GSM7: { max: 1600, part: 160, single: 160, concatenated: 153 },
  LATIN1: { max: 1400, part: 140, single: 140, concatenated: 134 },
  UNICODE: { max: 700, part: 70, single: 70, concatenated: 67 },
};

/** The narrowest encoding for the text. */
export function encodingOf(text: string): Encoding {
  let encoding: Encoding = "GSM7";
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 255 && gsmWidth(text[index] ?? "") === 0) return "UNICODE";
    if (encoding === "GSM7" && !inGsm(code)) encoding = "LATIN1";
  }
  // Greek capitals and the euro sign are in GSM-7 but not in Latin-1, so together with á they need Unicode
  return encoding === "LATIN1" && !isLatin1(text) ? "UNICODE" : encoding;
}

const inGsm = (code: number): boolean =>
  code < 128 ? asciiWidth[code] !== 0 : gsmWidth(String.fromCharCode(code)) !== 0;

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 255) return false;
  return true;
}

/** Characters of a text that are not in GSM-7, each once, in order. */
export const outsideGsm = (text: string): string[] => [
  ...new Set([...text].filter((character) => gsmWidth(character) === 0)),
];

/** Length of a text in its encoding: septets, bytes or UTF-16 units. */
export function lengthIn(encoding: Encoding, text: string): number {
  if (encoding !== "GSM7") return text.length;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    length += code < 128 ? (asciiWidth[code] ?? 1) : gsmWidth(text[index] ?? "");
  }
  return length;
}

/** Counts shown in the template form: parts without headers against the product's limit (spec 2 §4.5). */
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

/** Segments that a carrier sends and charges: shorter when there are several, and never splitting a pair. */
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
