import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../refusal.ts";
import type { ClusterDirectory } from "./clusterDirectory.ts";
import { findProcessMark } from "./processes.ts";

/** The database's superuser and owner. */
export const ownerRole = "trunkline";

const unfinishedPrefix = "postgres.new-";

/** Creates the cluster if it does not exist. An existing one must have the same major version as the programs. */
export async function initCluster(home: ClusterDirectory, options: { durable: boolean }): Promise<void> {
  const version = await readFile(join(home.cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version !== null) return checkMajor(home, version.trim());
  await removeUnfinished(home.folder);
  await insertPassword(home);
  const unfinished = join(home.folder, `${unfinishedPrefix}${process.pid}`);
  await mkdir(unfinished, { mode: 0o700 });
  if (home.runAs) await chown(unfinished, home.runAs.uid, home.runAs.gid);
  try {
    await runInitdb(home, unfinished, options.durable);
    // Renamed only when complete, so that an interrupted start leaves no partial cluster.
    await rename(unfinished, home.cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const madeMeanwhile = await readFile(join(home.cluster, "PG_VERSION"), "utf8").catch(() => null);
    if (madeMeanwhile === null) throw error;
  }
}

/** The owner's password, generated once and stored next to the cluster, readable only by this system user. */
export async function readPassword(home: ClusterDirectory): Promise<string> {
  const path = passwordPath(home);
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new Refusal(
      `The database's password file ${path} cannot be read. Restore it or its permissions: the database cannot be opened without it.`,
      {
        cause: error,
      },
    );
  });
}

function passwordPath(home: ClusterDirectory): string {
  return join(home.folder, "postgres.password");
}

async function insertPassword(home: ClusterDirectory): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordPath(home), password, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

function checkMajor(home: ClusterDirectory, found: string): void {
  if (found === String(home.binaries.major)) return;
  throw new Refusal(
    `The data in ${home.cluster} was written by PostgreSQL ${found}, and this Trunkline includes PostgreSQL ${home.binaries.major}, which cannot read it. Start the Trunkline version that wrote it, move the data to a server and set DATABASE_URL, or set TRUNKLINE_DATA_DIR to a new directory.`,
  );
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const pid = Number(name.slice(unfinishedPrefix.length));
    if (pid === process.pid || findProcessMark(pid) === null)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function runInitdb(home: ClusterDirectory, folder: string, durable: boolean): Promise<void> {
  // initdb reads the password as the database user, who may only pass through this directory.
  const handover = await mkdtemp(join(home.folder, "init-"));
  const passwordFile = join(handover, "password");
  try {
    await writeFile(passwordFile, await readPassword(home), { mode: 0o600 });
    if (home.runAs) for (const path of [handover, passwordFile]) await chown(path, home.runAs.uid, home.runAs.gid);
    const flags = ["-D", folder, "-U", ownerRole, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
    flags.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--data-checksums");
    flags.push("--no-instructions", ...(durable ? [] : ["--no-sync"]));
    await runProgram(home, "initdb", flags);
  } finally {
    await rm(handover, { recursive: true, force: true });
  }
}

function runProgram(home: ClusterDirectory, name: string, flags: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const path = join(home.binaries.folder, "bin", name);
  const child = spawn(path, flags, {
    cwd: "/",
    env: programEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    ...home.runAs,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  child.on("error", (error) => reject(new Refusal(cannotRun(path, error), { cause: error })));
  child.on("close", (code) => {
    if (code === 0) resolve();
    else reject(new Refusal(`PostgreSQL's ${name} failed (exit ${code}):\n${output.trim()}`));
  });
  return promise;
}

/** The message for a program that could not be started. */
export function cannotRun(path: string, error: NodeJS.ErrnoException): string {
  const why =
    error.code === "ENOENT"
      ? "this system does not have the required C library (glibc). Set DATABASE_URL to a PostgreSQL server"
      : (error.code ?? error.message);
  return `The embedded PostgreSQL cannot run: ${path}: ${why}.`;
}

/** The environment of PostgreSQL's programs, without our secrets, PG* defaults and locale. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}
