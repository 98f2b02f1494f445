import { Alert } from "@mantine/core";
import type { Batch } from "@trunkline/contract/runs/batch.ts";

/** What it means for the contacts that a run is paused or stopped; nothing while it goes on (readings, Pause and stop). */
const words: Partial<Record<Batch["status"], string>> = {
  Paused: "Paused: nothing is sent, and waits that end meanwhile go on when the run is started again.",
  Stopped: "Stopped: texts that were queued are cancelled, and nobody goes on until the run is started again.",
};

export const HaltedRun = ({ status }: Pick<Batch, "status">) =>
  words[status] === undefined ? null : (
    <Alert color="yellow" variant="light">
      {words[status]}
    </Alert>
  );
