import type { PlaceKind, StayGrouping, StayLine } from "@trunkline/contract/agents/callCenter.ts";

const day = new Intl.DateTimeFormat("en-US", { weekday: "short", year: "numeric", month: "2-digit", day: "2-digit" });
/** A report by quarter of an hour is of less than a year. */
const quarter = new Intl.DateTimeFormat("en-US", {
  month: "2-digit",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
});

/** Queues, work groups and live lists can have the same name. */
const kinds: Record<PlaceKind, string> = { queue: "queue", workGroup: "group", liveList: "list" };

/** What a line is called in a report. */
export function lineName({ name, kind, from }: StayLine, grouping: StayGrouping): string {
  if (grouping === "day") return day.format(Date.parse(from));
  if (grouping === "quarter") return quarter.format(Date.parse(from));
  if (name !== null && kind !== null) return `${name}, ${kinds[kind]}`;
  return name ?? (grouping === "disposition" ? "No disposition" : "Deleted user");
}
