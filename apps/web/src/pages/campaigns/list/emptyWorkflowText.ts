import { emptyWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";

/** A new workflow as it is saved first (spec 1 §3.1). */
export const emptyWorkflowText = JSON.stringify(emptyWorkflow);
