import { workflowTagRoutes } from "@trunkline/contract/workflows/workflowTag.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { DraftedWorkflow } from "../../store/workflows/draft.ts";
import { setWorkflowTags } from "../../store/workflows/workflowTag.ts";

/** Tags of workflows. */
export function registerWorkflowTag(api: Api): void {
  handle(api, workflowTagRoutes.outbound, (call) =>
    setTags(call, { kind: "outbound", workflow: call.params.campaignId }),
  );
  handle(api, workflowTagRoutes.inbound, (call) => setTags(call, { kind: "inbound", workflow: call.params.routeTag }));
}

type Tagging = Pick<Call, "db" | "account" | "actor"> & { body: { tags: string[] } };

const setTags = (call: Tagging, of: DraftedWorkflow) =>
  call.db.tx([call.account], async (q) => {
    const { tags } = call.body;
    if (!(await setWorkflowTags(q, call.account, of, tags))) throw notFound("workflow");
    await audit(q, call, of.kind === "outbound" ? "campaign.tags" : "route.tags", of.workflow, { tags });
    return [{ tags }];
  });
