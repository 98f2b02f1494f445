import type { DesignContext, Field, Issue, Option } from "../nodeKind.ts";
import { epochDayOf } from "./calendar.ts";
import { parseLocalDateTime } from "./clock.ts";
import { weekdays } from "./daysOfWeek.ts";
import { isBlank } from "./required.ts";
import { parseTime } from "./timeOfDay.ts";
import { parseScheduleInstant, type TimeoutData, type TimeoutType, type WaitUnit, waitUnits } from "./timeout.ts";

/** The time-out fields of the event and the timeDelay form (spec 2 §3.3); an event's draft has its paths beside them. */
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
  /** The date as it was loaded, never saved itself: one that has passed since is refused only when it is changed (decisions). */
  loadedScheduleDate: string;
  timezoneType: "fixed" | "recipient";
  fixedTimezoneId: number | null;
  timeoutAllowedDays: number;
  timeoutRangeStartTime: string;
  timeoutRangeEndTime: string;
}

/** Defaults of spec 2 §3.3 and §9. */
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
  loadedScheduleDate: "",
  timezoneType: "recipient",
  fixedTimezoneId: null,
  timeoutAllowedDays: weekdays,
  timeoutRangeStartTime: "08:00:00",
  timeoutRangeEndTime: "17:00:00",
};

export const eventTimeoutTypes: readonly TimeoutType[] = ["wait", "waitTime", "schedule", "scheduleTz"];
export const delayTimeoutTypes: readonly TimeoutType[] = ["wait", "waitTime", "schedule", "timezoneProtect"];

const typeLabels: Record<TimeoutType, string> = {
  wait: "Wait for a time",
  waitTime: "Wait until a time of day",
  schedule: "Wait until a date",
  scheduleTz: "Wait until a date in a timezone",
  timezoneProtect: "Timezone protection",
};

const unitLabels: Record<WaitUnit, string> = { seconds: "Seconds", minutes: "Minutes", hours: "Hours", days: "Days" };
const numberOrVariable: Option[] = [
  { value: "number", label: "Number" },
  { value: "variable", label: "Variable" },
];
const timeOrVariable: Option[] = [
  { value: "date", label: "Time" },
  { value: "variable", label: "Variable" },
];
const dateOrVariable: Option[] = [
  { value: "date", label: "Date" },
  { value: "variable", label: "Variable" },
];
const zoneTypes: Option[] = [
  { value: "recipient", label: "Recipient's Timezone" },
  { value: "fixed", label: "Fixed Timezone" },
];

const usesZone = (draft: TimeoutDraft): boolean =>
  draft.timeoutType === "waitTime" || draft.timeoutType === "scheduleTz" || draft.timeoutType === "timezoneProtect";
const usesDays = (draft: TimeoutDraft): boolean =>
  draft.timeoutType === "waitTime" || draft.timeoutType === "timezoneProtect";
const isScheduled = (draft: TimeoutDraft): boolean =>
  draft.timeoutType === "schedule" || draft.timeoutType === "scheduleTz";
const isWait = (draft: TimeoutDraft): boolean => draft.timeoutType === "wait";
const isUntil = (draft: TimeoutDraft): boolean => draft.timeoutType === "waitTime";
const isProtected = (draft: TimeoutDraft): boolean => draft.timeoutType === "timezoneProtect";

