import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../refusal.ts";

/** Makes the data directory and answers its real path, or refuses with which one it is and how to mend it. */
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
    // only there may its kind be asked for: not within a folder that is closed
    if (existsSync(folder) && statSync(folder).isFile())
      throw new Refusal(`The data directory ${folder} is a file. Set TRUNKLINE_DATA_DIR to a folder.`, {
        cause: error,
      });
    const who = process.geteuid ? `user ${process.geteuid()}` : "this user";
    const where = path?.startsWith(folder) === false ? ` (${code} at ${path})` : ` (${code})`;
    const mend =
      code === "ENOSPC"
        ? "Make room on that disk"
        : `Give that user the folder (${existsSync(folder) ? "" : `mkdir -p ${folder} && `}chown -R ${process.geteuid?.() ?? "USER"} ${folder})`;
    throw new Refusal(
      `The data directory ${folder} cannot be written by ${who}${where}. ${mend}, or set TRUNKLINE_DATA_DIR to a folder that can be written.`,
      { cause: error },
    );
  }
}

/** One by one: the recursive call of Node never returns where the system has no such folder to make, as under /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}
