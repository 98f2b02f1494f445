import { codeOf, stepAt } from "../src/secrets/totp.ts";

/** The bytes of a base32 text. */
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator with this key shows now, or some half minutes from now. */
export const oneTimeCode = (key: string, apart = 0): string => codeOf(fromBase32(key), stepAt(Date.now()) + apart);
