import { ReactFlowProvider } from "@xyflow/react";
import type { ReactNode } from "react";
import { CanvasContext, type CanvasStore } from "./canvasStore.ts";

/** Provides the store of one open workflow to canvas, palette, outline and side panel. */
export function CanvasProvider({ store, children }: { store: CanvasStore; children: ReactNode }) {
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>{children}</ReactFlowProvider>
    </CanvasContext>
  );
}
