import type { DesignContext, Field, Issue, Option } from "../../nodeKind.ts";
import { isBlank } from "../required.ts";
import { dateOf } from "./calendar.ts";
import { everyDay, showDays, weekdays } from "./daysOfWeek.ts";
import { parseLocalDateTime } from "./instant.ts";
import { formatTime, parseTime, showTime } from "./timeOfDay.ts";
import { parseScheduleInstant, type TimeoutData, type TimeoutType, type WaitUnit, waitUnits } from "./timeoutData.ts";
import { timezones } from "./timezones.ts";

/** The time-out fields in the forms of timeDelay and event (spec 2 §3.3). */
export interface TimeoutDraft {
  timeoutType: TimeoutType;
  timeoutWaitType: "number" | "variable";
  timeoutWaitNumber: number | null;
  timeoutWaitUnits: WaitUnit;
  timeoutWaitVariable: string;
  timeoutWaitUntilType: "date" | "variable";
  timeoutWaitUntilTime: string;
  timeoutWaitUntilVariable: string;
  timeoutScheduleType: "date" | "variable";
  timeoutScheduleDate: string;
  timeoutScheduleVariable: string;
  timezoneType: "fixed" | "recipient" | "";
  fixedTimezoneId: number | null;
  timeoutAllowedDays: number;
  timeoutRangeStartTime: string;
  timeoutRangeEndTime: string;
}

type Key = keyof TimeoutDraft;

/** Spec 2 §9. */
export const timeoutDefaults: TimeoutDraft = {
  timeoutType: "wait",
  timeoutWaitType: "number",
  timeoutWaitNumber: 1,
  timeoutWaitUnits: "days",
  timeoutWaitVariable: "",
  timeoutWaitUntilType: "date",
  timeoutWaitUntilTime: "12:00:00",
  timeoutWaitUntilVariable: "",
  timeoutScheduleType: "date",
  timeoutScheduleDate: "",
  timeoutScheduleVariable: "",
  timezoneType: "recipient",
  fixedTimezoneId: null,
  timeoutAllowedDays: weekdays,
  timeoutRangeStartTime: "08:00:00",
  timeoutRangeEndTime: "17:00:00",
};

/** Empty values for fields that the type uses and the saved node lacks, so that the form asks for them. */
const blanks: Partial<TimeoutDraft> = {
  timeoutWaitNumber: null,
  timeoutWaitUntilTime: "",
  timezoneType: "",
  timeoutAllowedDays: 0,
  timeoutRangeStartTime: "",
  timeoutRangeEndTime: "",
};

/** The fields of the chosen type. Others are neither shown nor saved (wire reading 9). */
function usedKeys(draft: TimeoutDraft): Key[] {
  const zone: Key[] = draft.timezoneType === "fixed" ? ["timezoneType", "fixedTimezoneId"] : ["timezoneType"];
  const schedule: Key[] = [
    "timeoutScheduleType",
    draft.timeoutScheduleType === "variable" ? "timeoutScheduleVariable" : "timeoutScheduleDate",
  ];
  switch (draft.timeoutType) {
    case "wait":
      return [
        "timeoutWaitType",
        draft.timeoutWaitType === "variable" ? "timeoutWaitVariable" : "timeoutWaitNumber",
        "timeoutWaitUnits",
      ];
    case "waitTime":
      return [
        "timeoutWaitUntilType",
        draft.timeoutWaitUntilType === "variable" ? "timeoutWaitUntilVariable" : "timeoutWaitUntilTime",
        ...zone,
        "timeoutAllowedDays",
      ];
    case "schedule":
      return schedule;
    case "scheduleTz":
      return [...schedule, ...zone];
    case "timezoneProtect":
      return [...zone, "timeoutAllowedDays", "timeoutRangeStartTime", "timeoutRangeEndTime"];
  }
}

/** Saved to form. */
export function readTimeout(data: TimeoutData): TimeoutDraft {
  const saved = {
    ...data,
    timeoutScheduleDate: data.timeoutScheduleDate === undefined ? undefined : String(data.timeoutScheduleDate),
  };
  // these four fields decide which others are used
  const chosen: TimeoutDraft = {
    ...timeoutDefaults,
    timeoutType: data.timeoutType,
    timeoutWaitType: data.timeoutWaitType ?? "number",
    timeoutWaitUntilType: data.timeoutWaitUntilType ?? "date",
    timeoutScheduleType: data.timeoutScheduleType ?? "date",
    timezoneType: data.timezoneType ?? timeoutDefaults.timezoneType,
  };
  const used = usedKeys(chosen).map((key) => [key, saved[key] ?? blanks[key] ?? chosen[key]]);
  return { ...chosen, ...Object.fromEntries(used) };
}

/** Form to saved. */
export const writeTimeout = (draft: TimeoutDraft): TimeoutData => ({
  timeoutType: draft.timeoutType,
  ...Object.fromEntries(
    usedKeys(draft)
      .map((key) => [key, draft[key]] as const)
      .filter(([, value]) => value !== null && value !== ""),
  ),
});

