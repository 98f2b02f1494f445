import { Alert } from "@mantine/core";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { formatZonedTime } from "../../../ui/text/formatTime.ts";

/** Explains why a run in progress is not sending. */
export const RunWait = ({ batch: { status, waitsFor } }: { batch: Batch }) =>
  status !== "In Progress" || waitsFor === null ? null : (
    <Alert color="blue" variant="light" title="Nothing is being sent right now" role="status">
      {waitsFor.text}
      {waitsFor.until !== null && ` Next: ${formatZonedTime(waitsFor.until)}.`}
    </Alert>
  );
