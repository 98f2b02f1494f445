import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** The location of a secret. It opens nowhere else, so a row copied to another account is useless. */
export interface SecretPlace {
  accountId: string;
  table: string;
  /** The row's id. */
  row: string;
  field: string;
}

/** Encrypts secrets for the database. They are write-only in the API and absent from logs and exports (architecture, Security). */
export interface Secrets {
  seal(place: SecretPlace, text: string): string;
  /** Throws `SealBroken` if it was sealed for another location or under a missing key. */
  open(place: SecretPlace, sealed: string): string;
  /** Whether it is sealed under an older master key and should be sealed again with the current one. */
  isOld(sealed: string): boolean;
}

/** Thrown when a sealed secret cannot be opened. */
export class SealBroken extends Error {
  override name = "SealBroken";
}

const cipher = "aes-256-gcm";
const format = "s1";

/**
 * Secrets under the master key. Each account has a separate data key derived from it. A sealed text names its master key, so that `older` keys open old secrets while new ones use the current key.
 */
export function openSecrets(masterKey: Buffer, older: readonly Buffer[] = []): Secrets {
  const keys = new Map([...older, masterKey].map((key) => [versionOf(key), key]));
  const current = versionOf(masterKey);
  return {
    seal(place, text) {
      const iv = randomBytes(12);
      const sealing = createCipheriv(cipher, dataKey(masterKey, place.accountId), iv).setAAD(aadOf(place));
      const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
      return [format, current, ...[iv, sealing.getAuthTag(), body].map((part) => part.toString("base64url"))].join(".");
    },
    open(place, sealed) {
      const [is, version = "", ...parts] = sealed.split(".");
      const key = keys.get(version);
      if (is !== format || parts.length !== 3) throw new SealBroken("This is not a sealed secret");
      if (key === undefined)
        throw new SealBroken(
          "The secret was encrypted with another master key. Add that key to TRUNKLINE_MASTER_KEY_OLD, or save the secret again",
        );
      const [iv, tag, body] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
      try {
        const opening = createDecipheriv(cipher, dataKey(key, place.accountId), iv, { authTagLength: 16 });
        opening.setAAD(aadOf(place)).setAuthTag(tag);
        return Buffer.concat([opening.update(body), opening.final()]).toString("utf8");
      } catch (error) {
        throw new SealBroken("The secret was encrypted for another place or has been changed", { cause: error });
      }
    },
    isOld: (sealed) => sealed.split(".")[1] !== current,
  };
}

const versionOf = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 8);

const dataKey = (key: Buffer, accountId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, accountId, "trunkline secrets", 32));

const aadOf = ({ accountId, table, row, field }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([accountId, table, row, field]));
