import { instantOnDay, localIso } from "../../../parts/time/clock.ts";
import { showDays } from "../../../parts/time/daysOfWeek.ts";
import { parseLocalDateTime } from "../../../parts/time/instant.ts";
import type { Own } from "./saved.ts";

/** The mark by which the model reports the agreed time. */
const timeMark = /\[TIME\s+([^\]]*)\]/gi;

/** Instructions about times. The model must know the contact's current date. */
export function timeBrief({ aiContext }: Own, nowMs: number, zone: string, businessZone: string | undefined): string[] {
  const { startTime, endTime, daysOfWeek } = aiContext;
  const hours = `${showDays(daysOfWeek)} from ${startTime.slice(0, 5)} to ${endTime.slice(0, 5)}`;
  return [
    `For the contact it is ${localIso(nowMs, zone).slice(0, 16)} in ${zone}. Times can be agreed on ${hours} in ${businessZone ?? zone}.`,
    "When the contact agrees to a time, write [TIME YYYY-MM-DDTHH:MM] at the end of your answer, in the contact's local time; write it again when the time changes.",
  ];
}

/** The model's text without its marks, and the last time it reports, as ISO 8601 in the zone. Times in the past are ignored. */
export function readAgreedTime(said: string, nowMs: number, zone: string): { text: string; time: string | undefined } {
  let time: string | undefined;
  for (const [, written = ""] of said.matchAll(timeMark)) {
    const local = parseLocalDateTime(written.trim());
    if (local === undefined) continue;
    const at = instantOnDay(local.epochDay, local.secondOfDay, zone);
    if (at > nowMs) time = localIso(at, zone);
  }
  return { text: said.replaceAll(timeMark, ""), time };
}
