import { useQuery } from "@tanstack/react-query";
import { approvalRoutes } from "@trunkline/contract/workflows/approval.ts";
import { useMe } from "../../../api/me.ts";
import { listOf } from "../../../api/queries.ts";

/** How often the editor asks whether a request was made or decided. */
const pollMs = 20_000;

/** The newest requests of one workflow, by its campaign id or route tag. Nothing is loaded where no approval is needed. */
export function useWorkflowApprovals(workflow: string) {
  const { publishingNeedsApproval } = useMe();
  return useQuery({
    ...listOf(approvalRoutes.list, { query: { workflow, limit: 50 } }),
    enabled: publishingNeedsApproval && workflow !== "",
    refetchInterval: pollMs,
  }).data;
}

/** The requests of all workflows that wait, newest first. */
export function useWaitingApprovals() {
  const { publishingNeedsApproval } = useMe();
  return useQuery({
    ...listOf(approvalRoutes.list, { query: { state: "waiting", limit: 500 } }),
    enabled: publishingNeedsApproval,
  }).data;
}
