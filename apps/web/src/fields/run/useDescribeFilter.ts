import { useQuery } from "@tanstack/react-query";
import { activityScope, describeActivity } from "@trunkline/workflow/parts/activity.ts";
import type { StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { describeFilter } from "./describeFilter.ts";

/** Describes statements about contacts, with the names of the workflows in them. */
export function useDescribeFilter(statements: readonly StatementDraft[]): (statement: StatementDraft) => string {
  const asks = statements.some(({ operation }) => activityScope(operation)?.scope === "workflow");
  const workflows = useQuery({ ...newestWorkflows, staleTime: 30_000, enabled: asks });
  const nameOf = (campaignId: string): string =>
    workflows.data?.find((row) => row.campaignId === campaignId)?.campaignName ??
    (workflows.isPending ? "…" : "that was deleted");
  return (statement) => describeActivity(statement, nameOf) ?? describeFilter(statement);
}
