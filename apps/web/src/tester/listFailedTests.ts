import type { QueryClient } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { runTest } from "@trunkline/workflow/trial/testVerdict.ts";
import { listOf, oneOf } from "../api/queries.ts";
import { draftWorkflow } from "./draftWorkflow.ts";

/** The saved tests that fail with a drawing, each with its first difference, before it is saved. */
export async function listFailedTests(
  graph: Graph,
  campaignId: string,
  client: QueryClient,
): Promise<{ node: number | null; message: string }[]> {
  const tests = await client.fetchQuery(listOf(workflowTestRoutes.list, { params: { campaignId } }));
  if (tests.length === 0) return [];
  const [templates, emailTemplates, rcsTemplates, rcsAgents, campaigns, { settings }] = await Promise.all([
    client.fetchQuery(listOf(smsTemplateRoutes.list)),
    client.fetchQuery(listOf(emailTemplateRoutes.list)),
    client.fetchQuery(listOf(rcsRoutes.templates)),
    client.fetchQuery(listOf(rcsRoutes.agents)),
    client.fetchQuery(listOf(campaignRoutes.all)),
    client.fetchQuery(oneOf(accountRoutes.find)),
  ]);
  const lists = { templates, emailTemplates, rcsTemplates, rcsAgents, campaigns, settings };
  const workflow = draftWorkflow(graph, lists, { federal: null, hasModel: false });
  return tests.flatMap(({ title, test }) => {
    const { failure } = runTest(workflow, test as unknown as WorkflowTest);
    return failure === null ? [] : [{ node: failure.node, message: `${title}: ${failure.message}` }];
  });
}
