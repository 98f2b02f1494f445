import { claimants, kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import type { SavedNode } from "@trunkline/workflow/savedNode.ts";

/** A branch of a Percent node: A, B, …, the node that it leads to, and its weight. */
interface Branch {
  name: string;
  label: string;
  target: number | null;
  weight: number;
}

/** The Percent nodes of a drawing that divide contacts, with their branches. Exits to one node are one branch. */
export function listPercentNodes(definition: string): { node: number; name: string; branches: Branch[] }[] {
  const { nodes } = parseWorkflow(definition);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodes.flatMap((node) => {
    if (node.type !== "percentage") return [];
    const own = kinds.percentage.own.safeParse(node);
    const weights = own.success ? own.data.percentages : [];
    const totals = new Map<number | null, number>();
    weights.forEach((weight, index) => {
      const target = node.children?.[index] ?? null;
      totals.set(target, (totals.get(target) ?? 0) + weight);
    });
    const branches = [...totals].map(([target, weight], index) => ({
      name: letterOf(index),
      label: target === null ? "End" : describeNode(byId.get(target)),
      target,
      weight,
    }));
    return branches.length < 2 ? [] : [{ node: node.id, name: describeNode(node), branches }];
  });
}

/** A to Z, then AA. */
const letterOf = (index: number): string =>
  (index < 26 ? "" : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function describeNode(node: SavedNode | undefined): string {
  if (node === undefined) return "Missing node";
  const [kind] = claimants(node);
  return readName(node.name) ?? `${kind === undefined ? node.type : kinds[kind].label} ${node.id}`;
}
