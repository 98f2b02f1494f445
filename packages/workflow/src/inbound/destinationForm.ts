import { z } from "zod";
import type { Issue, Option } from "../nodeKind.ts";
import { destinationTimezones, zoneOf } from "../parts/time/timezones.ts";
import { formIssues } from "./formIssues.ts";
import type { InboundField } from "./kind.ts";
import { texts } from "./lists.ts";

/** The fields that every destination has (spec 1 §3.6). */
export interface DestinationForm {
  timezone: number;
  priority: number;
  tags: string[];
}

/** The zone value that means the start node's zone (readings, Inbound designer). */
export const workflowTimezone = -28;

/** The shared saved fields, with the defaults of spec 1 §3.7. */
export const destinationShape = {
  timezone: z.number().default(workflowTimezone),
  priority: z.number().default(1),
  tags: texts.default([]),
};

export const destinationDefaults: DestinationForm = { timezone: workflowTimezone, priority: 1, tags: [] };

/** The zone picker of a destination: "Workflow's time zone" comes first, and Mountain has its own id. */
const destinationZoneOptions: readonly Option[] = [
  { value: workflowTimezone, label: "Workflow's time zone" },
  ...destinationTimezones.map(({ timezoneId, name }) => ({ value: timezoneId, label: name })),
];

const fields: InboundField<DestinationForm>[] = [
  {
    name: "timezone",
    label: "Time Zone",
    help: "The time zone of time rules on this path.",
    input: "choice",
    options: [...destinationZoneOptions],
  },
  {
    name: "priority",
    label: "Priority",
    help: "Paths are tried in this order, lowest number first. Of equal numbers, paths with rules come first.",
    input: "number",
    min: 1,
    required: true,
  },
  {
    name: "tags",
    label: "Tags",
    help: "Added to the contact.",
    input: "pickSeveral",
    from: "tags",
  },
];

/** The fields after a destination's own. */
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
