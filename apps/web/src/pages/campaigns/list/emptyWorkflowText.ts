import { emptyWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";

/** The saved text of a new workflow (spec 1 §3.1). */
export const emptyWorkflowText = JSON.stringify(emptyWorkflow);
