import type { SavedNode } from "../savedNode.ts";
import type { CampaignForm } from "./campaignForm.ts";
import { type Graph, type GraphNode, mainSection, outboundKindOf, startPosition, targetsOf } from "./graph.ts";
import type { Draft as StartDraft } from "./kinds/start/design.ts";
import { notesOf, writeNotes } from "./notes.ts";
import { homes } from "./readGraph.ts";
import { emptyWorkflow, type SavedWorkflow } from "./savedWorkflow.ts";

/** The workflow to save, equal in meaning to what was read (spec 2 §3.2). */
export function writeGraph(graph: Graph): SavedWorkflow {
  const carried = writeNotes(notesOf(graph), graph.carried);
  if (isUntouched(graph)) return { ...emptyWorkflow, ...carried };
  const firsts = [...graph.sections].map(([name, id]) => {
    const [first = -1] = targetsOf(nodeAt(graph, id));
    return [name, name === mainSection ? id : first] as const;
  });
  const nodes = [...graph.nodes.values()].filter(({ kind }) => kind !== "sectionStart").map(writeNode);
  return {
    schemaVersion: 1,
    startNode: graph.sections.get(mainSection) ?? -1,
    nodes: keepingHomes(nodes, new Map(firsts)),
    sections: Object.fromEntries(firsts),
    ...carried,
  };
}

/** The campaign form: the start node's draft. */
export function formOf(graph: Graph): CampaignForm {
  const { next: _, ...form } = nodeAt(graph, graph.sections.get(mainSection) ?? -1).draft as StartDraft;
  return form;
}

const writeNode = (node: GraphNode): SavedNode => ({
  id: node.id,
  type: node.type,
  ...(node.section !== mainSection && { inSection: node.section }),
  x: node.x,
  y: node.y,
  children: targetsOf(node),
  ...outboundKindOf(node).write(node.draft),
  ...node.carried,
  ...(node.name !== undefined && { name: node.name }),
});

/** A node of main reached only from another section saves its section, otherwise reading would move it there (wire reading 6). */
function keepingHomes(nodes: readonly SavedNode[], seeds: ReadonlyMap<string, number>): SavedNode[] {
  const home = homes(nodes, seeds);
  return nodes.map((node) =>
    node.inSection === undefined && (home.get(node.id) ?? mainSection) !== mainSection
      ? { ...node, inSection: mainSection }
      : node,
  );
}

/** Whether only the start node exists, at its initial position. */
function isUntouched(graph: Graph): boolean {
  if (graph.nodes.size !== 1 || graph.sections.size !== 1) return false;
  const [start] = graph.nodes.values();
  if (start === undefined || start.name !== undefined) return false;
  return start.x === startPosition.x && start.y === startPosition.y && Object.keys(start.carried).length === 0;
}

function nodeAt(graph: Graph, id: number): GraphNode {
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`the graph has no node ${id}`);
  return node;
}
