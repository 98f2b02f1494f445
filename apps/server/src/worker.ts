import type { Parts } from "./startProgram.ts";

/** The running worker. */
export interface Worker {
  /** Finishes what it holds and takes nothing new. */
  stop(): Promise<void>;
}

/** Starts the worker's jobs. */
export function startWorker(_parts: Parts): Worker {
  return { stop: async () => {} };
}
