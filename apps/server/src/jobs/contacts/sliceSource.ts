import { Worker } from "node:worker_threads";
import { type ReadSlice, type SliceOptions, SliceReader } from "../../csv/sliceReader.ts";
import { newId } from "../../store/newId.ts";
import type { PartMessage } from "./importContactsThread.ts";

/** Splits and validates the rows of a file. */
export interface SliceSource {
  /** The rows that end in this part; one part at a time. The bytes are the thread's from then on. */
  read(bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<ReadSlice>;
  close(): Promise<void>;
}

/** A small file is read in less time than a thread takes to start. */
const smallBytes = 128 * 1024;

/** Reads a file of this size: a large one in a thread, so that neither requests nor the engine wait for it. */
export function openSliceSource(options: SliceOptions, fileBytes: number): SliceSource {
  if (fileBytes > smallBytes) return openThread(options);
  const reader = new SliceReader(options, newId);
  return { read: async (bytes, isLast) => reader.read(bytes, isLast), close: async () => {} };
}

function openThread(options: SliceOptions): SliceSource {
  const thread = new Worker(new URL("./importContactsThread.ts", import.meta.url), {
    workerData: options,
    // Its garbage is short-lived: a young generation that fits a part keeps it small and quick.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  let waiting: PromiseWithResolvers<ReadSlice> | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(error);
    waiting = undefined;
  };
  thread.on("message", (message: ReadSlice) => {
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
