/** One offered end of a snooze. */
export interface SnoozeChoice {
  label: string;
  at: Date;
}

const hourMs = 3_600_000;
const workStarts = 9;

/** A morning in the reader's zone, so many days ahead. */
const morning = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, workStarts);

/** The ends of a snooze that are one click away, in the reader's zone (decision 0099). Late in the day there is no later today. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = new Date(now.getTime() + 3 * hourMs);
  later.setMinutes(later.getMinutes() < 30 ? 0 : 30, 0, 0);
  // Sunday is 0; on a Monday the next one is a week away
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ...(later.getDate() === now.getDate() ? [{ label: "Later today", at: later }] : []),
    { label: "Tomorrow", at: morning(now, 1) },
    { label: "Next week", at: morning(now, toMonday) },
  ];
}

/** Why a date and time cannot be the end of a snooze; undefined if it can. */
export function snoozeIssue(at: Date, now: Date, mostMs: number): string | undefined {
  if (Number.isNaN(at.getTime())) return "Enter a date and a time.";
  if (at <= now) return "Choose a time in the future.";
  return at.getTime() - now.getTime() > mostMs ? "Choose a time within a year." : undefined;
}
