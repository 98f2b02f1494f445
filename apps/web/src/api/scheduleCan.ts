import { type Schedule, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";

type Of = Pick<Schedule, "status">;

/** Which actions a scheduled run's status allows (spec 2 §4.7). -2 blocks all of them. */
export const scheduleCan = {
  pause: ({ status }: Of): boolean => status === scheduleStatus.scheduled,
  unpause: ({ status }: Of): boolean => status === scheduleStatus.paused,
  cancel: ({ status }: Of): boolean => status === scheduleStatus.scheduled || status === scheduleStatus.paused,
  edit: ({ status }: Of): boolean => status === scheduleStatus.scheduled || status === scheduleStatus.paused,
};

/** The status column (spec 2 §4.7): Paused for 0, Scheduled for 1, '---' otherwise. */
export const scheduleWord = ({ status }: Of): "Scheduled" | "Paused" | "---" =>
  status === scheduleStatus.scheduled ? "Scheduled" : status === scheduleStatus.paused ? "Paused" : "---";

/** The status on the Runners page, which spec 2 §4.7 does not cover. */
export const runnerWord = (schedule: Of): "Scheduled" | "Paused" | "Cancelled" | "Ended" => {
  const word = scheduleWord(schedule);
  if (word !== "---") return word;
  return schedule.status === scheduleStatus.cancelled ? "Cancelled" : "Ended";
};
