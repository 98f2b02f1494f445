import { describeVerdict, type Question, type RouteAnswer } from "@trunkline/workflow/inbound/askRoute.ts";
import { drawnNode, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { pathTo } from "@trunkline/workflow/inbound/graph.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect } from "react";
import { graphOf, type Highlight, useCanvas, useCanvasStore } from "../../canvas/canvasStore.ts";

/** Shows a decision of the route on the drawing, and moves the view to its end. */
export function useRouteLight(question: Question, answer: RouteAnswer | undefined): void {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  useEffect(() => {
    store.setState({ lit: answer === undefined ? null : highlightOf(graph, question, answer) });
  }, [store, graph, question, answer]);
  useEffect(() => () => store.setState({ lit: null }), [store]);
  const end = answer?.node ?? null;
  useEffect(() => {
    const node = end === null ? undefined : drawnNode(graphOf(store.getState()), end);
    if (node !== undefined) store.setState(({ aim }) => ({ aim: { at: node.id, nonce: aim.nonce + 1 } }));
  }, [store, end]);
}

/** The channel nodes by channel. */
const channelIds = { call: "callSrc", sms: "smsSrc", rcs: "rcsSrc" } as const;

/** Highlights the chosen path and the result of each evaluated rule. */
function highlightOf(graph: Graph, { srcType }: Question, { paths, node: end }: RouteAnswer): Highlight {
  const nodes = new Map<number, { as: "met" | "unmet" | "selected" | "path"; words: string }>();
  const put = (wireId: string, as: "met" | "unmet" | "selected" | "path", words = "") => {
    const node = drawnNode(graph, wireId);
    if (node !== undefined) nodes.set(node.id, { as, words });
  };
  put("start", "path");
  put(channelIds[srcType], "path");
  for (const { rules } of paths)
    for (const { node, verdict } of rules) put(node, verdict.holds ? "met" : "unmet", describeVerdict(verdict));
  if (end !== null) put(end, "selected", "Selected");
  const path = end === null ? [channelIds[srcType]] : pathTo(inboundOf(graph), end).map(({ id }) => id);
  return { nodes, into: new Set(path.flatMap((wireId) => drawnNode(graph, wireId)?.id ?? [])) };
}
