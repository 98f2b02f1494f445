import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface WorkflowForm extends DestinationForm {
  selectedWorkflow: string;
}

/** Enrolls the contact in a workflow: the "multiple destination", for calls and texts (readings, Inbound designer). */
export const workflow = destinationKind<WorkflowForm>({
  nodeType: "multipleDestination",
  label: destTypeLabel("workflow"),
  help: "Enrolls the contact in the newest version of a workflow.",
  icon: "sitemap",
  hue: "logic",
  destType: "workflow",
  form: z.looseObject({ selectedWorkflow: z.string().default(""), ...destinationShape }),
  defaults: { selectedWorkflow: "", ...destinationDefaults },
  fields: [{ name: "selectedWorkflow", label: "Workflow", input: "pickOne", from: "campaigns", required: true }],
  card: (form) => [{ label: "Workflow", value: form.selectedWorkflow || undefined }],
  target: (form) => ({ dest: form.selectedWorkflow, options: {} }),
});
