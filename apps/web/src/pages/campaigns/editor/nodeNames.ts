import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { nameOf } from "../../../canvas/cards.ts";

/** The node names of a saved workflow by id. */
export function nodeNames(text: string): ReadonlyMap<number, string> {
  const nodes = [...readGraph(text, {}).nodes.values()].filter(({ id }) => id > 0);
  return new Map(nodes.map((node) => [node.id, nameOf(node)]));
}
