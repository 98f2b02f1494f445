import { type DefaultAlphabet, gsmOctets, isLatin1, writeUcs2 } from "./alphabet.ts";
import { numberTlv, type ShortMessage, type Tlvs, tags } from "./pdu.ts";

/** How a text that is longer than one message travels (telecom §2.2). */
export type Concatenation = "udh8" | "udh16" | "sar" | "payload";

/** What the connection says about texts. */
export interface TextSettings {
  defaultAlphabet: DefaultAlphabet;
  concatenation: Concatenation;
}

/** One submit_sm of a text, addresses aside. */
export type TextPart = Pick<ShortMessage, "esmClass" | "coding" | "bytes" | "tlvs">;

const withHeader = 0x40;
const noTlvs: Tlvs = new Map();

/** A text as characters that are never split, each with the room it takes on the air. */
interface Spelled {
  coding: number;
  characters: readonly { bytes: Buffer; width: number }[];
  /** Capacity of a single message, and of one of several by the length of its header. */
  single: number;
  concatenated: (headerOctets: number) => number;
}

const headerOctets = { udh8: 6, udh16: 7, sar: 6, payload: 6 } as const;

/** The submits that a text becomes. `reference` tells its parts from those of other texts. */
export function cutParts(text: string, encoding: string, settings: TextSettings, reference: number): TextPart[] {
  const { coding, characters, single, concatenated } = spell(text, encoding, settings.defaultAlphabet);
  const width = characters.reduce((sum, one) => sum + one.width, 0);
  const whole = () => Buffer.concat(characters.map((one) => one.bytes));
  if (width <= single) return [{ esmClass: 0, coding, bytes: whole(), tlvs: noTlvs }];
  if (settings.concatenation === "payload")
    return [{ esmClass: 0, coding, bytes: Buffer.alloc(0), tlvs: new Map([[tags.messagePayload, whole()]]) }];
  const method = settings.concatenation;
  const bodies = fill(characters, concatenated(headerOctets[method]));
  return bodies.map((body, index) => {
    const number = index + 1;
    if (method === "sar")
      return {
        esmClass: 0,
        coding,
        bytes: body,
        tlvs: new Map([
          [tags.sarReference, numberTlv(reference & 0xff, 2)],
          [tags.sarTotal, numberTlv(bodies.length, 1)],
          [tags.sarNumber, numberTlv(number, 1)],
        ]),
      };
    const header =
      method === "udh8"
        ? [5, 0, 3, reference & 0xff, bodies.length, number]
        : [6, 8, 4, (reference >> 8) & 0xff, reference & 0xff, bodies.length, number];
    return { esmClass: withHeader, coding, bytes: Buffer.concat([Buffer.from(header), body]), tlvs: noTlvs };
  });
}

function spell(text: string, encoding: string, defaultAlphabet: DefaultAlphabet): Spelled {
  if (encoding === "GSM7") {
    const octets = [...text].map((character) => ({ character, gsm: gsmOctets(character) }));
    const fits = octets.every(({ gsm }) => gsm !== undefined);
    // the carrier turns Latin-1 into GSM-7 for the air, so a character takes the same room there
    if (fits && (defaultAlphabet === "gsm7" || isLatin1(text)))
      return {
        coding: 0,
        characters: octets.map(({ character, gsm = Buffer.alloc(1) }) => ({
          bytes: defaultAlphabet === "gsm7" ? gsm : Buffer.from(character, "latin1"),
          width: gsm.length,
        })),
        single: 160,
        concatenated: (header) => Math.floor(((140 - header) * 8) / 7),
      };
  }
  if (encoding !== "UNICODE" && isLatin1(text))
    return {
      coding: 3,
      characters: [...text].map((character) => ({ bytes: Buffer.from(character, "latin1"), width: 1 })),
      single: 140,
      concatenated: (header) => 140 - header,
    };
  return {
    coding: 8,
    characters: [...text].map((character) => ({ bytes: writeUcs2(character), width: character.length })),
    single: 70,
    concatenated: (header) => Math.floor((140 - header) / 2),
  };
}

/** Fills parts of a size, no character split. */
function fill(characters: Spelled["characters"], size: number): Buffer[] {
  const parts: Buffer[][] = [[]];
  let used = 0;
  for (const { bytes, width } of characters) {
    if (used + width > size) {
      parts.push([]);
      used = 0;
    }
    used += width;
    parts.at(-1)?.push(bytes);
  }
  return parts.map((part) => Buffer.concat(part));
}
