import type { QueryClient } from "@tanstack/react-query";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { runTest } from "@trunkline/workflow/trial/testVerdict.ts";
import { listOf } from "../api/queries.ts";
import { draftWorkflow } from "./draftWorkflow.ts";
import { loadTrialLists } from "./loadTrialLists.ts";

/** Plays the saved tests on a drawing before it is saved, and lists those that fail with their first difference. */
export async function listFailedTests(
  graph: Graph,
  campaignId: string,
  client: QueryClient,
): Promise<{ count: number; failed: { node: number | null; message: string }[] }> {
  const tests = await client.fetchQuery(listOf(workflowTestRoutes.list, { params: { campaignId } }));
  if (tests.length === 0) return { count: 0, failed: [] };
  const lists = await loadTrialLists(client);
  const workflow = draftWorkflow(graph, lists, { federal: null, hasModel: false });
  const failed = tests.flatMap(({ title, test }) => {
    const { failure } = runTest(workflow, test as unknown as WorkflowTest);
    return failure === null ? [] : [{ node: failure.node, message: `${title}: ${failure.message}` }];
  });
  return { count: tests.length, failed };
}
