import { type Schedule, scheduleRoutes, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";
import { useState } from "react";
import { callOne, type Input } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";

/** The changed fields of a schedule. The update sends the rest of the object unchanged. */
type ScheduleChange = Partial<Input<typeof scheduleRoutes.update>["body"]>;

/** Titles of the toasts (spec 2 §8). */
interface ToastTitles {
  done: string;
  failed: string;
}

interface ScheduleActions {
  pause: (schedule: Schedule) => Promise<boolean>;
  unpause: (schedule: Schedule) => Promise<boolean>;
  cancel: (schedule: Schedule) => Promise<boolean>;
  update: (schedule: Schedule, change: ScheduleChange, titles: ToastTitles) => Promise<boolean>;
  /** Ids of schedules with an update in progress. */
  busy: ReadonlySet<string>;
}

/** Updates schedules. Each update sends the whole schedule (spec 2 §4.7, §7.4). */
export function useScheduleActions(): ScheduleActions {
  const refresh = useRefresh();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const update: ScheduleActions["update"] = async (schedule, change, titles) => {
    const { campaignId, eventId, nextScheduled, ...whole } = schedule;
    setBusy((before) => new Set(before).add(eventId));
    try {
      await callOne(scheduleRoutes.update, {
        params: { campaignId, eventId },
        // nextScheduled is left out for a recurring run (spec 2 §7.4)
        body: { ...whole, ...(schedule.recurring ? {} : { nextScheduled }), ...change },
      });
      toastSuccess(titles.done, schedule.createBatchRequest.displayName);
      return true;
    } catch (problem) {
      toastError(titles.failed, problem);
      return false;
    } finally {
      await refresh("/v4/campaign/batch/schedule");
      setBusy((before) => new Set([...before].filter((one) => one !== eventId)));
    }
  };
  return {
    busy,
    update,
    pause: (schedule) =>
      update(
        schedule,
        { status: scheduleStatus.paused },
        { done: "Paused workflow", failed: "Error pausing campaign" },
      ),
    unpause: (schedule) =>
      update(
        schedule,
        { status: scheduleStatus.scheduled },
        { done: "Unpaused workflow", failed: "Error updating workflow" },
      ),
    cancel: async (schedule) => {
      const isSure = await confirm({
        title: `Cancel "${schedule.createBatchRequest.displayName}"?`,
        consequence: schedule.recurring
          ? "It will not run again. Runs that have started continue."
          : "It will not run. You cannot undo this.",
        confirm: "Cancel run",
        cancel: "Keep run",
      });
      if (!isSure) return false;
      return update(
        schedule,
        { status: scheduleStatus.cancelled },
        { done: "Cancelled workflow", failed: "Error updating workflow" },
      );
    },
  };
}
