import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { type Config, type Flags, readConfig } from "../config/config.ts";
import { openMailer } from "../mail/mailer.ts";
import { prepareClusterDirectory } from "../postgres/clusterDirectory.ts";
import { findPlatformPackage } from "../postgres/platformPackage.ts";
import { needPages } from "../program/builtPages.ts";
import { checkCluster } from "../program/cluster/checkCluster.ts";
import { holdPort } from "../program/holdPort.ts";
import { openMasterKey } from "../program/masterKey.ts";
import { openStore } from "../program/openStore.ts";
import { Refusal } from "../refusal.ts";
import { checkRights, listMigrations, listPendingMigrations } from "../store/migrate.ts";

/** `trunkline doctor`: checks whether `serve` has everything it needs. */
export const command = new Command("doctor")
  .description("Check what `serve` needs: Node, PostgreSQL, data directory, port, database, web pages and mail.")
  .option("--port <port>", "port to check (PORT, default 4400)")
  .option("--host <host>", "address to check (HOST, default 127.0.0.1)")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .action(async (flags: Flags) => {
    const failures = await examine(readConfig(process.env, flags));
    if (failures > 0) throw new Refusal(failures === 1 ? "1 problem found." : `${failures} problems found.`);
    console.log("No problems found.");
  });

/** A check returns what it found, or throws a refusal that says what to fix. */
type Check = (config: Config) => string | Promise<string>;

const checks: Record<string, Check> = {
  Node: () => `${process.versions.node} at ${process.execPath}`,
  PostgreSQL: checkPostgres,
  "Data directory": checkDataDir,
  "Master key": checkMasterKey,
  Port: checkPort,
  Database: checkDatabase,
  Cluster: ({ databaseUrl }) => (databaseUrl ? checkCluster(databaseUrl) : "one server"),
  Mail: checkMail,
  Pages: () => {
    needPages();
    return "built";
  },
};

async function examine(config: Config): Promise<number> {
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      console.log(`ok    ${name}: ${await check(config)}`);
    } catch (error) {
      failures += 1;
      console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failures;
}

async function checkPostgres({ databaseUrl }: Config): Promise<string> {
  if (databaseUrl) return "the server in DATABASE_URL";
  const { version, folder } = await findPlatformPackage();
  return `embedded ${version} at ${folder}`;
}

async function checkDataDir({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl) return "not needed with DATABASE_URL";
  const home = await prepareClusterDirectory(dataDir, await findPlatformPackage(), console.log);
  return home.folder;
}

function checkMasterKey(config: Config): string {
  if (config.masterKey) return "from TRUNKLINE_MASTER_KEY";
  openMasterKey(config);
  return `stored in ${join(config.dataDir, "master.key")}`;
}

async function checkMail({ mail }: Config): Promise<string> {
  if (mail === null) return "not set up; Trunkline sends no mail";
  const where = `${mail.host}:${mail.port}`;
  await openMailer(mail)
    ?.check()
    .catch((error: Error) => {
      throw new Refusal(`${where} (TRUNKLINE_MAIL_URL): ${error.message}`);
    });
  return `${where} accepts mail from ${mail.from.address}`;
}

async function checkPort(config: Config): Promise<string> {
  try {
    await (await holdPort(config)).release();
    return `${config.port} on ${config.host} is free`;
  } catch (error) {
    const answer = await fetch(`http://${config.host}:${config.port}/healthz`).catch(() => null);
    if (!answer?.ok) throw error;
    return `${config.port} on ${config.host} is in use by a running Trunkline`;
  }
}

async function checkDatabase(config: Config): Promise<string> {
  if (!config.databaseUrl) {
    const home = await prepareClusterDirectory(config.dataDir, await findPlatformPackage(), () => {});
    if (!existsSync(join(home.cluster, "PG_VERSION"))) return "not created yet; the first `serve` creates it";
  }
  const store = await openStore(config, { say: console.log, migrate: false });
  try {
    const pending = await listPendingMigrations(store.db);
    if (pending.length > 0) await checkRights(store.db);
    const total = (await listMigrations()).length;
    const state =
      pending.length === 0 ? "up to date" : `${pending.length} of ${total} migrations pending (\`serve\` applies them)`;
    return `${store.what}, ${state}`;
  } finally {
    await store.close();
  }
}
