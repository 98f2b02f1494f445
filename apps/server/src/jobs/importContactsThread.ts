import { parentPort, workerData } from "node:worker_threads";
import type { LaneRows, Reject } from "../csv/contactRows.ts";
import { type SliceOptions, SliceReader } from "../csv/sliceReader.ts";

/** A part of the file, in order. */
export interface PartMessage {
  bytes: Uint8Array;
  isLast: boolean;
}

/** The rows of a lane with their text as bytes. */
export type LaneBytes = Omit<LaneRows, "copy"> & { copy: Uint8Array };

/** What the thread answers to a part. */
export interface SliceMessage {
  lanes: [LaneBytes, LaneBytes];
  rejects: Reject[];
  bytes: number;
  line: number;
}

const reader = new SliceReader(workerData as SliceOptions);
const encoder = new TextEncoder();
const encode = (lane: LaneRows): LaneBytes => ({ ...lane, copy: encoder.encode(lane.copy) });

parentPort?.on("message", ({ bytes, isLast }: PartMessage) => {
  const slice = reader.read(bytes, isLast);
  const lanes: SliceMessage["lanes"] = [encode(slice.lanes[0]), encode(slice.lanes[1])];
  const answer: SliceMessage = { lanes, rejects: slice.rejects, bytes: slice.bytes, line: slice.line };
  parentPort?.postMessage(
    answer,
    lanes.map((lane) => lane.copy.buffer as ArrayBuffer),
  );
});
