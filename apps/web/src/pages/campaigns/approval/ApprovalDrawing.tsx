import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useState } from "react";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { createCanvas } from "../../../canvas/canvasStore.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { useCardNames } from "../editor/useCardNames.ts";

/** The drawing of a request, to look at. */
export function ApprovalDrawing({ graph }: { graph: Graph }) {
  const [store] = useState(() => createCanvas({ graph, context: { flag: () => true, today: "" }, readOnly: true }));
  useCardNames(store);
  return (
    <CanvasProvider store={store}>
      <DrawingFrame>
        <Canvas embedded>
          <SectionsPanel />
          <CanvasControls />
          <Overlays />
        </Canvas>
      </DrawingFrame>
    </CanvasProvider>
  );
}
