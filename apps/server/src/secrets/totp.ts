import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "./isSameSecret.ts";

/** Time-based one-time passwords (RFC 6238): six digits of SHA-1 every 30 seconds, what every authenticator reads. */
const periodMs = 30_000;
const digits = 6;
/** Clocks are seldom right: one period before and after is taken too. */
const apart = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes as base32 without padding (RFC 4648). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** 160 random bits, as RFC 4226 advises. */
export const makeTotpSecret = (): Buffer => randomBytes(20);

/** The period that an instant is in. */
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

/** The period that a code belongs to, near an instant; null when it is none of them. */
export function stepOfCode(secret: Buffer, code: string, atMs: number): number | null {
  let found: number | null = null;
  for (let step = stepAt(atMs) - apart; step <= stepAt(atMs) + apart; step++) {
    if (isSameSecret(code, codeOf(secret, step))) found = step;
  }
  return found;
}

/** What an authenticator reads from the picture. */
export function totpUri(secret: Buffer, account: string): string {
  const issuer = "Trunkline";
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${periodMs / 1000}`;
}
