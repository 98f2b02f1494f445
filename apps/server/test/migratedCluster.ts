import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { openDatabase } from "../src/store/database.ts";
import { listMigrations, migrate } from "../src/store/migrate.ts";
import { insertDatabase } from "../src/store/provision.ts";
import { memoryFolder } from "./memoryFolder.ts";
import { makeRunFolder } from "./runFolder.ts";

const root = join(import.meta.dirname, "../../..");
const kept = join(root, "node_modules/.cache/clusters");
/** What decides how a new cluster looks, besides the migrations. */
const sources = ["apps/server/src/postgres", "apps/server/src/store"].map((folder) => join(root, folder));
/** The program's name for its database. */
export const migratedDatabase = "trunkline";
const run = promisify(execFile);

/**
 * Gives a data directory the cluster of a first start right after its migrations. Making one costs more than the rest of
 * a start, so it is made once a day for all tests and copied. `start.test.ts` starts from nothing.
 */
export async function copyMigratedCluster(dataDir: string): Promise<void> {
  const from = join(kept, await keyOfToday());
  if (!existsSync(from)) await makeCluster(from);
  await mkdir(dataDir, { recursive: true });
  // keeps the owner of the files, who is another user when root runs the tests
  await run("cp", ["-a", `${from}/.`, dataDir]);
}

/** Migrations make partitions of the months around today. */
async function keyOfToday(): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, checksum } of await listMigrations()) hash.update(`${name} ${checksum}\n`);
  for (const folder of sources)
    for (const name of (await readdir(folder)).filter((one) => /(?<!\.test)\.ts$/.test(one)).sort())
      hash.update(await readFile(join(folder, name)));
  return `${new Date().toISOString().slice(0, 10)}-${process.getuid?.() ?? 0}-${hash.digest("hex").slice(0, 32)}`;
}

async function makeCluster(to: string): Promise<void> {
  const dataDir = await makeRunFolder("trunkline-cluster-", memoryFolder);
  const server = await startEmbedded({ dataDir, durable: false });
  try {
    await insertDatabase(server.url("postgres"), migratedDatabase);
    const db = openDatabase(server.url(migratedDatabase));
    await migrate(db).finally(() => db.close());
  } finally {
    await server.stop();
  }
  await rm(join(dataDir, "postgres.log"), { force: true });
  await mkdir(kept, { recursive: true });
  for (const name of await readdir(kept))
    if (name.slice(0, 10) !== basename(to).slice(0, 10)) await rm(join(kept, name), { recursive: true, force: true });
  const copy = `${to}.${process.pid}`;
  await run("cp", ["-a", dataDir, copy]);
  await rm(dataDir, { recursive: true, force: true });
  // another run may have made it meanwhile
  await rename(copy, to).catch(() => rm(copy, { recursive: true, force: true }));
}
