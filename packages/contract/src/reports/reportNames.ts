import type { DetailGrouping, ReportDetailLine, ReportSplit } from "./report.ts";

/** The groupings with their labels, the header of their lines, and what a line without one is called. */
export const groupingNames: Record<DetailGrouping, { label: string; header: string; none: string }> = {
  day: { label: "By day", header: "Day", none: "---" },
  hour: { label: "By hour", header: "Hour", none: "---" },
  campaign: { label: "By workflow", header: "Workflow", none: "Outside workflows" },
  template: { label: "By template", header: "Template", none: "Without a template" },
  number: { label: "By number", header: "Number", none: "Without a number" },
  carrier: { label: "By carrier", header: "Carrier", none: "Without a carrier" },
  node: { label: "By node", header: "Node", none: "No node" },
  none: { label: "In total", header: "Total", none: "Everything" },
  channel: { label: "By channel", header: "Channel", none: "Without a channel" },
  state: { label: "By state", header: "State", none: "Without a state" },
  hourOfDay: { label: "By hour of day", header: "Hour of day", none: "---" },
};

/** Groupings whose lines follow the clock. */
export const isByTime = (grouping: DetailGrouping): boolean =>
  grouping === "day" || grouping === "hour" || grouping === "hourOfDay";

/** The names of channels. */
export const channelNames = new Map([
  ["sms", "SMS"],
  ["mms", "MMS"],
  ["rcs", "RCS"],
  ["call", "Calls"],
  ["email", "E-mail"],
]);

type Named = Pick<ReportDetailLine, "key" | "name">;

/** The name of a line. `zone` is the time zone of hours. */
export function nameOfLine({ key, name }: Named, grouping: DetailGrouping, zone: string): string {
  if (grouping === "node")
    return [name, key === null ? groupingNames.node.none : `node ${key}`].filter(Boolean).join(", ");
  if (key === null) return groupingNames[grouping].none;
  if (grouping === "day") return formatDay(key);
  if (grouping === "hour") return hourIn(key, zone);
  if (grouping === "hourOfDay") return formatHour(Number(key));
  if (grouping === "campaign" || grouping === "template") return name ?? "Deleted";
  return grouping === "channel" ? (channelNames.get(key) ?? key) : key;
}

/** The name of a line's part. */
export function nameOfPart(
  { part, partName, isRest }: Pick<ReportDetailLine, "part" | "partName" | "isRest">,
  split: ReportSplit,
): string {
  return isRest ? "All others" : nameOfLine({ key: part, name: partName }, split, "");
}

/** "03/12/2026" (look, Times). */
export const formatDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

const formatHour = (hour: number): string =>
  `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, "0")}:00 ${hour < 12 ? "AM" : "PM"}`;

const hourIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(new Date(instant))
    .replace(",", "");

/** "UTC", or the name of the zone. */
export const formatZone = (zone: string): string => (zone === "Etc/UTC" ? "UTC" : zone.replaceAll("_", " "));
