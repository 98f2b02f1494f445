import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startEmbedded } from "../src/postgres/embedded.ts";
import { listClusterProcesses } from "../src/postgres/processes.ts";
import { type Launched, launch } from "./launch.ts";

/** A data directory, the programs that a test starts in it, and its database. */
export class StartFolder {
  readonly dataDir: string;
  private readonly running: Launched[] = [];

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get cluster(): string {
    return join(this.dataDir, "postgres");
  }

  serve(...args: string[]): Launched {
    const launched = launch(["serve", "--empty", "--port", "0", "--data-dir", this.dataDir, ...args]);
    this.running.push(launched);
    return launched;
  }

  async serveWorker(): Promise<Launched> {
    const worker = this.serve("--role", "worker");
    await worker.line(/worker is running/);
    return worker;
  }

  /** The postmaster removes its lock just before it ends, so the program may be over a moment earlier. */
  nothingRuns(): Promise<void> {
    return expect.poll(() => listClusterProcesses(this.cluster)).toEqual([]);
  }

  /** Leaves nothing running. */
  async stopAll(): Promise<void> {
    for (const { child, ended } of this.running.splice(0)) {
      child.kill("SIGTERM");
      await ended;
    }
    const { dataDir } = this;
    const server = existsSync(join(this.cluster, "postmaster.pid")) ? await startEmbedded({ dataDir }) : null;
    await server?.stop();
  }
}

/** The address that a program says it is at. */
export async function readAddress(launched: Launched): Promise<string> {
  return /http:\/\/[\d.:]+\d/.exec(await launched.line(/^Trunkline is at/))?.[0] ?? "";
}
