import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { useState } from "react";
import { call, callOne } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { toastError, toastInfo, toastSuccess } from "../ui/page/toast.tsx";
import { tellStart } from "./tellStart.ts";

type Run = Pick<Batch, "campaignId" | "batchId" | "displayName">;

interface RunActions {
  start: (run: Run) => Promise<void>;
  pause: (run: Run) => Promise<void>;
  /** Ids of runs with a start or pause request in progress. */
  busy: ReadonlySet<string>;
}

/** Starts and pauses runs from the run history (spec 2 §4.8, §8). */
export function useRunActions(): RunActions {
  const refresh = useRefresh();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = async (batchId: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy((before) => new Set(before).add(batchId));
    try {
      await work();
    } finally {
      await refresh("/v4/campaign/batch", "/v4/campaign/:campaignId/batch", "/v4/home");
      setBusy((before) => new Set([...before].filter((one) => one !== batchId)));
    }
  };
  return {
    busy,
    start: ({ campaignId, batchId, displayName }) =>
      during(batchId, async () => {
        toastInfo("Starting workflow...", displayName);
        try {
          tellStart(await callOne(batchRoutes.start, { params: { campaignId, batchId }, body: {} }));
        } catch (problem) {
          toastError("Error starting workflow", problem);
        }
      }),
    pause: async ({ campaignId, batchId, displayName }) => {
      const isSure = await confirm({
        title: `Pause "${displayName}"?`,
        consequence:
          "Pausing an enrollment job can take several minutes to complete. Are you sure you want to continue?",
        confirm: "Pause",
        destructive: false,
      });
      if (!isSure) return;
      await during(batchId, async () => {
        toastInfo("Pausing workflow...", displayName);
        try {
          await call(batchRoutes.stop, { params: { campaignId, batchId }, body: { mode: "pause" } });
          toastSuccess("Paused workflow", displayName);
        } catch (problem) {
          toastError("Error pausing workflow", problem);
        }
      });
    },
  };
}
