import { parentPort, workerData } from "node:worker_threads";
import { type ReadSlice, type SliceOptions, SliceReader } from "../../csv/sliceReader.ts";
import { newId } from "../../store/newId.ts";

/** A part of the file, in order. */
export interface PartMessage {
  bytes: Uint8Array;
  isLast: boolean;
}

const reader = new SliceReader(workerData as SliceOptions, newId);

parentPort?.on("message", ({ bytes, isLast }: PartMessage) => {
  const slice: ReadSlice = reader.read(bytes, isLast);
  parentPort?.postMessage(
    slice,
    slice.lanes.flatMap(({ copy, again }) => [copy.buffer, again.buffer]),
  );
});
