import type { Graph, GraphNode } from "../outbound/graph.ts";
import type { MergeConflict, Side } from "./conflicts.ts";
import { describeTarget, describeValue, type FormField, fieldOf, type Lookups } from "./describeValue.ts";
import type { Plain } from "./equalValues.ts";
import type { Three } from "./mergeValues.ts";

/** The place of the targets of an inbound node. */
export const nextPlace = ".next";

/** What a place of a node is called, and what both users put there. */
export function describePlace(
  place: readonly string[],
  values: Three<unknown>,
  { versions, nodes, lookups }: { versions: Three<Graph>; nodes: Three<GraphNode>; lookups: Lookups },
): Pick<MergeConflict, "label" | "mine" | "theirs"> {
  const { label, field } = nameOfPlace(place, nodes.mine);
  const isTarget = field === undefined && (place[0] === nextPlace || (place[0] === "next" && place.length === 1));
  const describe = (side: Side): string => {
    const value = values[side];
    if (isTarget)
      return (
        [value]
          .flat()
          .map((id) => describeTarget(versions[side], id))
          .join(", ") || "No next step"
      );
    const text = describeValue(field, value, { graph: versions[side], draft: nodes[side].draft as Plain, lookups });
    return text === "" && field?.input === "path" ? "No next step" : text;
  };
  return { label: isTarget ? "Next step" : label, mine: describe("mine"), theirs: describe("theirs") };
}

function nameOfPlace(place: readonly string[], node: GraphNode): { label: string; field: FormField | undefined } {
  const [key = "", index, column] = place;
  if (key === ".name") return { label: "Name", field: undefined };
  if (key === ".section") return { label: "Section", field: undefined };
  if (key.startsWith(".")) return { label: index === "label" ? "Label" : (index ?? key), field: undefined };
  const field = fieldOf(node, key);
  const label = field?.label ?? key;
  if (index === undefined || field?.input !== "rows") return { label, field };
  const row = `${field.rowLabel} ${Number(index) + 1}`;
  const inner = field.fields?.find(({ name }) => name === column);
  // a part of a statement is described without its field
  if (inner === undefined || place.length > 3)
    return { label: inner ? `${row}, ${inner.label}` : row, field: undefined };
  return { label: `${row}, ${inner.label}`, field: inner };
}
