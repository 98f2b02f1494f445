import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../refusal.ts";
import { type ClusterDirectory, prepareClusterDirectory } from "./clusterDirectory.ts";
import { cannotRun, initCluster, ownerRole, programEnvironment, readPassword } from "./initCluster.ts";
import { findPlatformPackage } from "./platformPackage.ts";
import { findPostmaster, findProcessMark, isLockForeign, listClusterProcesses } from "./processes.ts";
import { listSettings } from "./settings.ts";

/** A running embedded PostgreSQL. */
export interface EmbeddedServer {
  /**
   * How it was found: `started` and `adopted` (left behind by a killed launcher) are ours to stop; `attached` belongs to a
   * living Trunkline, and becomes ours when that one ends.
   */
  how: "started" | "adopted" | "attached";
  port: number;
  /** Where the cluster, its password and its log are. */
  folder: string;
  /** The owner's URL of a database of this server. */
  url(database: string): string;
  /** Stops the server in its fast way, when it is ours. */
  stop(): Promise<void>;
}

/** How the server is started. */
export interface EmbeddedOptions {
  dataDir: string;
  /** False only for tests, whose data may be lost. */
  durable?: boolean;
  /** Receives lines for the user who started the program. */
  say?: (line: string) => void;
  /** Where root keeps the database when its user may not enter the data directory. */
  refuge?: string;
}

const retryForMs = 60_000;
const killAfterMs = 60_000;
const startAgainAfterMs = 1_000;
const logLimitBytes = 10 * 1024 * 1024;
/** What a server says that found the remains of another one, or its port taken: worth another try. */
const passingFailure = /lock file ".*" already exists|pre-existing shared memory block|Address already in use/;

/** Starts the embedded PostgreSQL in the data directory, or takes over the one that already runs there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const say = options.say ?? (() => {});
  const home = await prepareClusterDirectory(options.dataDir, await findPlatformPackage(), say, options.refuge);
  const durable = options.durable ?? true;
  await initCluster(home, { durable });
  home.cluster = realpathSync(home.cluster);
  const password = await readPassword(home);
  let running = await begin(home, { durable, say });
  let owned = running.how !== "attached";
  if (owned) writeLauncherMark(home);
  const stopping = new AbortController();
  const { signal } = stopping;
  const startAgain = async () => {
    running = await begin(home, { durable, say, port: running.port, signal }).catch(async (error: Error) => {
      if (signal.aborted) return running;
      say(error.message);
      // an operator must remove the cause first: trying without a pause would only fill the log
      await pause(startAgainAfterMs, undefined, { signal }).catch(() => {});
      return running;
    });
    owned = running.how !== "attached";
    if (owned) writeLauncherMark(home);
  };
  let starting = Promise.resolve();
  const watch = async () => {
    for (;;) {
      await gone(running);
      if (signal.aborted) return;
      say(
        owned
          ? "The database stopped unexpectedly and is started again."
          : "The Trunkline that ran the database has stopped. This one runs it from now on.",
      );
      starting = startAgain();
      await starting;
    }
  };
  void watch();
  return {
    how: running.how,
    port: running.port,
    folder: home.folder,
    url: (database) => `postgres://${ownerRole}:${password}@127.0.0.1:${running.port}/${database}`,
    async stop() {
      stopping.abort();
      // a server that is starting is not ours yet: only when it ends or becomes ours do we know what to stop
      await starting;
      if (!owned) return;
      await stopPostmaster(home.cluster);
      if (readLauncher(home)?.pid === process.pid) rmSync(launcherMarkPath(home), { force: true });
    },
  };
}

interface Running {
  how: EmbeddedServer["how"];
  pid: number;
  port: number;
  child?: ChildProcess;
}

interface BeginOptions {
  durable: boolean;
  say: (line: string) => void;
  /** Fixed when connections already point at it. */
  port?: number;
  /** The program stops: no further server is started, and one that is starting is ended. */
  signal?: AbortSignal;
}