const typeLabels: Record<TimeoutType, string> = {
  wait: "Wait for a time",
  waitTime: "Wait until a time of day",
  schedule: "Wait until a date",
  scheduleTz: "Wait until a date in a timezone",
  timezoneProtect: "Timezone protection",
};

const units: Option[] = waitUnits.map((unit) => ({ value: unit, label: `${unit[0]?.toUpperCase()}${unit.slice(1)}` }));
const toggle = (plain: string, plainLabel: string): Option[] => [
  { value: plain, label: plainLabel },
  { value: "variable", label: "Variable" },
];

/** All fields. A form shows those of its delay type (spec 2 §4.4). */
export function timeoutFields<Draft extends TimeoutDraft>(
  typeLabel: string,
  types: readonly TimeoutType[],
): Field<Draft>[] {
  const fields: Field<TimeoutDraft>[] = [
    {
      name: "timeoutType",
      label: typeLabel,
      input: "choice",
      required: true,
      options: types.map((type) => ({ value: type, label: typeLabels[type] })),
      // an instant is not a local date, and vice versa
      sets: () => ({ timeoutScheduleDate: "" }),
    },
  ];
  return [...fields, ...waitFields, ...scheduleFields, ...zoneFields] as readonly unknown[] as Field<Draft>[];
}

/** A field that is shown and required when the type uses it. */
const used = (name: Key) => ({ name, required: true, show: (draft: TimeoutDraft) => usedKeys(draft).includes(name) });

// choosing Variable clears the matching value, and vice versa (spec 2 §4.4)
const waitFields: Field<TimeoutDraft>[] = [
  {
    ...used("timeoutWaitType"),
    label: "Wait Type",
    input: "choice",
    options: toggle("number", "Number"),
    sets: (draft) =>
      draft.timeoutWaitType === "variable"
        ? { timeoutWaitNumber: null }
        : { timeoutWaitVariable: "", timeoutWaitNumber: timeoutDefaults.timeoutWaitNumber },
  },
  { ...used("timeoutWaitNumber"), label: "Wait Number", input: "number", min: 0, decimals: 2 },
  {
    ...used("timeoutWaitVariable"),
    label: "Wait Variable",
    input: "variable",
    help: "A variable that holds a number.",
  },
  { ...used("timeoutWaitUnits"), label: "Wait Units", input: "choice", options: units },
  {
    ...used("timeoutWaitUntilType"),
    label: "Wait Until Type",
    input: "choice",
    options: toggle("date", "Time"),
    sets: (draft) =>
      draft.timeoutWaitUntilType === "variable"
        ? { timeoutWaitUntilTime: "" }
        : { timeoutWaitUntilVariable: "", timeoutWaitUntilTime: timeoutDefaults.timeoutWaitUntilTime },
  },
  { ...used("timeoutWaitUntilTime"), label: "Wait Until Time", input: "time" },
  {
    ...used("timeoutWaitUntilVariable"),
    label: "Wait Until Variable",
    input: "variable",
    help: "A variable that holds a time of day such as 13:30.",
  },
];

const scheduleFields: Field<TimeoutDraft>[] = [
  {
    ...used("timeoutScheduleType"),
    label: "Schedule Type",
    input: "choice",
    options: toggle("date", "Date"),
    sets: (draft) =>
      draft.timeoutScheduleType === "variable" ? { timeoutScheduleDate: "" } : { timeoutScheduleVariable: "" },
  },
  {
    ...used("timeoutScheduleDate"),
    label: "Schedule Date",
    input: "instant",
    local: (draft) => draft.timeoutType === "scheduleTz",
  },
  {
    ...used("timeoutScheduleVariable"),
    label: "Schedule Variable",
    input: "variable",
    help: "A variable that holds epoch milliseconds or a form like 2025-03-12T13:32:00-04:00.",
  },
];

const zoneFields: Field<TimeoutDraft>[] = [
  {
    ...used("timezoneType"),
    label: "Timezone Type",
    input: "choice",
    options: [
      { value: "recipient", label: "Recipient's Timezone" },
      { value: "fixed", label: "Fixed Timezone" },
    ],
  },
  { ...used("fixedTimezoneId"), label: "Timezone", input: "pick", from: "timezones" },
  { ...used("timeoutAllowedDays"), label: "Active Run Days", input: "days" },
  { ...used("timeoutRangeStartTime"), label: "Start Time", input: "time" },
  { ...used("timeoutRangeEndTime"), label: "End Time", input: "time" },
];

/** Checks beyond the field descriptions (spec 2 §5.2). */
export function timeoutIssues(draft: TimeoutDraft, at: DesignContext): Issue[] {
  const keys = usedKeys(draft);
  return [
    ...(keys.includes("timeoutAllowedDays") && (draft.timeoutAllowedDays & everyDay) === 0
      ? [{ field: "timeoutAllowedDays", message: "Active Run Days is required" }]
      : []),
    ...(keys.includes("timeoutScheduleDate") ? dateIssues(draft, at) : []),
    ...(keys.includes("timeoutWaitUntilTime") ? timeIssues("timeoutWaitUntilTime", "Wait Until Time", draft) : []),
    ...(keys.includes("timeoutRangeStartTime") ? rangeIssues(draft) : []),
  ];
}

