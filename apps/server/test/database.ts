import { rm } from "node:fs/promises";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { openDatabase } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { makeRunFolder } from "./runFolder.ts";
import { captureDatabaseLog } from "./suiteLogs.ts";

/** The variable that carries the server's URL into the test processes. */
export const serverVariable = "TRUNKLINE_TEST_SERVER";

/** The variable that names the migrated database that every test file gets a copy of. */
export const templateVariable = "TRUNKLINE_TEST_TEMPLATE";

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
  const dataDir = await makeRunFolder("trunkline-test-");
  const server = await startEmbedded({ dataDir, durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      captureDatabaseLog(server.folder, `database-${process.pid}`);
      for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}
