import type { Step } from "@trunkline/contract/journeys/journey.ts";
import type { AnyNodeKind } from "@trunkline/workflow/nodeKind.ts";
import { claimants, kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import type { SavedNode } from "@trunkline/workflow/savedNode.ts";
import type { StepListRow } from "../../store/journeys/journeyList.ts";

const outcomes = ["went", "asked", "waited", "replied", "ended", "failed"] as const;

/** Steps of one journey in wire form. `definition` is the journey's workflow version. */
export function showSteps(steps: readonly StepListRow[], definition: string | undefined): Step[] {
  const nodes = new Map(readNodes(definition).map((node) => [node.id, node]));
  return steps.map((step) => showStep(step, nodes.get(step.nodeId)));
}

function showStep({ revision, nodeId, at, outcome, because, data }: StepListRow, node: SavedNode | undefined): Step {
  const name = node ? claimants(node)[0] : undefined;
  const kind: AnyNodeKind | undefined = name === undefined ? undefined : kinds[name];
  const called = readName(node?.name);
  return {
    revision,
    nodeId,
    because,
    data,
    at: at.toISOString(),
    outcome: outcomes[outcome] ?? "failed",
    type: name ?? node?.type ?? "unknown",
    label: kind?.label ?? node?.type ?? "Unknown node",
    ...(called !== undefined && { name: called }),
  };
}

function readNodes(definition: string | undefined): SavedNode[] {
  if (definition === undefined) return [];
  const { nodes } = JSON.parse(definition) as { nodes?: SavedNode[] };
  return nodes ?? [];
}
