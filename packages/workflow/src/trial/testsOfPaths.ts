import type { PlayedWorkflow } from "../engine/player.ts";
import { edges, type Graph } from "../outbound/graph.ts";
import type { NodeId } from "../savedNode.ts";
import { findContact } from "./findContact.ts";
import { type TestWorld, testOfTrial } from "./testOfTrial.ts";
import type { WorkflowTest } from "./testSchema.ts";
import { playTrial, type TrialSetup } from "./trial.ts";

/** Most tests that are made of the paths of a workflow. */
const mostMade = 24;

/** One test for each end of a workflow that a contact can reach (decision 0078). Yields now and then, so that a page can draw, and ends early when it `isLate`. */
export function* testsOfPaths(
  workflow: PlayedWorkflow,
  graph: Graph,
  setup: TrialSetup,
  { world, isLate }: { world: TestWorld; isLate: () => boolean },
): Generator<number, WorkflowTest[]> {
  const tests: WorkflowTest[] = [];
  const titles = new Set<string>();
  const covered = new Set<NodeId>();
  for (const end of endsOf(graph)) {
    if (tests.length >= mostMade || isLate()) break;
    if (covered.has(end)) continue;
    const search = findContact(workflow, graph, setup, end);
    let step = search.next();
    for (; !step.done && !isLate(); step = search.next()) yield tests.length;
    if (!step.done || !("found" in step.value)) continue;
    const { found } = step.value;
    const test = testOfTrial(workflow, found.setup, playTrial(workflow, found.setup, found.inputs), world);
    for (const { node } of test.expects.steps) covered.add(node);
    const title = freeTitle(test.title, titles);
    titles.add(title);
    tests.push({ ...test, title });
  }
  return tests;
}

/** Nodes of the drawing that nothing follows. */
function endsOf(graph: Graph): NodeId[] {
  const sources = new Set(edges(graph).map(({ source }) => source));
  return [...graph.nodes.values()]
    .filter(({ id, kind }) => id > 0 && kind !== "start" && !sources.has(id))
    .map(({ id }) => id);
}

function freeTitle(title: string, titles: ReadonlySet<string>): string {
  for (let count = 2, free = title; ; count++) {
    if (!titles.has(free)) return free;
    free = `${title} (${count})`;
  }
}
