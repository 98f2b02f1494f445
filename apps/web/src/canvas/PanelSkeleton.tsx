import type { ReactNode } from "react";
import { useSoon } from "../ui/page/usePreload.ts";
import { useCanvas } from "./canvasStore.ts";
import { PanelWaiting } from "./PanelWaiting.tsx";
import classes from "./panels.module.css";

/** The side panel: when a node is opened, and before that as soon as the drawing stands. */
export function PanelSkeleton({ children }: { children: ReactNode }) {
  const isSoon = useSoon();
  const isOpen = useCanvas(({ opened }) => opened !== null);
  return isSoon || isOpen ? children : null;
}

/** Shows something where the panel is, while a node is opened. */
function WhileOpen({ children }: { children: ReactNode }) {
  return useCanvas(({ opened }) => opened !== null) ? children : null;
}

/** How a panel looks that is loaded after the drawing. */
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

/** Where a panel stands that could not be loaded. */
export const PanelFrame = ({ children }: { children: ReactNode }) => (
  <aside className={classes["side"]} aria-label="Node details">
    {children}
  </aside>
);
