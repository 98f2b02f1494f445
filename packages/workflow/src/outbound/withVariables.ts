import type { NodeId } from "../savedNode.ts";

/** Replaces references to nodes in a draft's texts (`node3.reply`) with references to their new ids. */
export function withVariables(value: unknown, newIds: ReadonlyMap<NodeId, NodeId>): unknown {
  if (typeof value === "string") {
    return value.replace(/\bnode(\d+)\./g, (whole, id: string) => {
      const copy = newIds.get(Number(id));
      return copy === undefined ? whole : `node${copy}.`;
    });
  }
  if (Array.isArray(value)) return value.map((item) => withVariables(item, newIds));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, newIds)]));
}
