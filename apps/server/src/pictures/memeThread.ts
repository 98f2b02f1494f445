import { parentPort } from "node:worker_threads";
import { type Drawing, drawTexts } from "./drawTexts.ts";

/** A drawing request. The answer has the same number. */
export interface DrawingMessage {
  id: number;
  drawing: Drawing;
}

/** The drawn picture, or the error. */
export type DrawnMessage =
  | { id: number; data: Uint8Array; contentType: "image/png" | "image/jpeg"; width: number; height: number }
  | { id: number; problem: string };

parentPort?.on("message", async ({ id, drawing }: DrawingMessage) => {
  try {
    const { data, ...rest } = await drawTexts(drawing);
    parentPort?.postMessage({ id, data: new Uint8Array(data), ...rest } satisfies DrawnMessage);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id, problem } satisfies DrawnMessage);
  }
});
