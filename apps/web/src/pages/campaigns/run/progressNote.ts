import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { plural } from "../../../ui/text/formatFigure.ts";
import { formatDuration } from "../../../ui/text/formatTime.ts";

type Counted = Pick<Batch, "status" | "enrolling" | "started" | "total" | "waiting" | "periodMs" | "startedAt">;

/** What the progress of a run means: how many contacts are still on their way, and when the last one starts. */
export function progressNote(run: Counted, nowMs: number): string {
  const left = secondsLeft(run, nowMs);
  const moving = underWay(run);
  return [
    "contacts started",
    ...(run.enrolling ? ["enrolling contacts"] : []),
    ...(moving === null ? [] : [moving]),
    ...(left === null ? [] : [`about ${formatDuration(left)} left`]),
  ].join(", ");
}

/** How many contacts have started and are not done; null when there are none. */
export function underWay({ waiting, total, started }: Pick<Counted, "waiting" | "total" | "started">): string | null {
  const contacts = waiting - Math.max(0, total - started);
  return contacts > 0 ? `${plural(contacts, "contact")} on the way` : null;
}

/** Seconds until the last contact starts: at the rate of the run, or with Auto as fast as until now. */
function secondsLeft({ status, started, total, periodMs, startedAt }: Counted, nowMs: number): number | null {
  const missing = total - started;
  if (status !== "In Progress" || missing <= 0) return null;
  if (periodMs > 0) return (missing * periodMs) / 1_000;
  if (started === 0 || startedAt === null) return null;
  return (missing * (nowMs - Date.parse(startedAt))) / started / 1_000;
}
