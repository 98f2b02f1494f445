import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { toastInfo, toastSuccess } from "../ui/page/toast.tsx";

/** Says that a run has started, or that another user must approve it first. */
export function tellStart({ displayName, approval, status }: Batch): void {
  if (approval?.state === "waiting" && status !== "In Progress")
    toastInfo("The run waits for approval by another user", displayName);
  else toastSuccess("Workflow started successfully", displayName);
}
