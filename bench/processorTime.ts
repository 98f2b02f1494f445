import { readFileSync } from "node:fs";
import { withOwner } from "../apps/server/src/store/cluster/clusterState.ts";

/** Ticks of the kernel in a second. */
const ticks = 100;

/** A reading of the processor time of a server of this machine, all its processes together, in milliseconds. */
export async function openProcessorTime(url: string): Promise<() => number> {
  const main = await withOwner(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int pid",
    );
    return rows[0]?.pid ?? 0;
  });
  return () => {
    const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ").filter(Boolean);
    // those that have ended are in the time of the main process
    return [String(main), ...children].reduce((sum, pid) => sum + readTicks(pid), 0) * (1_000 / ticks);
  };
}

/** User and system time of a process and of those that it has waited for. */
function readTicks(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  } catch {
    // it has just ended
    return 0;
  }
}
