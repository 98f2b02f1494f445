import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from "react";
import classes from "./PanelEdge.module.css";
import { type PanelName, panelLimits, panelWidthOf, setPanelWidth, showPanelWidth } from "./panelWidths.ts";

const step = 16;

/** The edge of a panel, which sets its width: by dragging, with the arrow keys, or back to the usual width with a double click. */
export function PanelEdge({ panel }: { panel: PanelName }) {
  const [width, setWidth] = useState(() => panelWidthOf(panel));
  const [held, setHeld] = useState<{ x: number; width: number } | null>(null);
  useLayoutEffect(() => showPanelWidth(panel), [panel]);
  // the side panel is on the right, so it grows to the left
  const sign = panel === "side" ? -1 : 1;
  const { least, most, usual } = panelLimits[panel];
  const change = (to: number) => setWidth(setPanelWidth(panel, to));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width - sign * step,
      ArrowRight: width + sign * step,
      Home: least,
      End: most,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(to);
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ x: event.clientX, width });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot have a value and cannot be moved
    <div
      className={classes["edge"]}
      data-panel={panel}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      title="Drag to change the width"
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={(event) => held && change(held.width + sign * (event.clientX - held.x))}
      onPointerUp={() => setHeld(null)}
      onPointerCancel={() => setHeld(null)}
      onDoubleClick={() => change(usual)}
    />
  );
}
