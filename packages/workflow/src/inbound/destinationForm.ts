import { z } from "zod";
import type { Issue, Option } from "../nodeKind.ts";
import { destinationTimezones, zoneOf } from "../parts/time/timezones.ts";
import { formIssues } from "./formIssues.ts";
import type { InboundField } from "./kind.ts";
import { texts } from "./lists.ts";

/** What every destination has beside its own (spec 1 §3.6). */
export interface DestinationForm {
  timezone: number;
  priority: number;
  tags: string[];
}

/** The zone of a destination that stands for the start node's (readings, Inbound designer). */
export const workflowTimezone = -28;

/** The shared fields as they are saved, with the defaults of spec 1 §3.7. */
export const destinationShape = {
  timezone: z.number().default(workflowTimezone),
  priority: z.number().default(1),
  tags: texts.default([]),
};

export const destinationDefaults: DestinationForm = { timezone: workflowTimezone, priority: 1, tags: [] };

/** The zone picker of a destination: "Workflow's time zone" first, Mountain with an id of its own. */
const destinationZoneOptions: readonly Option[] = [
  { value: workflowTimezone, label: "Workflow's time zone" },
  ...destinationTimezones.map(({ timezoneId, name }) => ({ value: timezoneId, label: name })),
];

const fields: InboundField<DestinationForm>[] = [
  {
    name: "timezone",
    label: "Time Zone",
    help: "In which the time rules on the way here are judged.",
    input: "choice",
    options: [...destinationZoneOptions],
  },
  {
    name: "priority",
    label: "Priority",
    help: "The lowest number is tried first. Of equal numbers, paths with rules come before a path without.",
    input: "number",
    min: 1,
    required: true,
  },
  {
    name: "tags",
    label: "Tags",
    help: "Put on the contact that is led here.",
    input: "pickSeveral",
    from: "tags",
  },
];

/** The fields that follow a destination's own. */
export const destinationFields = <Form extends DestinationForm>(): InboundField<Form>[] =>
  fields as readonly unknown[] as InboundField<Form>[];

/** The messages of a destination's form. */
export const destinationIssues = <Form extends DestinationForm>(
  all: readonly InboundField<Form>[],
  form: Form,
): Issue[] => [
  ...formIssues(all, form),
  ...(form.timezone === workflowTimezone || zoneOf(form.timezone) !== undefined
    ? []
    : [{ field: "timezone", message: `Time Zone ${form.timezone} does not exist.` }]),
];
