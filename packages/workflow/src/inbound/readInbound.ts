import { readName } from "../outbound/nodeName.ts";
import { parseSaved } from "../parts/parseSaved.ts";
import { emptyInbound, type InboundEdge, type InboundGraph, type InboundNode } from "./graph.ts";
import { type InboundKindName, inboundKind } from "./kinds.ts";
import { madeOnLoad, type SavedInbound, type SavedInboundNode, savedInbound } from "./saved.ts";

/** Parses the saved text of an inbound workflow. Throws an error with a readable message when it is invalid, which the server never stores. */
export const parseInbound = (text: string): SavedInbound => parseSaved(savedInbound, text) ?? { nodes: [], edges: [] };

/** The graph of a saved inbound workflow. Without nodes it has only the fixed ones (spec 1 §2.5). Throws like `parseInbound`. */
export function readInbound(saved: SavedInbound | string | null): InboundGraph {
  if (saved === null || saved === "") return emptyInbound();
  const { nodes, edges, ...carried } = typeof saved === "string" ? parseInbound(saved) : saved;
  if (nodes.length === 0) return { ...emptyInbound(), carried };
  return {
    nodes: new Map(nodes.map((node) => [node.id, readNode(node)])),
    edges: edges.map(
      ({ id, source, target, condition: _, ...rest }): InboundEdge => ({ id, source, target, carried: rest }),
    ),
    carried,
  };
}

function readNode({ id, type: nodeType, position, data, ...rest }: SavedInboundNode): InboundNode {
  const { label, type = "", destType: _d, category: _c, formData = {}, routeDest, ...others } = data;
  const kind = inboundKind(type);
  const form = kind?.form.safeParse(formData);
  const { x, y } = position;
  const name = readName(rest["name"]);
  const carried = {
    // what is no name stays as it is
    node: name === undefined ? rest : Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "name")),
    data: Object.fromEntries(Object.entries(others).filter(([key]) => !madeOnLoad.includes(key))),
  };
  const shared = { id, type, nodeType, x, y, routeDest: routeDest || null, ...(name !== undefined && { name }) };
  if (kind === undefined || !form?.success)
    return { ...shared, kind: "unknown", label: label ?? type, form: data, carried };
  return {
    ...shared,
    kind: type as InboundKindName,
    nodeType: kind.nodeType,
    label: label ?? kind.label,
    form: form.data as object,
    carried,
  };
}
