import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../src/postgres/embedded.ts";

/**
 * A folder for the embedded server of this run, named by prefix and process. Folders that killed runs of the same prefix
 * left are removed first, because their servers would still be running and would slow down later measurements.
 */
export async function makeRunFolder(prefix: string, parent = tmpdir()): Promise<string> {
  await removeLeftovers(prefix, parent);
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

async function removeLeftovers(prefix: string, parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
    if (!(pid > 0) || isAlive(pid)) continue;
    const folder = join(parent, name);
    if (existsSync(join(folder, "postgres/postmaster.pid"))) {
      const server = await startEmbedded({ dataDir: folder, durable: false }).catch(() => null);
      await server?.stop();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
