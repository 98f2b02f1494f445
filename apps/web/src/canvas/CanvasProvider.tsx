import { ReactFlowProvider } from "@xyflow/react";
import type { ReactNode } from "react";
import { CanvasContext, type CanvasStore } from "./canvasStore.ts";

/** Everything that shows or changes one open workflow stands in this: canvas, palette, outline, side panel. */
export function CanvasProvider({ store, children }: { store: CanvasStore; children: ReactNode }) {
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>{children}</ReactFlowProvider>
    </CanvasContext>
  );
}
