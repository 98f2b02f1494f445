// The alphabets of short messages (telecom §2.2): GSM 03.38 unpacked, one octet to a septet; Latin-1; UCS-2.

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const escapeCode = 0x1b;
const extended: Readonly<Record<string, number>> = {
  "\f": 0x0a,
  "^": 0x14,
  "{": 0x28,
  "}": 0x29,
  "\\": 0x2f,
  "[": 0x3c,
  "~": 0x3d,
  "]": 0x3e,
  "|": 0x40,
  "€": 0x65,
};

const gsmCodes = new Map<string, Buffer>([
  ...[...basic].flatMap((character, code): [string, Buffer][] =>
    code === escapeCode ? [] : [[character, Buffer.from([code])]],
  ),
  ...Object.entries(extended).map(([character, code]): [string, Buffer] => [
    character,
    Buffer.from([escapeCode, code]),
  ]),
]);
const gsmCharacters = [...basic];
const gsmExtended = new Map(Object.entries(extended).map(([character, code]) => [code, character]));

/** The octets of a character in GSM-7, one or two; undefined when it is not in the alphabet. */
export const gsmOctets = (character: string): Buffer | undefined => gsmCodes.get(character);

/** Reads unpacked GSM-7. An escape before a code that has no meaning there shows the basic character, as handsets do. */
export function readGsm(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    let code = (bytes[at] as number) & 0x7f;
    if (code === escapeCode) {
      at++;
      if (at >= bytes.length) break;
      code = (bytes[at] as number) & 0x7f;
      text += gsmExtended.get(code) ?? (code === escapeCode ? " " : gsmCharacters[code]);
    } else text += gsmCharacters[code];
  }
  return text;
}

/** Whether every character is in Latin-1. */
export function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}

/** UTF-16 big-endian, which is what is meant by UCS-2 today. */
export const writeUcs2 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

/** Reads UTF-16 big-endian; an odd octet at the end is left out. */
export const readUcs2 = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");

/** What data_coding 0 means on a connection: carriers differ. */
export type DefaultAlphabet = "gsm7" | "latin1";

/** Reads the octets of a text by its data_coding. */
export function readText(bytes: Buffer, coding: number, defaultAlphabet: DefaultAlphabet): string {
  switch (coding) {
    case 0:
      return defaultAlphabet === "latin1" ? bytes.toString("latin1") : readGsm(bytes);
    case 1:
      return bytes.toString("latin1");
    case 8:
      return readUcs2(bytes);
    default:
      // message classes of GSM 03.38: bits 2 and 3 name the alphabet
      if ((coding & 0xf0) === 0xf0) return (coding & 0x04) === 0 ? readGsm(bytes) : bytes.toString("latin1");
      return bytes.toString("latin1");
  }
}
