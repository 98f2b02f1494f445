import type { InboundGraph } from "../inbound/graph.ts";
import { emptyInbound, newInboundNode } from "../inbound/graph.ts";
import { writeInbound } from "../inbound/writeInbound.ts";
import type { ForeignFile } from "./foreignFile.ts";

const columnWidth = 320;

/** The inbound workflow that routes the first text of a contact to the imported workflows. */
export function inboundOfTexts({ name, routes }: ForeignFile) {
  const empty = emptyInbound();
  const nodes = new Map(empty.nodes);
  const edges = [...empty.edges];
  const add = (
    id: string,
    kind: "textContent" | "workflow",
    under: string,
    at: { x: number; y: number },
    form: object,
  ) => {
    const node = newInboundNode(id, kind, at.x, at.y);
    nodes.set(id, { ...node, form: { ...node.form, ...form } });
    edges.push({ id: `${under}-${id}`, source: under, target: id, carried: {} });
  };
  // rules come first, and the text that fits none of them last
  const ordered = [
    ...routes.filter(({ operation }) => operation !== ""),
    ...routes.filter(({ operation }) => operation === ""),
  ];
  const seen = new Set<string>();
  ordered.forEach(({ operation, value, flowId }, index) => {
    const key = `${operation} ${value} ${flowId}`;
    if (seen.has(key)) return;
    seen.add(key);
    const x = 560 + index * columnWidth;
    const rule = `text-${index + 1}`;
    const contentValue = operation.endsWith("_ONE_OF")
      ? value
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean)
      : value;
    if (operation !== "")
      add(rule, "textContent", "smsSrc", { x, y: 311 }, { contentOperation: operation, contentValue });
    const under = operation === "" ? "smsSrc" : rule;
    add(
      `start-${index + 1}`,
      "workflow",
      under,
      { x, y: operation === "" ? 311 : 457 },
      { selectedWorkflow: flowId, priority: index + 1 },
    );
  });
  const graph: InboundGraph = { nodes, edges, carried: {} };
  return {
    routeTag: routeTagFor(name),
    description: `Texts that start ${name}`.slice(0, 500),
    drawing: writeInbound(graph),
    destinations: [],
    tests: [],
  };
}

/** A title that a route tag may have: short, and of plain characters. */
const routeTagFor = (name: string): string =>
  `${
    name
      .replace(/[^\p{L}\p{N} _-]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 50) || "imported"
  } texts`.toLowerCase();
