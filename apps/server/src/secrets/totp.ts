import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "./isSameSecret.ts";

/** Time-based one-time passwords (RFC 6238): six digits, SHA-1, 30 seconds, as every authenticator supports. */
const periodMs = 30_000;
const digits = 6;
/** Accepts one period before and after to allow for clock differences. */
const apart = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes as base32 without padding (RFC 4648). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** 160 random bits, as RFC 4226 recommends. */
export const makeTotpSecret = (): Buffer => randomBytes(20);

/** The period of an instant. */
export const stepAt = (atMs: number): number => Math.floor(atMs / periodMs);

/** The code of a period. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The period near an instant that a code belongs to, or null. */
export function stepOfCode(secret: Buffer, code: string, atMs: number): number | null {
  let found: number | null = null;
  for (let step = stepAt(atMs) - apart; step <= stepAt(atMs) + apart; step++) {
    if (isSameSecret(code, codeOf(secret, step))) found = step;
  }
  return found;
}

/** The otpauth URL in the QR code. */
export function totpUri(secret: Buffer, account: string): string {
  const issuer = "Trunkline";
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${periodMs / 1000}`;
}
