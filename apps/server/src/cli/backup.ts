import { rename, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";
import type { BackupSummary } from "../program/backup/archive.ts";
import { openFile, readFrom } from "../program/backup/openFile.ts";
import { sayProgress } from "../program/backup/progress.ts";
import { checkBackup } from "../program/backup/restoreBackup.ts";
import { writeBackup } from "../program/backup/writeBackup.ts";
import { openStore } from "../program/openStore.ts";
import { Refusal } from "../refusal.ts";

const countOf = (rows: number): string => `${rows.toLocaleString("en-US")} rows`;

/** `trunkline backup`: writes the whole database into one file while the program works. */
export const command = new Command("backup")
  .description("Write the whole database into one file. The program can go on working meanwhile.")
  .argument("<file>", "file to write, or - for standard output")
  .option("--check", "read a backup that was written before, and check it")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .action(async (file: string, flags: Flags & { check?: boolean }) => {
    if (flags.check) return check(file);
    const config = readConfig(process.env, { dataDir: flags.dataDir });
    const store = await openStore(config, { say: console.error, migrate: false });
    const progress = sayProgress(console.error, Date.now);
    try {
      const summary =
        file === "-"
          ? await writeBackup(store.db.url, process.stdout, progress)
          : await writeFile(file, (target) => writeBackup(store.db.url, target, progress));
      const rows = summary.reduce((sum, table) => sum + table.rows, 0);
      const size = file === "-" ? "" : ` (${((await stat(file)).size / 1e6).toFixed(1)} MB)`;
      console.error(
        `Backed up ${countOf(rows)} of ${summary.length} tables${file === "-" ? "" : ` to ${file}`}${size}.`,
      );
      console.error("Keep the master key in another safe place: the backup cannot be used without it.");
    } finally {
      await store.close();
    }
  });

async function check(file: string): Promise<void> {
  const { made, rows } = await checkBackup(await readFrom(file), sayProgress(console.error, Date.now));
  console.error(`The backup of ${made} is complete: ${countOf(rows)}.`);
}

/** Writes beside the file and renames at the end, so that a file of that name is always whole. */
async function writeFile(file: string, write: (target: Writable) => Promise<BackupSummary>): Promise<BackupSummary> {
  const part = `${file}.part`;
  const handle = await openFile(part, "w");
  try {
    const summary = await write(handle.createWriteStream({ flush: true }));
    await rename(part, file);
    return summary;
  } catch (error) {
    await rm(part, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Refusal(`${file} cannot be written: ${(error as Error).message}. Nothing was kept.`, { cause: error });
  }
}
