import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";
import { openMasterKey, openOlderKeys } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { rewrapSecrets } from "../program/rewrapSecrets.ts";
import { Refusal } from "../refusal.ts";
import { openKeys } from "../secrets/openKeys.ts";
import { SealBroken } from "../secrets/secrets.ts";
import { checkMasterKey } from "../store/installation.ts";

/** `trunkline master-key rewrap`: re-encrypts stored secrets so that older master keys are no longer needed. */
export const command = new Command("master-key")
  .description("Rotate the master key.")
  .addCommand(
    new Command("rewrap")
      .description(
        "Re-encrypt every stored secret with TRUNKLINE_MASTER_KEY where a key in TRUNKLINE_MASTER_KEY_OLD encrypted it. Workflows can keep running.",
      )
      .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
      .action(rewrap),
  );

async function rewrap(flags: Flags): Promise<void> {
  const config = readConfig(process.env, flags);
  const masterKey = openMasterKey(config);
  const store = await openStore(config, { say: console.error });
  try {
    const { secrets, tokens } = await openKeys(store.db, masterKey, openOlderKeys(config));
    if (!(await store.db.global((q) => checkMasterKey(q, tokens.hash("check", "")))))
      throw new Refusal(
        "This database was created with another master key. Set it in TRUNKLINE_MASTER_KEY or TRUNKLINE_MASTER_KEY_OLD. Nothing was changed.",
      );
    const count = await rewrapSecrets(store.db, secrets);
    console.log(
      `${count} secrets were re-encrypted. Once every process runs with the new key, remove TRUNKLINE_MASTER_KEY_OLD.`,
    );
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Refusal(
      `${error.message}. Secrets that were already re-encrypted stay that way. Add the missing key to TRUNKLINE_MASTER_KEY_OLD and run this command again.`,
    );
  } finally {
    await store.close();
  }
}
