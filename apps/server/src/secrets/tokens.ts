import { createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Makes secrets that people carry and what the database keeps of them: a hash under the master key, so that who writes rows cannot forge one. */
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
  /** The token of /setup: the same in every process of the installation, worthless once it is set up. */
  setupToken(): string;
}

/** The key of tokens that a master key gives. */
export const tokenKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", "trunkline tokens", 32));

/** Tokens under a master key. */
export const openTokens = (masterKey: Buffer): Tokens => openTokensOf(tokenKeyOf(masterKey));

/** Tokens under their own key. */
export function openTokensOf(key: Buffer): Tokens {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    make: () => randomBytes(32).toString("base64url"),
    hash: (purpose, token) => sign(`${purpose}:${token}`),
    setupToken: () => sign("setup:").toString("base64url").slice(0, 32),
  };
}
