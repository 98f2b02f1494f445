import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The running server of a cluster, according to its postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid and returns the server only if the process is alive and is that server. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readLock(cluster);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !servesCluster(pid, cluster)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** True when postmaster.pid names a process that is not PostgreSQL, as after a reboot or in a new container. */
export function isLockForeign(cluster: string): boolean {
  const pid = Number(readLock(cluster)?.[0]);
  return pid > 0 && isPresent(pid) && !servesCluster(pid, cluster);
}

/** Running processes of this cluster: its postmaster, or the children of a killed postmaster. */
export function listClusterProcesses(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === cluster);
}

/** A value that distinguishes a process from a later one with the same id, or null if it has ended. */
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

/** The fields after the program's name, which may contain spaces and brackets. The first is the state, and the start time follows nineteen fields later. */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