/** The time-out fields of a form; which of them show depends on the type and the toggles (spec 2 §4.4). */
export function timeoutFields<Draft extends TimeoutDraft>(
  types: readonly TimeoutType[],
  label: string,
): Field<Draft>[] {
  const options = types.map((value) => ({ value, label: typeLabels[value] }));
  const fields: Field<TimeoutDraft>[] = [
    { name: "timeoutType", label, input: "choice", options, required: true },
    { name: "timeoutWaitType", label: "Wait Type", input: "choice", options: numberOrVariable, show: isWait },
    {
      name: "timeoutWaitNumber",
      label: "Wait Number",
      input: "number",
      min: 0,
      required: true,
      show: (draft) => isWait(draft) && draft.timeoutWaitType === "number",
    },
    {
      name: "timeoutWaitVariable",
      label: "Wait Variable",
      input: "variable",
      required: true,
      show: (draft) => isWait(draft) && draft.timeoutWaitType === "variable",
    },
    {
      name: "timeoutWaitUnits",
      label: "Wait Units",
      input: "choice",
      options: waitUnits.map((value) => ({ value, label: unitLabels[value] })),
      required: true,
      show: isWait,
    },
    { name: "timeoutWaitUntilType", label: "Wait Until Type", input: "choice", options: timeOrVariable, show: isUntil },
    {
      name: "timeoutWaitUntilTime",
      label: "Wait Until Time",
      input: "time",
      required: true,
      show: (draft) => isUntil(draft) && draft.timeoutWaitUntilType === "date",
    },
    {
      name: "timeoutWaitUntilVariable",
      label: "Wait Until Variable",
      input: "variable",
      required: true,
      show: (draft) => isUntil(draft) && draft.timeoutWaitUntilType === "variable",
    },
    {
      name: "timeoutScheduleType",
      label: "Schedule Type",
      input: "choice",
      options: dateOrVariable,
      show: isScheduled,
    },
    {
      name: "timeoutScheduleDate",
      label: "Schedule Date",
      input: "instant",
      // a schedule is an instant, a scheduleTz a local date (decisions, time-out types)
      local: (draft) => draft.timeoutType === "scheduleTz",
      required: true,
      show: (draft) => isScheduled(draft) && draft.timeoutScheduleType === "date",
    },
    {
      name: "timeoutScheduleVariable",
      label: "Schedule Variable",
      help: "Epoch milliseconds or a form like 2025-03-12T13:32:00-04:00",
      input: "variable",
      required: true,
      show: (draft) => isScheduled(draft) && draft.timeoutScheduleType === "variable",
    },
    ...zoneFields,
  ];
  // every field above names a key of TimeoutDraft, which Draft has
  return fields as unknown as Field<Draft>[];
}

const zoneFields: Field<TimeoutDraft>[] = [
  { name: "timezoneType", label: "Timezone Type", input: "choice", options: zoneTypes, required: true, show: usesZone },
  {
    name: "fixedTimezoneId",
    label: "Timezone",
    input: "pick",
    from: "timezones",
    required: true,
    show: (draft) => usesZone(draft) && draft.timezoneType === "fixed",
  },
  { name: "timeoutAllowedDays", label: "Active Run Days", input: "days", required: true, show: usesDays },
  { name: "timeoutRangeStartTime", label: "Start Time", input: "time", required: true, show: isProtected },
  { name: "timeoutRangeEndTime", label: "End Time", input: "time", required: true, show: isProtected },
];

/** The messages of the time-out fields (spec 2 §5.2). */
export function validateTimeout(draft: TimeoutDraft, types: readonly TimeoutType[], at: DesignContext): Issue[] {
  const fields = timeoutFields<TimeoutDraft>(types, "Timeout Type");
  const issues = fields
    .filter((field) => field.required && (field.show?.(draft) ?? true))
    .filter((field) => isBlank(draft[field.name]) || (field.input === "days" && draft[field.name] === 0))
    .map((field) => ({ field: field.name as string, message: `${field.label} is required` }));
  return [...issues, ...waitIssues(draft), ...scheduleIssues(draft, at), ...rangeIssues(draft)];
}

function waitIssues(draft: TimeoutDraft): Issue[] {
  const number = draft.timeoutWaitNumber;
  if (!isWait(draft) || draft.timeoutWaitType !== "number" || number === null || number >= 0) return [];
  return [{ field: "timeoutWaitNumber", message: "Wait Number must not be negative" }];
}

/** From today to one year ahead (spec 2 §5.2, §9). */
function scheduleIssues(draft: TimeoutDraft, at: DesignContext): Issue[] {
  if (!isScheduled(draft) || draft.timeoutScheduleType !== "date" || isBlank(draft.timeoutScheduleDate)) return [];
  const text = draft.timeoutScheduleDate;
  const isDate =
    draft.timeoutType === "schedule"
      ? parseScheduleInstant(text)
      : (parseLocalDateTime(text) ?? parseScheduleInstant(text));
  const day = epochDayOf(text.slice(0, 10));
  const today = epochDayOf(at.today);
  const issue = (message: string): Issue[] => [{ field: "timeoutScheduleDate", message }];
  if (isDate === undefined || day === undefined) return issue("Schedule Date must be a valid date");
  if (today === undefined) return [];
  if (day < today && text !== draft.loadedScheduleDate) return issue("Schedule Date cannot be before today");
  return day > today + 366 ? issue("Schedule Date cannot be more than one year ahead") : [];
}

