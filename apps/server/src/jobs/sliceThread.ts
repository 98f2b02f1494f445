import { Worker } from "node:worker_threads";
import type { SliceOptions } from "../csv/sliceReader.ts";
import type { PartMessage, SliceMessage } from "./importContactsThread.ts";

/** A thread that splits and judges rows, so that neither requests nor the engine wait for it. */
export interface SliceThread {
  /** The rows that end in this part; one part at a time. The bytes are the thread's from then on. */
  read(bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<SliceMessage>;
  close(): Promise<void>;
}

/** Starts the thread. */
export function openSliceThread(options: SliceOptions): SliceThread {
  const thread = new Worker(new URL("./importContactsThread.ts", import.meta.url), {
    workerData: options,
    // Its garbage is short-lived: a young generation that fits a part keeps it small and quick.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  let waiting: PromiseWithResolvers<SliceMessage> | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(error);
    waiting = undefined;
  };
  thread.on("message", (message: SliceMessage) => {
    waiting?.resolve(message);
    waiting = undefined;
  });
  thread.on("error", fail);
  thread.on("exit", () => fail(new Error("The thread that reads the file has ended")));
  return {
    read(bytes, isLast) {
      if (failure) return Promise.reject(failure);
      waiting = Promise.withResolvers();
      const message: PartMessage = { bytes, isLast };
      thread.postMessage(message, [bytes.buffer]);
      return waiting.promise;
    },
    async close() {
      thread.removeAllListeners("exit");
      await thread.terminate();
    },
  };
}
