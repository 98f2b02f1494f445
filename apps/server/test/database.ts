import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { openDatabase } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { keepDatabaseLog } from "./suiteLogs.ts";

/** The variable that carries the server's URL into the test processes. */
export const serverVariable = "TRUNKLINE_TEST_SERVER";

/** The variable that names the migrated database that every test file gets a copy of. */
export const templateVariable = "TRUNKLINE_TEST_TEMPLATE";

const folderPrefix = "trunkline-test-";

let templates = 0;

/** Has one server for the run, migrates the template, and takes both away afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `template_${process.pid}_${templates++}`;
  await insertDatabase(server.url("postgres"), template);
  const db = openDatabase(server.url(template));
  await migrate(db);
  await db.close();
  process.env[serverVariable] = server.url("DATABASE");
  process.env[templateVariable] = template;
  return async () => {
    await removeDatabase(server.url("postgres"), template);
    await server.stop();
  };
}

/** An embedded server of the run's own, or the one that TRUNKLINE_TEST_DATABASE_URL names: PostgreSQL of another version or collation. */
async function openServer(): Promise<{ url(database: string): string; stop(): Promise<void> }> {
  const given = process.env["TRUNKLINE_TEST_DATABASE_URL"];
  if (given)
    return {
      url: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
      stop: async () => {},
    };
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const server = await startEmbedded({ dataDir, durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      keepDatabaseLog(server.folder, `database-${process.pid}`);
      for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
    },
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
