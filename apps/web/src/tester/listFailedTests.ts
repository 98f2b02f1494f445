import type { QueryClient } from "@tanstack/react-query";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { runTest } from "@trunkline/workflow/trial/testVerdict.ts";
import { listOf } from "../api/queries.ts";
import { draftWorkflow } from "./draftWorkflow.ts";
import { loadTrialLists } from "./loadTrialLists.ts";

/** The saved tests that fail with a drawing, each with its first difference, before it is saved. */
export async function listFailedTests(
  graph: Graph,
  campaignId: string,
  client: QueryClient,
): Promise<{ node: number | null; message: string }[]> {
  const tests = await client.fetchQuery(listOf(workflowTestRoutes.list, { params: { campaignId } }));
  if (tests.length === 0) return [];
  const lists = await loadTrialLists(client);
  const workflow = draftWorkflow(graph, lists, { federal: null, hasModel: false });
  return tests.flatMap(({ title, test }) => {
    const { failure } = runTest(workflow, test as unknown as WorkflowTest);
    return failure === null ? [] : [{ node: failure.node, message: `${title}: ${failure.message}` }];
  });
}
