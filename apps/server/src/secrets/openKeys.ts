import { Refusal } from "../refusal.ts";
import type { Database } from "../store/database.ts";
import { findInstallation, saveTokenKey } from "../store/installation.ts";
import { openSecrets, SealBroken, type SecretPlace, type Secrets } from "./secrets.ts";
import { openTokens, openTokensOf, type Tokens, tokenKeyOf } from "./tokens.ts";

/** Everything derived from the master keys. */
export interface Keys {
  secrets: Secrets;
  tokens: Tokens;
}

const place: SecretPlace = { accountId: "", table: "installation", row: "", field: "token_key" };

/**
 * Opens secrets and tokens under the current and older master keys. Sessions and API keys are stored as hashes that cannot be recomputed, so their original key is stored, sealed under the current master key. The first start refuses a foreign master key. A replaced one is refused here.
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
        "This database uses another master key. Set TRUNKLINE_MASTER_KEY to the current key, or add the previous key to TRUNKLINE_MASTER_KEY_OLD.",
      );
    if (secrets.isOld(tokenKey)) await keep(db, secrets, key);
    return { secrets, tokens: openTokensOf(key) };
  }
  const own = isKeyOf(masterKey, keyCheck) ? undefined : older.find((key) => isKeyOf(key, keyCheck));
  if (own === undefined) return present;
  await keep(db, secrets, tokenKeyOf(own));
  return { secrets, tokens: openTokens(own) };
}

/** Whether these master keys open the secrets of an installation. */
export const opensInstallation = (
  { keyCheck, tokenKey }: { keyCheck: Buffer; tokenKey: string | null },
  masterKey: Buffer,
  older: readonly Buffer[],
): boolean =>
  tokenKey === null
    ? [masterKey, ...older].some((key) => isKeyOf(key, keyCheck))
    : openOrNull(openSecrets(masterKey, older), tokenKey) !== null;

const isKeyOf = (masterKey: Buffer, keyCheck: Buffer): boolean =>
  openTokens(masterKey).hash("check", "").equals(keyCheck);

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
