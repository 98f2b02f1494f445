import type { Moment } from "../../nodeKind.ts";
import { readVariable, variableName } from "../variables.ts";
import { weekdayOf } from "./calendar.ts";
import { instantOnDay, localMoment, offsetAt } from "./clock.ts";
import { hasDay } from "./daysOfWeek.ts";
import { parseLocalDateTime } from "./instant.ts";
import { parseTime } from "./timeOfDay.ts";
import { parseScheduleInstant, type TimeoutData, unitMs } from "./timeoutData.ts";
import { evaluateWindow, windowRules } from "./window.ts";

/** When the wait ends, possibly in the past, or why it cannot end. */
export type TimeoutEnd = { until: number; because?: string } | { fail: string };

/** The end of a wait that started at `fromMs`. Variables are read now. */
export function resolveTimeout(data: TimeoutData, at: Moment, fromMs: number = at.now): TimeoutEnd {
  switch (data.timeoutType) {
    case "wait":
      return waitEnd(data, at, fromMs);
    case "waitTime":
      return timeEnd(data, at, fromMs);
    case "schedule":
      return scheduleEnd(data, at);
    case "scheduleTz":
      return localScheduleEnd(data, at);
    case "timezoneProtect":
      return windowEnd(data, at, fromMs);
  }
}

/** The variable's text, or the error for the step. */
function textOf(variable: string | undefined, at: Moment): { text: string } | { fail: string } {
  const name = variableName(variable ?? "");
  const text = readVariable(at, name)?.trim();
  return text ? { text } : { fail: `the variable ${name} is empty` };
}

function waitEnd(data: TimeoutData, at: Moment, fromMs: number): TimeoutEnd {
  const unit = unitMs[data.timeoutWaitUnits ?? "days"];
  if (data.timeoutWaitType !== "variable") return { until: Math.round(fromMs + (data.timeoutWaitNumber ?? 1) * unit) };
  const read = textOf(data.timeoutWaitVariable, at);
  if ("fail" in read) return read;
  const number = Number(read.text);
  return Number.isFinite(number) && number >= 0
    ? { until: Math.round(fromMs + number * unit) }
    : { fail: `"${read.text}" is not a number of ${data.timeoutWaitUnits ?? "days"}` };
}

/** The zones of a wait: the fixed one or the recipient's. */
function zonesFor(data: TimeoutData, at: Moment): readonly string[] | { fail: string } {
  if (data.timezoneType !== "fixed") return at.contact.zones;
  const zone = data.fixedTimezoneId === undefined ? undefined : at.lookup.zone(data.fixedTimezoneId);
  return zone === undefined ? { fail: `the time zone ${data.fixedTimezoneId} does not exist` } : [zone];
}

/** The zone furthest behind: noon there is noon or later in every zone the contact may be in. */
const furthestBehind = (zones: readonly string[], atMs: number): string =>
  zones.reduce((one, other) => (offsetAt(atMs, other) < offsetAt(atMs, one) ? other : one), zones[0] ?? "Etc/UTC");

function timeEnd(data: TimeoutData, at: Moment, fromMs: number): TimeoutEnd {
  let text = data.timeoutWaitUntilTime ?? "12:00:00";
  if (data.timeoutWaitUntilType === "variable") {
    const read = textOf(data.timeoutWaitUntilVariable, at);
    if ("fail" in read) return read;
    text = read.text;
  }
  const second = parseTime(text);
  if (second === undefined) return { fail: `"${text}" is not a time of day` };
  const zones = zonesFor(data, at);
  if ("fail" in zones) return zones;
  const zone = furthestBehind(zones, fromMs);
  const until = nextTime(fromMs, second, data.timeoutAllowedDays ?? 127, zone);
  return until === undefined ? { fail: "no day is allowed" } : { until, because: zone };
}

/** The next instant, including this one, with that time on an allowed day. */
function nextTime(nowMs: number, second: number, days: number, zone: string): number | undefined {
  const today = localMoment(nowMs, zone).epochDay;
  for (let epochDay = today; epochDay <= today + 7; epochDay++) {
    if (!hasDay(days, weekdayOf(epochDay))) continue;
    const instant = instantOnDay(epochDay, second, zone);
    if (instant >= nowMs) return instant;
  }
  return undefined;
}

function scheduleText(data: TimeoutData, at: Moment): { text: string } | { fail: string } {
  return data.timeoutScheduleType === "variable"
    ? textOf(data.timeoutScheduleVariable, at)
    : { text: String(data.timeoutScheduleDate ?? "") };
}

function scheduleEnd(data: TimeoutData, at: Moment): TimeoutEnd {
  const read = scheduleText(data, at);
  if ("fail" in read) return read;
  const until = parseScheduleInstant(read.text);
  return until === undefined ? { fail: `"${read.text}" is not a date and time` } : { until };
}

function localScheduleEnd(data: TimeoutData, at: Moment): TimeoutEnd {
  const read = scheduleText(data, at);
  if ("fail" in read) return read;
  const local = parseLocalDateTime(read.text);
  if (local === undefined) return scheduleEnd(data, at);
  const zones = zonesFor(data, at);
  if ("fail" in zones) return zones;
  return { until: Math.max(...zones.map((zone) => instantOnDay(local.epochDay, local.secondOfDay, zone))) };
}

function windowEnd(data: TimeoutData, at: Moment, fromMs: number): TimeoutEnd {
  const zones = zonesFor(data, at);
  if ("fail" in zones) return zones;
  const startSecond = parseTime(data.timeoutRangeStartTime ?? "08:00:00");
  const endSecond = parseTime(data.timeoutRangeEndTime ?? "17:00:00");
  if (startSecond === undefined || endSecond === undefined) return { fail: "the hours are not valid times of day" };
  const days = data.timeoutAllowedDays ?? 127;
  const verdict = evaluateWindow(fromMs, windowRules([{ zones, days, startSecond, endSecond, name: "time window" }]));
  if (verdict.open) return { until: fromMs };
  return verdict.opensAt === null
    ? { fail: `${verdict.because} never opens` }
    : { until: verdict.opensAt, because: verdict.because };
}