function rangeIssues(draft: TimeoutDraft): Issue[] {
  if (!isProtected(draft)) return [];
  const start = parseTime(draft.timeoutRangeStartTime);
  const end = parseTime(draft.timeoutRangeEndTime);
  if (start === undefined || end === undefined || start <= end) return [];
  return [
    { field: "timeoutRangeStartTime", message: "Start Time cannot be after End Time" },
    { field: "timeoutRangeEndTime", message: "End Time cannot be before Start Time" },
  ];
}

/** Choosing Variable clears the matching value, and the reverse (spec 2 §4.4). */
export function changeTimeout<Draft extends TimeoutDraft>(draft: Draft, changed: keyof Draft & string): Draft {
  switch (changed) {
    case "timeoutWaitType":
      return { ...draft, timeoutWaitNumber: draft.timeoutWaitType === "number" ? 1 : null, timeoutWaitVariable: "" };
    case "timeoutWaitUntilType":
      return {
        ...draft,
        timeoutWaitUntilTime: draft.timeoutWaitUntilType === "date" ? timeoutDefaults.timeoutWaitUntilTime : "",
        timeoutWaitUntilVariable: "",
      };
    case "timeoutScheduleType":
      return { ...draft, timeoutScheduleDate: "", timeoutScheduleVariable: "" };
    // an instant is no local date and the reverse
    case "timeoutType":
      return { ...draft, timeoutScheduleDate: "" };
    default:
      return draft;
  }
}

/** Saved fields to the form's; what was left out has its default. */
export const readTimeout = (data: TimeoutData): TimeoutDraft => ({
  ...timeoutDefaults,
  ...Object.fromEntries(Object.entries(data).filter(([name, value]) => name in timeoutDefaults && value !== undefined)),
  timeoutScheduleDate: String(data.timeoutScheduleDate ?? ""),
  loadedScheduleDate: String(data.timeoutScheduleDate ?? ""),
});

/** The form's fields to the saved ones; fields that the type does not use are left out (wire reading 9). */
export function writeTimeout(draft: TimeoutDraft): TimeoutData {
  return {
    timeoutType: draft.timeoutType,
    ...(isWait(draft) && writeWait(draft)),
    ...(isUntil(draft) && writeUntil(draft)),
    ...(isScheduled(draft) && writeSchedule(draft)),
    ...(usesZone(draft) && writeZone(draft)),
    ...(usesDays(draft) && { timeoutAllowedDays: draft.timeoutAllowedDays }),
    ...(isProtected(draft) && {
      timeoutRangeStartTime: draft.timeoutRangeStartTime,
      timeoutRangeEndTime: draft.timeoutRangeEndTime,
    }),
  };
}

const writeWait = (draft: TimeoutDraft): Partial<TimeoutData> => ({
  timeoutWaitType: draft.timeoutWaitType,
  ...(draft.timeoutWaitType === "number"
    ? { timeoutWaitNumber: draft.timeoutWaitNumber ?? undefined }
    : { timeoutWaitVariable: draft.timeoutWaitVariable }),
  timeoutWaitUnits: draft.timeoutWaitUnits,
});

const writeUntil = (draft: TimeoutDraft): Partial<TimeoutData> => ({
  timeoutWaitUntilType: draft.timeoutWaitUntilType,
  ...(draft.timeoutWaitUntilType === "date"
    ? { timeoutWaitUntilTime: draft.timeoutWaitUntilTime }
    : { timeoutWaitUntilVariable: draft.timeoutWaitUntilVariable }),
});

const writeSchedule = (draft: TimeoutDraft): Partial<TimeoutData> => ({
  timeoutScheduleType: draft.timeoutScheduleType,
  ...(draft.timeoutScheduleType === "date"
    ? { timeoutScheduleDate: draft.timeoutScheduleDate }
    : { timeoutScheduleVariable: draft.timeoutScheduleVariable }),
});

const writeZone = (draft: TimeoutDraft): Partial<TimeoutData> => ({
  timezoneType: draft.timezoneType,
  ...(draft.timezoneType === "fixed" && { fixedTimezoneId: draft.fixedTimezoneId ?? undefined }),
});
