import { describeKind } from "../../describeKind.ts";
import { start } from "./index.ts";

const sound = { title: "Spring welcome", numberSet: "01980000-0000-7000-8000-0000000000d1" };

describeKind("start", start, {
  saves: [
    { rule: "nothing of its own: the form is the campaign's", draft: { ...sound, next: 2 }, own: {}, children: [2] },
  ],
  rejects: [
    { rule: "an empty form", draft: {}, messages: ["Title is required", "Number Set is required"] },
    { rule: "nothing in a sound form", draft: sound, messages: [] },
    { rule: "a blank title", draft: { ...sound, title: "  " }, messages: ["Title is required"] },
    {
      rule: "no start and end with protection recipient",
      draft: { ...sound, timezoneProtection: "recipient", start: "", end: "" },
      messages: ["Start is required", "End is required"],
    },
    {
      rule: "no timezone with protection fixed",
      draft: { ...sound, timezoneProtection: "fixed" },
      messages: ["Timezone is required"],
    },
    {
      rule: "a timezone that does not exist",
      draft: { ...sound, timezoneProtection: "fixed", timezone: 12345 },
      messages: ["Timezone 12345 does not exist"],
    },
    {
      rule: "a start after the end",
      draft: { ...sound, timezoneProtection: "recipient", start: "17:00:00", end: "08:00:00" },
      messages: ["Start must be before End"],
    },
    {
      rule: "a start at the end",
      draft: { ...sound, timezoneProtection: "fixed", timezone: -20, start: "08:00:00", end: "08:00:00" },
      messages: ["Start must be before End"],
    },
    {
      rule: "not the times while there is no protection",
      draft: { ...sound, start: "17:00:00", end: "08:00:00" },
      messages: [],
    },
    {
      rule: "numberofdays without days",
      draft: { ...sound, frequencyProtection: "numberofdays", days: null },
      messages: ["Days is required"],
    },
    {
      rule: "less than one day",
      draft: { ...sound, frequencyProtection: "numberofdays", days: 0 },
      messages: ["Days must be at least 1"],
    },
    {
      rule: "a goal without its field and value",
      draft: { ...sound, goal: "field" },
      messages: ["Goal Field is required", "Goal Value is required"],
    },
    { rule: "nothing of a goal that is a reply", draft: { ...sound, goal: "reply" }, messages: [] },
  ],
  runs: [{ rule: "continues", outcome: { go: 2 } }],
});
