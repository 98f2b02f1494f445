import { z } from "zod";
import { timezones, zoneOf } from "../../../parts/time/timezones.ts";
import { formIssues } from "../../formIssues.ts";
import type { InboundField, StartKind } from "../../kind.ts";
import { texts } from "../../lists.ts";

/** Spec 1 §3.4. */
export interface StartForm {
  globalTimezone: number;
  /** E.164. */
  selectedNumber: string[];
  /** Ids. */
  selectedNumberSet: string[];
}

const fields: InboundField<StartForm>[] = [
  {
    name: "globalTimezone",
    label: "Time Zone",
    help: "Used by time rules whose destination has no time zone.",
    input: "choice",
    required: true,
    options: timezones.map(({ timezoneId, name }) => ({ value: timezoneId, label: name })),
  },
  {
    name: "selectedNumber",
    label: "Numbers",
    help: "This workflow handles calls and messages to these numbers. A number can belong to only one inbound workflow.",
    input: "pickSeveral",
    from: "numbers",
  },
  { name: "selectedNumberSet", label: "Number Sets", input: "pickSeveral", from: "numberSets" },
];

/** Start of every route. */
export const start: StartKind<StartForm> = {
  category: "start",
  nodeType: "start",
  label: "Start",
  help: "The numbers that this workflow handles, and its time zone.",
  icon: "player-play",
  hue: "logic",
  form: z.looseObject({
    globalTimezone: z.number().default(0),
    selectedNumber: texts.default([]),
    selectedNumberSet: texts.default([]),
  }),
  defaults: { globalTimezone: 0, selectedNumber: [], selectedNumberSet: [] },
  fields,
  card: (form) => [
    { label: "Numbers", value: form.selectedNumber.join(", ") || undefined },
    { label: "Number Sets", value: form.selectedNumberSet.length > 0 ? `${form.selectedNumberSet.length}` : undefined },
  ],
  validate: (form) => [
    ...formIssues(fields, form),
    ...(zoneOf(form.globalTimezone) === undefined
      ? [{ field: "globalTimezone", message: `Time Zone ${form.globalTimezone} does not exist.` }]
      : []),
  ],
};
