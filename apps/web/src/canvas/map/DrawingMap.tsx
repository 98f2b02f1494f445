import { kindOfNode, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { type PointerEvent, useEffect, useMemo, useRef } from "react";
import { graphOf, useCanvas } from "../canvasStore.ts";
import { cardOf } from "../cards.ts";
import classes from "./DrawingMap.module.css";

const margin = 100;

/**
 * The whole section in small, with the visible part as a frame. One path for each color and a frame that is moved without rendering
 * keep panning fast.
 */
export function DrawingMap() {
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const names = useCanvas((state) => state.names);
  const selected = useCanvas((state) => state.selected);
  const differences = useCanvas((state) => state.compared?.nodes);
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const frame = useRef<SVGRectElement>(null);
  const cards = useMemo(
    () =>
      nodesIn(graph, section).map((node) => ({
        id: node.id,
        x: node.x,
        y: node.y,
        hue: kindOfNode(node).hue,
        ...cardOf(node, names).size,
      })),
    [graph, section, names],
  );
  const paths = useMemo(() => Map.groupBy(cards, ({ hue }) => hue), [cards]);
  const box = useMemo(() => boundsOf(cards), [cards]);
  const differing = useMemo(
    () => Map.groupBy(differences === undefined ? [] : cards, ({ id }) => differences?.get(id)),
    [cards, differences],
  );
  useEffect(() => {
    const draw = () => {
      const { transform, width, height } = flowStore.getState();
      const [x, y, zoom] = transform;
      const at = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
      for (const [name, value] of Object.entries(at)) frame.current?.setAttribute(name, String(value));
    };
    draw();
    return flowStore.subscribe(draw);
  }, [flowStore]);
  const lookAt = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const matrix = event.currentTarget.getScreenCTM();
    if (matrix === null) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { width, height, transform } = flowStore.getState();
    const zoom = transform[2];
    void flow.setViewport({ x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom });
  };
  return (
    <div className={classes["map"]} data-obstacle>
      <svg
        role="img"
        aria-label="Map of the workflow"
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          lookAt(event);
        }}
        onPointerMove={lookAt}
      >
        {[...paths].map(([hue, some]) => (
          <path key={hue} className={classes["cards"]} data-hue={hue} d={pathOf(some)} />
        ))}
        {[...differing].map(
          ([as, some]) =>
            as !== undefined && <path key={as} className={classes["differing"]} data-as={as} d={pathOf(some)} />,
        )}
        <path className={classes["selected"]} d={pathOf(cards.filter(({ id }) => selected.has(id)))} />
        <rect ref={frame} className={classes["frame"]} />
      </svg>
    </div>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const pathOf = (boxes: readonly Box[]): string =>
  boxes.map(({ x, y, width, height }) => `M${x},${y}h${width}v${height}h${-width}z`).join("");

function boundsOf(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}
