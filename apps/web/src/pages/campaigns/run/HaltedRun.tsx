import { Alert } from "@mantine/core";
import type { Batch } from "@trunkline/contract/runs/batch.ts";

/** What a paused or stopped run means for its contacts (readings, Pause and stop). */
const messages: Partial<Record<Batch["status"], string>> = {
  Paused: "This run is paused and sends nothing. Waits that end now continue when you start the run again.",
  Stopped:
    "This run is stopped. Queued texts were cancelled, and contacts do not continue until you start the run again.",
};

export const HaltedRun = ({ status }: Pick<Batch, "status">) =>
  messages[status] === undefined ? null : (
    <Alert color="yellow" variant="light">
      {messages[status]}
    </Alert>
  );
