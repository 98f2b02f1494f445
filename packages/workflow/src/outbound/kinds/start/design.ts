import type { Design, Issue } from "../../../nodeKind.ts";
import { goalWindows, noGoal } from "../../../outcome/goal.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { parseTime } from "../../../parts/time/timeOfDay.ts";
import type { Own } from "./saved.ts";

/** The start form (spec 2 §3.3). Everything except `next` is saved on the campaign, see `outbound/campaignForm.ts`. */
export interface Draft extends OneExit {
  title: string;
  numberSet: string;
  timezoneProtection: "none" | "recipient" | "fixed";
  timezone: number | null;
  /** HH:mm:ss. */
  start: string;
  end: string;
  frequencyProtection: "unlimited" | "onetime" | "numberofdays";
  days: number | null;
  goal: "none" | "reply" | "click" | "call" | "field";
  goalField: string;
  goalValue: string;
  goalHours: number;
}

const isProtected = (draft: Draft): boolean => draft.timezoneProtection !== "none";
const presets = { unlimited: -1, onetime: 0, numberofdays: 1 };

export const design: Design<Own, Draft> = {
  label: "Start",
  hue: "logic",
  icon: "flag",
  placeable: false,
  target: false,
  defaults: {
    title: "",
    numberSet: "",
    timezoneProtection: "none",
    timezone: null,
    start: "08:00:00",
    end: "17:00:00",
    frequencyProtection: "unlimited",
    days: 1,
    goal: "none",
    goalField: "",
    goalValue: "",
    goalHours: noGoal.windowHours,
    next: null,
  },
  fields: [
    { name: "title", label: "Title", input: "text", required: true },
    {
      name: "numberSet",
      label: "Number Set",
      help: "Texts and calls come from these numbers.",
      input: "pick",
      from: "numberSets",
      required: true,
    },
    {
      name: "timezoneProtection",
      label: "Timezone Protection",
      input: "choice",
      required: true,
      options: [
        { value: "none", label: "None" },
        { value: "recipient", label: "Recipient" },
        { value: "fixed", label: "Fixed" },
      ],
    },
    { name: "start", label: "Start", input: "time", required: true, show: isProtected },
    { name: "end", label: "End", input: "time", required: true, show: isProtected },
    {
      name: "timezone",
      label: "Timezone",
      input: "pick",
      from: "timezones",
      required: true,
      show: (draft) => draft.timezoneProtection === "fixed",
    },
    {
      name: "frequencyProtection",
      label: "Frequency Protection",
      help: "How often a contact may enter this workflow, counted from the start of their last journey in it.",
      input: "choice",
      required: true,
      options: [
        { value: "unlimited", label: "Unlimited" },
        { value: "onetime", label: "One time only" },
        { value: "numberofdays", label: "Once in a number of days" },
      ],
      sets: (draft) => ({ days: presets[draft.frequencyProtection] }),
    },
    {
      name: "days",
      label: "Days",
      input: "number",
      min: 1,
      required: true,
      show: (draft) => draft.frequencyProtection === "numberofdays",
    },
    {
      name: "goal",
      label: "Goal",
      help: "What a contact should do. Runs count the contacts who reach it and compare the branches of Percent nodes by it.",
      input: "choice",
      options: [
        { value: "none", label: "None" },
        { value: "reply", label: "Reply" },
        { value: "click", label: "Click on a short link" },
        { value: "call", label: "Call answered by a person" },
        { value: "field", label: "Value of a contact field" },
      ],
    },
    {
      name: "goalField",
      label: "Goal Field",
      input: "pick",
      from: "contactFields",
      required: true,
      show: (draft) => draft.goal === "field",
    },
    {
      name: "goalValue",
      label: "Goal Value",
      help: "A contact counts when the field gets this value. Contacts who had it before do not count.",
      input: "text",
      maxLength: 1_000,
      required: true,
      show: (draft) => draft.goal === "field",
    },
    {
      name: "goalHours",
      label: "Goal Window",
      help: "How long after the start of a contact the goal counts.",
      input: "choice",
      options: goalWindows,
      show: (draft) => draft.goal !== "none",
    },
  ],
  card: (draft) => [{ label: "Title", value: draft.title || undefined }],
  ...oneExit,
  validate: (draft) => [...fieldIssues(design.fields, draft), ...windowIssues(draft)],
  read: (_own, [next = null]) => ({ ...design.defaults, next }),
  write: () => ({}),
};

function windowIssues(draft: Draft): Issue[] {
  if (!isProtected(draft)) return [];
  const start = parseTime(draft.start);
  const end = parseTime(draft.end);
  if (start === undefined || end === undefined || start < end) return [];
  return [{ field: "start", message: "Start must be before End" }];
}
