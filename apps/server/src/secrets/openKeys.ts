import { Refusal } from "../refusal.ts";
import type { Database } from "../store/database.ts";
import { findInstallation, saveTokenKey } from "../store/installation.ts";
import { openSecrets, SealBroken, type SecretPlace, type Secrets } from "./secrets.ts";
import { openTokens, openTokensOf, type Tokens, tokenKeyOf } from "./tokens.ts";

/** What a program opens with its master keys. */
export interface Keys {
  secrets: Secrets;
  tokens: Tokens;
}

const place: SecretPlace = { accountId: "", table: "installation", row: "", field: "token_key" };

/**
 * Secrets and tokens under the present master key and the older ones. Sessions and API keys are hashes that nobody can
 * make anew, so that the key they were made with is kept, sealed under the present master key. A
 * master key that was never this installation's is refused by the first start, one whose place was taken here.
 */
export async function openKeys(db: Database, masterKey: Buffer, older: readonly Buffer[]): Promise<Keys> {
  const secrets = openSecrets(masterKey, older);
  const installation = await db.global(findInstallation);
  const present = { secrets, tokens: openTokens(masterKey) };
  if (installation === null) return present;
  const { keyCheck, tokenKey } = installation;
  if (tokenKey !== null) {
    const key = openOrNull(secrets, tokenKey);
    if (key === null)
      throw new Refusal(
        "The master key is not the key that this database was made with, nor the one that took its place: set TRUNKLINE_MASTER_KEY to the present one, or add the one of before to TRUNKLINE_MASTER_KEY_OLD.",
      );
    if (secrets.isOld(tokenKey)) await keep(db, secrets, key);
    return { secrets, tokens: openTokensOf(key) };
  }
  const isOwn = (key: Buffer): boolean => openTokens(key).hash("check", "").equals(keyCheck);
  const own = isOwn(masterKey) ? undefined : older.find(isOwn);
  if (own === undefined) return present;
  await keep(db, secrets, tokenKeyOf(own));
  return { secrets, tokens: openTokens(own) };
}

const keep = (db: Database, secrets: Secrets, key: Buffer): Promise<number> =>
  db.global((q) => saveTokenKey(q, secrets.seal(place, key.toString("base64"))));

function openOrNull(secrets: Secrets, sealed: string): Buffer | null {
  try {
    return Buffer.from(secrets.open(place, sealed), "base64");
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
