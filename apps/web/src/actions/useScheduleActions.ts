import { type Schedule, scheduleRoutes, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";
import { useState } from "react";
import { callOne, type Input } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";

/** What changes of a run to come; the rest of the whole object goes along as it was. */
type ScheduleChange = Partial<Input<typeof scheduleRoutes.update>["body"]>;

/** The titles of what is said afterwards (spec 2 §8). */
interface Told {
  done: string;
  failed: string;
}

interface ScheduleActions {
  pause: (schedule: Schedule) => Promise<boolean>;
  unpause: (schedule: Schedule) => Promise<boolean>;
  cancel: (schedule: Schedule) => Promise<boolean>;
  update: (schedule: Schedule, change: ScheduleChange, told: Told) => Promise<boolean>;
  /** Schedules that are just being changed. */
  busy: ReadonlySet<string>;
}

/** Changes runs to come, each by its whole object (spec 2 §4.7, §7.4). */
export function useScheduleActions(): ScheduleActions {
  const refresh = useRefresh();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const update: ScheduleActions["update"] = async (schedule, change, told) => {
    const { campaignId, eventId, nextScheduled, ...whole } = schedule;
    setBusy((before) => new Set(before).add(eventId));
    try {
      await callOne(scheduleRoutes.update, {
        params: { campaignId, eventId },
        // a recurring run goes without its next slot (spec 2 §7.4)
        body: { ...whole, ...(schedule.recurring ? {} : { nextScheduled }), ...change },
      });
      toastSuccess(told.done, schedule.createBatchRequest.displayName);
      return true;
    } catch (problem) {
      toastError(told.failed, problem);
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
          ? "It will not run again. Runs that have started go on."
          : "It will not run. A cancelled run cannot be brought back here.",
        confirm: "Cancel run",
        cancel: "Keep it",
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