function timeIssues(
  field: "timeoutWaitUntilTime" | "timeoutRangeStartTime" | "timeoutRangeEndTime",
  label: string,
  draft: TimeoutDraft,
): Issue[] {
  if (isBlank(draft[field]) || parseTime(draft[field]) !== undefined) return [];
  return [{ field, message: `${label} must be a time of day such as 13:30` }];
}

function rangeIssues(draft: TimeoutDraft): Issue[] {
  const start = parseTime(draft.timeoutRangeStartTime);
  const end = parseTime(draft.timeoutRangeEndTime);
  if (start === undefined || end === undefined) {
    return [
      ...timeIssues("timeoutRangeStartTime", "Start Time", draft),
      ...timeIssues("timeoutRangeEndTime", "End Time", draft),
    ];
  }
  if (start > end) {
    return [
      { field: "timeoutRangeStartTime", message: "Start Time cannot be after End Time" },
      { field: "timeoutRangeEndTime", message: "End Time cannot be before Start Time" },
    ];
  }
  return [];
}

function dateIssues(draft: TimeoutDraft, at: DesignContext): Issue[] {
  const field = "timeoutScheduleDate";
  if (isBlank(draft.timeoutScheduleDate)) return [];
  const date = localDateOf(draft.timeoutScheduleDate, draft.timeoutType === "scheduleTz");
  if (date === undefined)
    return [{ field, message: "Schedule Date must be a date and time such as 2025-03-12T13:32:00-04:00" }];
  if (date < at.today) {
    return at.unchanged?.(field) ? [] : [{ field, message: "Schedule Date cannot be before today" }];
  }
  const yearAhead = `${Number(at.today.slice(0, 4)) + 1}${at.today.slice(4)}`;
  return date > yearAhead ? [{ field, message: "Schedule Date cannot be more than one year ahead" }] : [];
}

/** The date as written, ignoring its offset; epoch milliseconds in UTC. Only scheduleTz accepts a local date. */
function localDateOf(text: string, mayBeLocal: boolean): string | undefined {
  const local = mayBeLocal ? parseLocalDateTime(text) : undefined;
  if (local !== undefined) return dateOf(local.epochDay);
  const instant = parseScheduleInstant(text);
  if (instant === undefined) return undefined;
  return /^\d+$/.test(text.trim()) ? dateOf(Math.floor(instant / 86_400_000)) : text.trim().slice(0, 10);
}

const formatTimeField = (time: string): string => {
  const second = parseTime(time);
  return second === undefined ? time || "…" : showTime(second);
};

/** The wait as text for cards and edges: `2 days`, `until 12:00 PM`. */
export function describeTimeout(draft: TimeoutDraft): string {
  switch (draft.timeoutType) {
    case "wait": {
      const number =
        draft.timeoutWaitType === "variable" ? draft.timeoutWaitVariable || "…" : (draft.timeoutWaitNumber ?? "…");
      return `${number} ${number === 1 ? draft.timeoutWaitUnits.slice(0, -1) : draft.timeoutWaitUnits}`;
    }
    case "waitTime":
      return `until ${draft.timeoutWaitUntilType === "variable" ? draft.timeoutWaitUntilVariable || "…" : formatTimeField(draft.timeoutWaitUntilTime)}`;
    case "schedule":
    case "scheduleTz":
      return draft.timeoutScheduleType === "variable"
        ? `until ${draft.timeoutScheduleVariable || "…"}`
        : `until ${formatSchedule(draft)}`;
    case "timezoneProtect":
      return `${formatTimeField(draft.timeoutRangeStartTime)} to ${formatTimeField(draft.timeoutRangeEndTime)}, ${showDays(draft.timeoutAllowedDays)}`;
  }
}

/** `2027-03-12 1:30 PM`, in the zone that the date is written in. */
function formatSchedule(draft: TimeoutDraft): string {
  const text = draft.timeoutScheduleDate.trim();
  const local = parseLocalDateTime(text.slice(0, 19));
  if (local === undefined) return text || "…";
  const zone = draft.timeoutType === "scheduleTz" ? formatZone(draft) : formatOffset(text);
  return `${dateOf(local.epochDay)} ${formatTimeField(formatTime(local.secondOfDay))}${zone === "" ? "" : `, ${zone}`}`;
}

/** The zone of a local date. */
const formatZone = ({ timezoneType, fixedTimezoneId }: TimeoutDraft): string =>
  timezoneType === "recipient"
    ? "contact's time zone"
    : (timezones.find(({ timezoneId }) => timezoneId === fixedTimezoneId)?.name ?? "");

/** The offset of a written instant: `UTC`, `UTC-04:00`. */
function formatOffset(text: string): string {
  const [offset = ""] = /(Z|[+-]\d{2}:?\d{2})$/i.exec(text.slice(16)) ?? [];
  return offset === "" ? "" : /^Z$|^[+-]00:?00$/i.test(offset) ? "UTC" : `UTC${offset}`;
}
