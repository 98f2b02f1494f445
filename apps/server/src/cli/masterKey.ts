import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";
import { openMasterKey, openOlderKeys } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { rewrapSecrets } from "../program/rewrapSecrets.ts";
import { Refusal } from "../refusal.ts";
import { openKeys } from "../secrets/openKeys.ts";
import { SealBroken } from "../secrets/secrets.ts";
import { checkMasterKey } from "../store/installation.ts";

/** `trunkline master-key rewrap`: makes older master keys needless. */
export const command = new Command("master-key")
  .description("Change the master key.")
  .addCommand(
    new Command("rewrap")
      .description(
        "Seal every stored secret under TRUNKLINE_MASTER_KEY that a key of TRUNKLINE_MASTER_KEY_OLD sealed. Runs may go on meanwhile.",
      )
      .option("--data-dir <folder>", "folder of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
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
        "Neither TRUNKLINE_MASTER_KEY nor a key of TRUNKLINE_MASTER_KEY_OLD is the one that this database was made with. Nothing was changed.",
      );
    const count = await rewrapSecrets(store.db, secrets);
    console.log(
      `${count} secrets were sealed anew. TRUNKLINE_MASTER_KEY_OLD is needed no more, once every process runs with the new key.`,
    );
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Refusal(
      `${error.message}. What was sealed anew before stays so; add the missing key to TRUNKLINE_MASTER_KEY_OLD and run this again.`,
    );
  } finally {
    await store.close();
  }
}
