import { Button } from "@mantine/core";
import { switchNumberRule } from "@trunkline/workflow/inbound/commands.ts";
import { inDrawing, otherNumberOf } from "@trunkline/workflow/inbound/drawing.ts";
import type { GraphNode } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect } from "react";
import { edit, setNames, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { SidePanel } from "../../../canvas/SidePanel.tsx";
import { useInboundLists } from "./useInboundLists.ts";

/** The side panel of the inbound designer, with the option lists of its forms. */
export function InboundPanel({ routeTag }: { routeTag: string }) {
  const store = useCanvasStore();
  const lists = useInboundLists(routeTag);
  useEffect(() => setNames(store, lists.names), [store, lists.names]);
  return <SidePanel lists={lists} below={(node) => <SwitchNumber node={node} />} />;
}

/** Switches a rule between From Number and To Number (spec 1 §4.3). */
function SwitchNumber({ node }: { node: GraphNode }) {
  const store = useCanvasStore();
  const readOnly = useCanvas((state) => state.readOnly);
  const other = otherNumberOf(node);
  if (other === undefined || readOnly) return null;
  const change = () =>
    edit(store, (graph) => inDrawing(graph, (inbound) => switchNumberRule(inbound, node.foreign?.wireId ?? "")));
  return (
    <Button size="xs" variant="default" onClick={change}>
      Switch to {other}
    </Button>
  );
}
