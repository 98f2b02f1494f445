import type { Step } from "@trunkline/contract/journeys/journey.ts";
import type { AnyNodeKind } from "@trunkline/workflow/nodeKind.ts";
import { claimants, kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import type { SavedNode } from "@trunkline/workflow/savedNode.ts";
import type { StepListRow } from "../../store/journeys/journeyList.ts";
import { stepOutcomes } from "../../store/journeys/step.ts";

/** The version that a journey was on before a step moved it. */
function versionBefore({ outcome, data }: StepListRow): number | undefined {
  const from = stepOutcomes[outcome] === "moved" ? data?.["fromVersion"] : undefined;
  return typeof from === "number" ? from : undefined;
}

/** The versions that a journey has been on: its own, and those that it was moved from (decision 0087). */
export const versionsOf = (steps: readonly StepListRow[], version: number): number[] => [
  ...new Set([version, ...steps.flatMap((step) => versionBefore(step) ?? [])]),
];

/** Steps of one journey in wire form. `version` is its version now; each step is read in the version that it was taken in. */
export function showSteps(
  steps: readonly StepListRow[],
  version: number,
  definitionOf: (version: number) => string | undefined,
): Step[] {
  const nodes = new Map(
    versionsOf(steps, version).map((of) => [of, new Map(readNodes(definitionOf(of)).map((node) => [node.id, node]))]),
  );
  let at = version;
  return steps
    .toReversed()
    .map((step) => {
      const shown = { ...showStep(step, nodes.get(at)?.get(step.nodeId)), ...(at !== version && { version: at }) };
      at = versionBefore(step) ?? at;
      return shown;
    })
    .reverse();
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
    outcome: stepOutcomes[outcome] ?? "failed",
    type: name ?? node?.type ?? "unknown",
    // contacts that are moved before they start are at no node
    label: kind?.label ?? node?.type ?? (nodeId === 0 ? "Not started" : "Unknown node"),
    ...(called !== undefined && { name: called }),
  };
}

function readNodes(definition: string | undefined): SavedNode[] {
  if (definition === undefined) return [];
  const { nodes } = JSON.parse(definition) as { nodes?: SavedNode[] };
  return nodes ?? [];
}
