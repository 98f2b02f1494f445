import { z } from "zod";
import {
  type DestinationForm,
  destinationDefaults,
  destinationFields,
  destinationIssues,
  destinationShape,
} from "../../destinationForm.ts";
import { destinationKind, type InboundField } from "../../kind.ts";

/** Spec 1 §3.6. */
export interface WorkflowForm extends DestinationForm {
  selectedWorkflow: string;
}

const fields: InboundField<WorkflowForm>[] = [
  { name: "selectedWorkflow", label: "Workflow", input: "pickOne", from: "campaigns", required: true },
  ...destinationFields<WorkflowForm>(),
];

/** The contact enters a workflow: the "multiple destination", for calls and texts alike (decisions, Inbound designer). */
export const workflow = destinationKind<WorkflowForm>({
  nodeType: "multipleDestination",
  label: "Workflow",
  help: "Enrols the contact in a workflow, in its newest version.",
  icon: "sitemap",
  hue: "logic",
  destType: "workflow",
  form: z.looseObject({ selectedWorkflow: z.string().default(""), ...destinationShape }),
  defaults: { selectedWorkflow: "", ...destinationDefaults },
  fields,
  card: (form) => [{ label: "Workflow", value: form.selectedWorkflow || undefined }],
  validate: (form) => destinationIssues(fields, form),
  target: (form) => ({ dest: form.selectedWorkflow, options: {} }),
});
