import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { openDatabase } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase } from "../src/store/provision.ts";

/** The migrated database that every test file gets a copy of. */
export const templateDatabase = "template_trunkline";

/** The variable that carries the server's URL into the test processes. */
export const serverVariable = "TRUNKLINE_TEST_SERVER";

const folderPrefix = "trunkline-test-";

/** Starts one server for the run, migrates the template, and takes both away afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const server = await startEmbedded({ dataDir, durable: false });
  await insertDatabase(server.url("postgres"), templateDatabase);
  const template = openDatabase(server.url(templateDatabase));
  await migrate(template);
  await template.close();
  process.env[serverVariable] = server.url("DATABASE");
  return async () => {
    await server.stop();
    for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
  };
}

/** A run that was killed leaves its server behind: the next run stops it. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.split("-")[2]) : 0;
    if (!(pid > 0) || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
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
