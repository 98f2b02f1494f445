import { rm } from "node:fs/promises";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { openDatabase } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { listNodeUrls, makeClusterTemplate, nodesVariable, removeOnNodes } from "./clusterDatabases.ts";
import { memoryFolder } from "./memoryFolder.ts";
import { copyMigratedCluster, migratedDatabase } from "./migratedCluster.ts";
import { makeRunFolder } from "./runFolder.ts";
import { captureDatabaseLog } from "./suiteLogs.ts";

/** The variable that carries the server's URL into the test processes. */
export const serverVariable = "TRUNKLINE_TEST_SERVER";

/** The variable that names the migrated database that every test file gets a copy of. */
export const templateVariable = "TRUNKLINE_TEST_TEMPLATE";

let templates = 0;

/** Has one server for the run with a migrated template, and takes both away afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env["TRUNKLINE_TEST_DATABASE_URL"];
  const nodes = given === undefined ? [] : await listNodeUrls(given);
  process.env[nodesVariable] = JSON.stringify(nodes);
  const server =
    given === undefined
      ? await startOwn()
      : nodes.length > 0
        ? await distributeGiven(given, nodes)
        : await migrateGiven(given);
  process.env[serverVariable] = server.url("DATABASE");
  process.env[templateVariable] = server.template;
  return () => server.stop();
}

interface TestDatabases {
  url(database: string): string;
  template: string;
  stop(): Promise<void>;
}

/** The server that TRUNKLINE_TEST_DATABASE_URL names: PostgreSQL of another version or collation. */
async function migrateGiven(given: string): Promise<TestDatabases> {
  const url = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href;
  const template = `template_${process.pid}_${templates++}`;
  await insertDatabase(url("postgres"), template);
  const db = openDatabase(url(template));
  await migrate(db);
  await db.close();
  return { url, template, stop: () => removeDatabase(url("postgres"), template) };
}

/** The cluster that TRUNKLINE_TEST_DATABASE_URL names. */
async function distributeGiven(given: string, nodes: string[]): Promise<TestDatabases> {
  const url = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href;
  const template = `template_${process.pid}_${templates++}`;
  await makeClusterTemplate(nodes, template);
  process.env["TRUNKLINE_CLAIM"] = "byAccount";
  return { url, template, stop: () => removeOnNodes(template, nodes) };
}

/** An embedded server of the run's own. */
async function startOwn(): Promise<TestDatabases> {
  const dataDir = await makeRunFolder("trunkline-test-", memoryFolder);
  await copyMigratedCluster(dataDir);
  const server = await startEmbedded({ dataDir, durable: false });
  return {
    url: server.url,
    template: migratedDatabase,
    async stop() {
      await server.stop();
      captureDatabaseLog(server.folder, `database-${process.pid}`);
      for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}
