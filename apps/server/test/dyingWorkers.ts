import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { BreakingPoint } from "./breakingDatabase.ts";

const points: readonly BreakingPoint[] = ["before", "during", "committed"];
const atOnce = 3;

/** Worker processes that kill themselves at some statement and are replaced, until so many have died. The last ones live. */
export class DyingWorkers {
  killed = 0;
  private readonly url: string;
  private readonly kills: number;
  private readonly running = new Set<ChildProcess>();
  private started = 0;
  private stopping = false;

  constructor(url: string, kills: number) {
    this.url = url;
    this.kills = kills;
    for (let n = 0; n < atOnce; n++) this.start();
  }

  private start(): void {
    const n = this.started++;
    // between 60 and 360 statements, another number each time
    const at = n < this.kills ? 60 + ((n * 137) % 300) : Number.MAX_SAFE_INTEGER;
    const args = [join(import.meta.dirname, "breakingWorker.ts"), this.url, String(at), points[n % 3] as BreakingPoint];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env: process.env });
    this.running.add(child);
    child.once("exit", (_code, signal) => {
      this.running.delete(child);
      if (signal === "SIGKILL") this.killed++;
      if (!this.stopping) this.start();
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const ended = [...this.running].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of this.running) child.kill("SIGTERM");
    await Promise.all(ended);
  }
}
