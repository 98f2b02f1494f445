import { useQuery } from "@tanstack/react-query";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { activityScope, describeActivity } from "@trunkline/workflow/parts/activity.ts";
import type { StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { listOf } from "../../api/queries.ts";
import { describeFilter } from "./describeFilter.ts";

/** Describes statements about contacts, with the names of the workflows and e-mail templates in them. */
export function useDescribeFilter(statements: readonly StatementDraft[]): (statement: StatementDraft) => string {
  const asks = (scope: string) => statements.some(({ operation }) => activityScope(operation)?.scope === scope);
  const workflows = useQuery({ ...newestWorkflows, staleTime: 30_000, enabled: asks("workflow") });
  const templates = useQuery({ ...listOf(emailTemplateRoutes.list), staleTime: 30_000, enabled: asks("template") });
  const nameOf = (id: string, of: "workflow" | "template"): string =>
    of === "workflow"
      ? (workflows.data?.find((row) => row.campaignId === id)?.campaignName ??
        (workflows.isPending ? "…" : "that was deleted"))
      : (templates.data?.find((row) => row.templateId === id)?.templateTitle ?? id);
  return (statement) => describeActivity(statement, nameOf) ?? describeFilter(statement);
}
