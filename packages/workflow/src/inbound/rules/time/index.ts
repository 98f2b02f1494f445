import { z } from "zod";
import { parseTime, showTime } from "../../../parts/time/timeOfDay.ts";
import { formIssues } from "../../formIssues.ts";
import { type InboundField, ruleKind } from "../../kind.ts";

/** Spec 1 §3.5. */
export interface TimeForm {
  timeOperation: "LESS_THAN" | "GREATER_THAN";
  /** HH:mm:ss. */
  timeValue: string;
}

const fields: InboundField<TimeForm>[] = [
  {
    name: "timeOperation",
    label: "Operation",
    input: "choice",
    required: true,
    options: [
      { value: "LESS_THAN", label: "Before" },
      { value: "GREATER_THAN", label: "After" },
    ],
  },
  {
    name: "timeValue",
    label: "Time",
    help: "In the destination's time zone. For a range, connect an After and a Before.",
    input: "time",
    required: true,
  },
];

/** The time of day, in the zone of the path's destination. */
export const time = ruleKind<TimeForm>({
  nodeType: "rule",
  label: "Time",
  help: "Matches before or after a time of day.",
  icon: "clock",
  hue: "logic",
  form: z.looseObject({
    timeOperation: z.enum(["LESS_THAN", "GREATER_THAN"]).default("GREATER_THAN"),
    timeValue: z.string().default("12:00:00"),
  }),
  defaults: { timeOperation: "GREATER_THAN", timeValue: "12:00:00" },
  fields,
  card: ({ timeOperation, timeValue }) => {
    const seconds = parseTime(timeValue);
    const when = seconds === undefined ? timeValue : showTime(seconds);
    return [{ label: "Time", value: `${timeOperation === "LESS_THAN" ? "before" : "after"} ${when}` }];
  },
  validate: (form) => [
    ...formIssues(fields, form),
    ...(form.timeValue !== "" && parseTime(form.timeValue) === undefined
      ? [{ field: "timeValue", message: "Time must be a time of day, such as 17:30:00." }]
      : []),
  ],
  entry: ({ timeOperation, timeValue }) => ({
    variable: "options.timezone",
    type: "time",
    operation: timeOperation,
    value: timeValue,
    negated: false,
  }),
});
