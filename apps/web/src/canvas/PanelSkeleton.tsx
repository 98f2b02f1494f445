import type { ReactNode } from "react";
import { useSoon } from "../ui/page/usePreload.ts";
import { useCanvas } from "./canvasStore.ts";
import { PanelWaiting } from "./PanelWaiting.tsx";
import classes from "./panels.module.css";

/** Renders the side panel after the drawing is shown, or at once when a node is opened. */
export function PanelSkeleton({ children }: { children: ReactNode }) {
  const isSoon = useSoon();
  const isOpen = useCanvas(({ opened }) => opened !== null);
  return isSoon || isOpen ? children : null;
}

/** Shows its children in the panel's place while a node is open. */
function WhileOpen({ children }: { children: ReactNode }) {
  return useCanvas(({ opened }) => opened !== null) ? children : null;
}

/** Placeholders of a panel that is loaded after the drawing. */
export const panelFallbacks = {
  shape: (
    <WhileOpen>
      <PanelWaiting />
    </WhileOpen>
  ),
  frame: (words: ReactNode) => (
    <WhileOpen>
      <PanelFrame>{words}</PanelFrame>
    </WhileOpen>
  ),
};

/** The frame of a panel that could not be loaded. */
export const PanelFrame = ({ children }: { children: ReactNode }) => (
  <aside className={classes["side"]} aria-label="Node details">
    {children}
  </aside>
);
