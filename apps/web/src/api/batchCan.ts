import type { Batch } from "@trunkline/contract/runs/batch.ts";

/** Which actions a run's status allows (spec 2 §4.8). */
export const batchCan = {
  pause: ({ status }: Pick<Batch, "status">): boolean => status === "In Progress",
  // `as string`: an older server may answer an empty status, which can be started (spec 2 §4.8)
  start: ({ status }: Pick<Batch, "status">): boolean =>
    ["Paused", "Not started", "Stopped", ""].includes(status as string),
  pace: ({ status }: Pick<Batch, "status">): boolean => status !== "Done",
  stop: ({ status }: Pick<Batch, "status">): boolean => status === "In Progress" || status === "Paused",
};
