import type { DesignContext, Issue } from "@trunkline/workflow/nodeKind.ts";
import { type Graph, incoming, isStart } from "@trunkline/workflow/outbound/graph.ts";
import { nodeIssues } from "@trunkline/workflow/outbound/validateGraph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { type CanvasState, graphOf } from "./canvasStore.ts";

export type Mark = "normal" | "updated" | "error" | "orphan" | "never";

const noIssues: readonly Issue[] = [];
const knownIssues = new WeakMap<Graph, { context: DesignContext; byNode: Map<NodeId, readonly Issue[]> }>();

/** The validation issues of a node, cached per graph. */
export function issuesOf(state: CanvasState, id: NodeId): readonly Issue[] {
  const graph = graphOf(state);
  const node = graph.nodes.get(id);
  if (node === undefined) return noIssues;
  let known = knownIssues.get(graph);
  if (known?.context !== state.context) {
    known = { context: state.context, byNode: new Map() };
    knownIssues.set(graph, known);
  }
  let issues = known.byNode.get(id);
  if (issues === undefined) {
    issues = nodeIssues(graph, node, state.context, state.saved);
    known.byNode.set(id, issues);
  }
  return issues;
}

/** The mark of a card: errors of a failed save, orphan, or the state of its open form (spec 2 §3.4). */
export function markOf(state: CanvasState, id: NodeId): Mark {
  const node = graphOf(state).nodes.get(id);
  if (node === undefined || state.compared !== null) return "normal";
  if (state.faults.has(id)) return "error";
  const { language } = graphOf(state);
  if (language !== undefined) {
    const mark = language.stateOf(graphOf(state), state.saved, id, state.context);
    return mark === "normal" && state.never.has(id) ? "never" : mark;
  }
  const isTouched = state.opened?.id === id && (state.opened.draft !== node.draft || state.opened.name !== node.name);
  if ((state.flagged.has(id) || isTouched) && issuesOf(state, id).length > 0) return "error";
  if (!isStart(node) && incoming(graphOf(state), id).length === 0) return "orphan";
  return isTouched ? "updated" : "normal";
}

/** How a try shows a card. */
export function trialMarkOf({ trial }: CanvasState, id: NodeId): "here" | "passed" | "untried" | undefined {
  if (trial === null) return undefined;
  if (trial.at === id) return "here";
  if (trial.passed.has(id)) return "passed";
  return trial.untried?.has(id) ? "untried" : undefined;
}

/** The reasons of a card's marks, for tooltips and screen readers. */
export const markReason = (state: CanvasState, id: NodeId): string =>
  marksOf(state, id)
    .map((mark) => reasonOf(state, id, mark))
    .join(". ");

/** The marks of a card. A changed card can also be unreachable. */
export function marksOf(state: CanvasState, id: NodeId): Exclude<Mark, "normal">[] {
  const mark = markOf(state, id);
  if (mark === "normal") return [];
  return mark === "updated" && state.never.has(id) ? [mark, "never"] : [mark];
}

/** The reason of one mark. */
export function reasonOf(state: CanvasState, id: NodeId, mark: Mark): string {
  const fault = state.faults.get(id);
  if (fault !== undefined) return fault;
  if (mark === "never") return `Never reached: ${state.never.get(id)}`;
  if (mark === "error")
    return issuesOf(state, id)
      .map(({ message }) => message.replace(/\.?$/, "."))
      .join(" ");
  if (mark === "orphan") return "No path leads to this node. Attach or remove it before saving.";
  return mark === "updated" ? "Unsaved changes" : "";
}
