import { createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Creates tokens and their stored form: a hash under the master key, so that write access to the database is not enough to forge one. */
export interface Tokens {
  /** 256 random bits as text. */
  make(): string;
  hash(
    purpose:
      | "session"
      | "key"
      | "invitation"
      | "check"
      | "link"
      | "audit"
      | "recovery"
      | "challenge"
      | "signOn"
      | "reset"
      | "attempt",
    token: string,
  ): Buffer;
  /** The token of /setup. It is the same in every process and has no use after setup. */
  setupToken(): string;
}

/** The token key derived from a master key. */
export const tokenKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", "trunkline tokens", 32));

/** Tokens under a master key. */
export const openTokens = (masterKey: Buffer): Tokens => openTokensOf(tokenKeyOf(masterKey));

/** Tokens under a token key. */
export function openTokensOf(key: Buffer): Tokens {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    make: () => randomBytes(32).toString("base64url"),
    hash: (purpose, token) => sign(`${purpose}:${token}`),
    setupToken: () => sign("setup:").toString("base64url").slice(0, 32),
  };
}
