import { ownValue } from "../ownValue.ts";
import { dateOf, epochDayOf } from "./calendar.ts";
import { formatTime } from "./timeOfDay.ts";

const written =
  /^(?<date>\d{4}-\d{2}-\d{2})[T ](?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:(?<utc>Z)|(?<sign>[+-])(?<offsetHour>\d{2})(?::?(?<offsetMinute>\d{2}))?)(?:\[[\w/+-]+\])?$/i;

/** Epoch ms of an instant with offset such as `2025-03-12T13:32:00-04:00`, or undefined. */
export function parseInstant(text: string): number | undefined {
  const parts = written.exec(text.trim())?.groups;
  const epochDay = epochDayOf(parts?.["date"] ?? "");
  if (parts === undefined || epochDay === undefined) return undefined;
  const number = (name: string): number => Number(ownValue(parts, name) ?? 0);
  const [hour, minute, offsetHour, offsetMinute] = [
    number("hour"),
    number("minute"),
    number("offsetHour"),
    number("offsetMinute"),
  ];
  // a leap second is read as the second before it
  const second = number("second") === 60 ? 59 : number("second");
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const ms = Number((parts["fraction"] ?? "").padEnd(3, "0").slice(0, 3));
  const offset = (offsetHour * 60 + offsetMinute) * (parts["sign"] === "-" ? -1 : 1);
  return ((epochDay * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + ms;
}

/** An instant in UTC such as `2025-03-12T17:32:00.000Z`. */
export function writeInstant(epochMs: number): string {
  const ms = Math.round(epochMs);
  const epochDay = Math.floor(ms / 86_400_000);
  const ofDay = ms - epochDay * 86_400_000;
  return `${dateOf(epochDay)}T${formatTime(Math.floor(ofDay / 1000))}.${String(ofDay % 1000).padStart(3, "0")}Z`;
}

/** A local date and time such as `2027-03-12T13:30:00`, or undefined. */
export function parseLocalDateTime(text: string): { epochDay: number; secondOfDay: number } | undefined {
  const match = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*$/.exec(text);
  if (!match) return undefined;
  const [, date = "", hour = "0", minute = "0", second = "0"] = match;
  const epochDay = epochDayOf(date);
  const secondOfDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return epochDay !== undefined && secondOfDay < 86_400 ? { epochDay, secondOfDay } : undefined;
}
