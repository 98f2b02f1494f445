import { Command } from "commander";
import { readConfig } from "../config/config.ts";
import { migrateCluster } from "../program/cluster/migrateCluster.ts";
import { openStore } from "../program/openStore.ts";

/** `trunkline migrate`: applies the pending migrations and stops. */
export const command = new Command("migrate")
  .description("Update the database to this version of the program, then stop. `serve` does this automatically.")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .action(async (flags: { dataDir?: string }) => {
    const store = await openStore(readConfig(process.env, flags), { say: console.error, migrate: false });
    try {
      const applied = await migrateCluster(store.db);
      for (const name of applied) console.log(`applied ${name}`);
      if (applied.length === 0) console.log("The database is up to date.");
    } finally {
      await store.close();
    }
  });
