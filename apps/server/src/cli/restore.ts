import { Command } from "commander";
import { type Config, type Flags, readConfig } from "../config/config.ts";
import { readFrom } from "../program/backup/openFile.ts";
import { sayProgress } from "../program/backup/progress.ts";
import { type Restored, restoreBackup } from "../program/backup/restoreBackup.ts";
import { openMasterKey, openOlderKeys } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { opensInstallation } from "../secrets/openKeys.ts";

/** `trunkline restore`: fills an empty database from a backup. */
export const command = new Command("restore")
  .description(
    "Fill an empty database from a backup: everything, or nothing. Runs are paused and nothing is sent twice.",
  )
  .argument("<file>", "a file that `trunkline backup` wrote, or - for standard input")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .action(async (file: string, flags: Flags) => {
    const restored = await restore(file, readConfig(process.env, { dataDir: flags.dataDir }));
    for (const line of describe(restored)) console.error(line);
  });

async function restore(file: string, config: Config): Promise<Restored> {
  const masterKey = openMasterKey(config);
  const bytes = await readFrom(file);
  const store = await openStore(config, { say: console.error, migrate: false });
  try {
    return await restoreBackup(store.db, bytes, {
      opens: (installation) => opensInstallation(installation, masterKey, openOlderKeys(config)),
      progress: sayProgress(console.error, Date.now),
    });
  } finally {
    await store.close();
  }
}

/** What was restored, and what waits for a decision. */
function describe({ made, rows, held }: Restored): string[] {
  const count = (number: number, one: string): string =>
    `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;
  return [
    `Restored ${count(rows, "row")} of the backup of ${made}.`,
    `Paused, because they may have gone on since: ${count(held.runs, "run")}, ${count(held.schedules, "schedule")} that came due.`,
    `In doubt, and not sent again: what was about to leave (${held.inDoubt.toLocaleString("en-US")} texts, calls and other effects).`,
    "Opt-outs since the backup are not known here: add them before you resume a run (docs/operating.md, Backup and restore).",
  ];
}
