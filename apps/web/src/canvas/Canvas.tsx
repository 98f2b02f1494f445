import { redraw } from "@trunkline/workflow/outbound/commands.ts";
import { edges } from "@trunkline/workflow/outbound/graph.ts";
import {
  Background,
  BackgroundVariant,
  type Connection,
  type EdgeChange,
  type EdgeTypes,
  MarkerType,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import classes from "./Canvas.module.css";
import { edit, graphOf, uncover, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { type FlowEdge, flowEdges } from "./flow.ts";
import { useCanvasKeys } from "./keys/useCanvasKeys.ts";
import { LineEdge } from "./LineEdge.tsx";
import { DrawingMap } from "./map/DrawingMap.tsx";
import { useCanvasMenu } from "./menu/useCanvasMenu.ts";
import { NodeCard } from "./NodeCard.tsx";
import { NoteCard } from "./notes/NoteCard.tsx";
import { usePathGesture } from "./paths/usePathGesture.tsx";
import { useAim } from "./useAim.ts";
import { useDrop } from "./useDrop.ts";
import { type FlowElement, useNodes } from "./useNodes.ts";

const nodeTypes: NodeTypes = { card: NodeCard, note: NoteCard };
const edgeTypes: EdgeTypes = { line: LineEdge };
const defaultEdge = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: "var(--xy-edge-stroke)" },
};
const multiSelectKeys = ["Shift", "Meta", "Control"];
/** Above this number of cards, only visible cards are rendered, because every card reacts to every move of the view. */
const maxAlwaysRendered = 120;
/** The number of cards from which the map is shown. */
const fewestForMap = 15;

interface Props {
  embedded?: boolean;
  /** For screen readers. */
  label?: string;
  children?: ReactNode;
}

/** The workflow drawing. Only this component uses the graph library; all changes go through the store. `embedded` for a canvas inside a scrolling page. */
export function Canvas({ embedded = false, label = "Canvas", children }: Props) {
  const store = useCanvasStore();
  const gliding = useCanvas((state) => state.gliding);
  const readOnly = useCanvas((state) => state.readOnly);
  const frame = useRef<HTMLElement>(null);
  const { nodes, onNodesChange } = useNodes();
  const { lines, ...lineHandlers } = useLines();
  const drop = useDrop();
  const menu = useCanvasMenu();
  const { question, ...gesture } = usePathGesture();
  useAim(embedded);
  useCanvasKeys(frame, embedded);
  return (
    <section
      ref={frame}
      className={classes["canvas"]}
      aria-label={label}
      data-canvas
      tabIndex={-1}
      data-gliding={gliding || undefined}
    >
      <ReactFlow<FlowElement, FlowEdge>
        nodes={nodes}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultEdgeOptions={defaultEdge}
        onNodesChange={onNodesChange}
        onNodeClick={useCallback((_: unknown, { id }: FlowElement) => uncover(store, Number(id)), [store])}
        {...lineHandlers}
        {...drop}
        {...menu}
        {...gesture}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        edgesReconnectable={!readOnly}
        deleteKeyCode={null}
        disableKeyboardA11y
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={multiSelectKeys}
        onlyRenderVisibleElements={nodes.length > maxAlwaysRendered}
        zoomOnDoubleClick={false}
        zoomOnScroll={false}
        panOnScroll={!embedded}
        preventScrolling={!embedded}
        minZoom={0.05}
        maxZoom={1.6}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
        {nodes.length >= fewestForMap && <DrawingMap />}
        {children}
      </ReactFlow>
      {question}
    </section>
  );
}

/** The lines and their pointer events: draw, redraw, or drop on empty canvas to remove (spec 2 §3.4). */
function useLines() {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const selectedEdge = useCanvas((state) => state.selectedEdge);
  const dropEdge = useCanvas((state) => state.dropEdge);
  const lit = useCanvas((state) => state.lit?.into);
  const passed = useCanvas((state) => state.trial?.passed);
  const untried = useCanvas((state) => state.trial?.untried);
  const compared = useCanvas((state) => state.compared);
  const before = useRef<readonly FlowEdge[]>([]);
  const lines = useMemo(() => {
    const marked = { selected: selectedEdge, dropOn: dropEdge, lit, passed, untried, compared };
    before.current = flowEdges(graph, section, marked, before.current);
    return before.current as FlowEdge[];
  }, [graph, section, selectedEdge, dropEdge, lit, passed, untried, compared]);
  const isRedrawn = useRef(false);
  const handlers = useMemo(() => {
    const find = (id: string) => edges(graphOf(store.getState())).find((edge) => edge.id === id);
    const redrawTo = (old: FlowEdge, to: { source: number; target: number } | null) => {
      const edge = find(old.id);
      if (edge !== undefined) edit(store, (before) => redraw(before, edge, to));
    };
    return {
      onReconnectStart: () => {
        isRedrawn.current = false;
      },
      onReconnect: (old: FlowEdge, { source, target }: Connection) => {
        isRedrawn.current = true;
        redrawTo(old, { source: Number(source), target: Number(target) });
      },
      onReconnectEnd: (_: unknown, old: FlowEdge) => {
        if (!isRedrawn.current) redrawTo(old, null);
      },
      onEdgesChange: (changes: EdgeChange<FlowEdge>[]) => {
        for (const change of changes) {
          if (change.type !== "select") continue;
          if (change.selected) store.setState({ selectedEdge: change.id });
          else if (store.getState().selectedEdge === change.id) store.setState({ selectedEdge: null });
        }
      },
    };
  }, [store]);
  return { lines, ...handlers };
}
