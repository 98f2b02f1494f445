import { Worker } from "node:worker_threads";
import type { ThreadMessage, ThreadOrder, ThreadTask } from "./dryRunThread.ts";

/** The sums and the pace of one thread. */
export type Played = Extract<ThreadMessage, { sums: unknown }>;

/** The threads that play a dry run. Each has its share of the contacts and of the carriers' limits. */
export class DryRunThreads {
  private readonly workers: Worker[];
  private readonly results: Promise<Played[]>;
  private sent = 0;
  private problem: unknown;
  /** Contacts that were played. */
  played = 0;

  constructor(task: Omit<ThreadTask, "threads">, threads: number) {
    this.workers = Array.from({ length: threads }, () => startWorker({ ...task, threads }));
    this.results = Promise.all(this.workers.map((worker) => this.follow(worker)));
    this.results.catch((problem: unknown) => {
      this.problem = problem;
    });
  }

  private follow(worker: Worker): Promise<Played> {
    return new Promise((resolve, reject) => {
      worker.on("message", (message: ThreadMessage) => {
        if ("played" in message) this.played += message.played;
        else resolve(message);
      });
      worker.on("error", reject);
      worker.on("exit", () => reject(new Error("A thread of the dry run has ended")));
    });
  }

  /** Hands the next contacts to the next thread, so that all threads have the same share of every period. Throws what a thread failed with. */
  play(keys: Uint8Array, before: number): void {
    if (this.problem !== undefined) throw this.problem;
    this.order(this.workers[this.sent++ % this.workers.length], { keys, before });
  }

  /** No more contacts come: resolves with what the threads come to. */
  finish(): Promise<Played[]> {
    for (const worker of this.workers) this.order(worker, { isLast: true });
    return this.results;
  }

  private order(worker: Worker | undefined, order: ThreadOrder): void {
    worker?.postMessage(order);
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

const startWorker = (task: ThreadTask): Worker =>
  new Worker(new URL("./dryRunThread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
  });
