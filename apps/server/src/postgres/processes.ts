import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The server that stands in a cluster's postmaster.pid and is really alive. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid and answers the server only when a living process is that server. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readLock(cluster);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !servesCluster(pid, cluster)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** True when postmaster.pid names a living process that is something else, as after a reboot or in a new container. */
export function isLockForeign(cluster: string): boolean {
  const pid = Number(readLock(cluster)?.[0]);
  return pid > 0 && isPresent(pid) && !servesCluster(pid, cluster);
}

/** Processes of this cluster that still run, its postmaster or what a killed postmaster left behind. */
export function listClusterProcesses(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === cluster);
}

/** Something that tells a process from a later one with the same number, or null when it is gone. */
export function findProcessMark(pid: number): string | null {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
    const [state, ...rest] = statFields(pid);
    return state === "Z" ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

function readLock(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  if (findProcessMark(pid) === null) return false;
  try {
    if (process.platform === "linux") return workingFolder(pid) === cluster && commandLine(pid).includes("postgres");
    return commandLine(pid).includes(cluster);
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** What follows the program's name, which may itself hold spaces and brackets: state first, start time nineteen on. */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
