import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../refusal.ts";

/** Creates the data directory and returns its real path, or refuses with a fix. */
export function prepareDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.X_OK);
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return realpathSync(folder);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    // The type can be read only here, not inside a closed directory.
    if (existsSync(folder) && statSync(folder).isFile())
      throw new Refusal(`The data directory ${folder} is a file. Set TRUNKLINE_DATA_DIR to a directory.`, {
        cause: error,
      });
    const who = process.geteuid ? `user ${process.geteuid()}` : "this user";
    const where = path?.startsWith(folder) === false ? ` (${code} at ${path})` : ` (${code})`;
    const fix =
      code === "ENOSPC"
        ? "Free up space on that disk"
        : `Give that user the directory (${existsSync(folder) ? "" : `mkdir -p ${folder} && `}chown -R ${process.geteuid?.() ?? "USER"} ${folder})`;
    throw new Refusal(
      `The data directory ${folder} is not writable by ${who}${where}. ${fix}, or set TRUNKLINE_DATA_DIR to a writable directory.`,
      { cause: error },
    );
  }
}

/** Creates the directories one by one, because Node's recursive call never returns under paths such as /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}
