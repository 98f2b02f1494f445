import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** A run of the whole suite keeps half of it at most. */
const leastBytes = 6 * 1024 ** 3;

/**
 * Where the data of tests is, which is lost anyway: in memory where the system offers enough of it. Making a database
 * makes a thousand files, which cost a tenth there, and an order to write to disk costs nothing.
 */
export const memoryFolder = hasMemory() ? memory : tmpdir();

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === memory);
    // a copy of PostgreSQL's programs may be next to the data
    const runsPrograms = mount?.[2] === "tmpfs" && !mount[3]?.split(",").includes("noexec");
    return runsPrograms && Math.min(bavail * bsize, process.availableMemory()) > leastBytes;
  } catch {
    return false;
  }
}
