import { instantOnDay, isZone } from "@trunkline/workflow/parts/time/clock.ts";
import { invalid } from "../../http/problem.ts";

const dayMs = 86_400_000;

/** The zone of a request is none. */
export const noZone = (where = "query.zone") => invalid("zone must be a time zone such as America/New_York", where);

/** The instants at which the days of a report begin and end. */
export function spanOf(
  { grouping, startDate, endDate, zone }: { grouping: string; startDate: string; endDate: string; zone: string },
  mostDays: number,
): { from: Date; to: Date } {
  if (!isZone(zone)) throw noZone();
  const [first, last] = [Date.parse(startDate) / dayMs, Date.parse(endDate) / dayMs];
  if (last < first) throw invalid("endDate must not be before startDate", "query.endDate");
  if (last - first >= mostDays)
    throw invalid(`A report by ${grouping} covers at most ${mostDays} days`, "query.startDate", "too_long");
  return { from: new Date(instantOnDay(first, 0, zone)), to: new Date(instantOnDay(last + 1, 0, zone)) };
}
