import type { Config } from "../config/config.ts";
import { openMasterKey, openOlderKeys } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { Refusal } from "../refusal.ts";
import { openKeys } from "../secrets/openKeys.ts";
import type { Tokens } from "../secrets/tokens.ts";
import type { Database } from "../store/database.ts";
import { checkMasterKey } from "../store/installation.ts";

/** Opens the database for a terminal command. Refuses a wrong master key because links made with it would never work. */
export async function openCommand(config: Config): Promise<{ db: Database; tokens: Tokens; close(): Promise<void> }> {
  const masterKey = openMasterKey(config);
  const store = await openStore(config, { say: console.error });
  try {
    const { tokens } = await openKeys(store.db, masterKey, openOlderKeys(config));
    if (!(await store.db.global((q) => checkMasterKey(q, tokens.hash("check", "")))))
      throw new Refusal(
        "This database was created with another master key. Set TRUNKLINE_MASTER_KEY to that key. Nothing was changed.",
      );
    return { db: store.db, tokens, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
