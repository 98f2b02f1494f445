import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";

const tones: Record<Batch["status"], Tone> = {
  "Not started": "off",
  "In Progress": "going",
  Paused: "waits",
  Stopped: "off",
  Done: "done",
};

/** The status badge of a run (spec 2 §4.8). */
export const BatchStatus = ({ batch }: { batch: Batch }) => (
  <StatusBadge tone={tones[batch.status]}>{batch.status}</StatusBadge>
);