/** Tries for a minute: what a killed server leaves (lock, shared memory, port) takes a while to go (reliability §1.4). */
async function begin(home: ClusterDirectory, options: BeginOptions): Promise<Running> {
  const deadline = Date.now() + retryForMs;
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    if (options.signal?.aborted) throw new Refusal("The database is not started: this Trunkline is stopping.");
    const present = findPostmaster(home.cluster);
    if (present?.ready) return { how: isLauncherAlive(home) ? "attached" : "adopted", ...present };
    if (!present) {
      if (isLockForeign(home.cluster) && listClusterProcesses(home.cluster).length === 0)
        rmSync(join(home.cluster, "postmaster.pid"), { force: true });
      const outcome = await spawnServer(home, options);
      if (typeof outcome !== "string") return outcome;
      if (Date.now() > deadline || !passingFailure.test(outcome))
        throw new Refusal(`The embedded PostgreSQL does not start in ${home.cluster}:\n${outcome.trim()}`);
    }
    await pause(present ? 20 : waitMs);
  }
}

/** One try: the running server, or what its log says about the failure. */
async function spawnServer(
  home: ClusterDirectory,
  { durable, say, port: fixed, signal }: BeginOptions,
): Promise<Running | string> {
  const port = fixed ?? (await findFreePort());
  const program = join(home.binaries.folder, "bin/postgres");
  const logPath = join(home.folder, "postgres.log");
  const log = openLog(logPath);
  const logged = statSync(logPath).size;
  const child = spawn(program, ["-D", home.cluster, ...listSettings({ port, durable })], {
    cwd: "/",
    env: programEnvironment(),
    // Its own session: a Ctrl-C in the terminal reaches us alone, and we stop it last.
    detached: true,
    stdio: ["ignore", log, log],
    ...home.runAs,
  });
  closeSync(log);
  let failure: Error | undefined;
  child.on("error", (error) => {
    failure = error;
  });
  const slow = setTimeout(() => say("The database recovers from its last stop; this can take a while."), 5_000);
  try {
    for (;;) {
      if (failure) throw new Refusal(cannotRun(program, failure), { cause: failure });
      if (child.exitCode !== null || child.signalCode !== null) return readLogFrom(logPath, logged);
      const present = findPostmaster(home.cluster);
      if (present?.pid === child.pid && present?.ready) return { how: "started", child, ...present };
      if (signal?.aborted) await endChild(child);
      else await pause(10);
    }
  } finally {
    clearTimeout(slow);
    child.unref();
  }
}

/** Ends a server that is still starting: fast, and at once when it hangs. */
async function endChild(child: ChildProcess): Promise<void> {
  child.kill("SIGINT");
  const killer = setTimeout(() => child.kill("SIGQUIT"), killAfterMs);
  await gone({ child });
  clearTimeout(killer);
}

/** Resolves when the server has ended for any reason. */
async function gone({ child, pid }: Pick<Running, "child"> & Partial<Running>): Promise<void> {
  if (child) {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve));
    return;
  }
  while (pid !== undefined && findProcessMark(pid) !== null) await pause(1_000, undefined, { ref: false });
}

/** Fast shutdown; a server that hangs is killed and recovers at the next start. */
async function stopPostmaster(cluster: string): Promise<void> {
  const present = findPostmaster(cluster);
  if (!present) return;
  process.kill(present.pid, "SIGINT");
  const killAt = Date.now() + killAfterMs;
  let killed = false;
  while (findPostmaster(cluster)?.pid === present.pid) {
    if (!killed && Date.now() > killAt) {
      process.kill(present.pid, "SIGQUIT");
      killed = true;
    }
    await pause(10);
  }
}

async function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once("error", reject);
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(path, `${path}.1`);
  return openSync(path, "a", 0o600);
}

function readLogFrom(path: string, offset: number): string {
  return readFileSync(path).subarray(offset).toString();
}

function launcherMarkPath(home: ClusterDirectory): string {
  return join(home.folder, "launcher.json");
}

/** Names the process that stops the database, so that a second Trunkline neither stops nor restarts it. */
function writeLauncherMark(home: ClusterDirectory): void {
  writeFileSync(launcherMarkPath(home), JSON.stringify({ pid: process.pid, mark: findProcessMark(process.pid) }));
}

function isLauncherAlive(home: ClusterDirectory): boolean {
  const launcher = readLauncher(home);
  return launcher !== null && launcher.pid !== process.pid && findProcessMark(launcher.pid) === launcher.mark;
}

function readLauncher(home: ClusterDirectory): { pid: number; mark: string } | null {
  try {
    return JSON.parse(readFileSync(launcherMarkPath(home), "utf8"));
  } catch {
    return null;
  }
}
