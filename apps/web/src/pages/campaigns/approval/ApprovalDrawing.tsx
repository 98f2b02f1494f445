import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useState } from "react";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { createCanvas } from "../../../canvas/canvasStore.ts";
import { ComparedDrawing } from "../../../canvas/compare/ComparedDrawing.tsx";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { useCardNames, useNames } from "../editor/useCardNames.ts";

interface Props {
  /** The published version that the request changes. */
  before: Graph;
  graph: Graph;
  /** The number of that version; 0 when nothing was published. */
  version: number;
}

/** The drawing of a request, with what it changes in the published version. */
export const ApprovalDrawing = ({ before, graph, version }: Props) => (
  <DrawingFrame>
    {version === 0 ? <New graph={graph} /> : <Changed before={before} graph={graph} version={version} />}
  </DrawingFrame>
);

function New({ graph }: { graph: Graph }) {
  const [store] = useState(() => createCanvas({ graph, context: { flag: () => true, today: "" }, readOnly: true }));
  useCardNames(store);
  return (
    <CanvasProvider store={store}>
      <Canvas embedded>
        <SectionsPanel />
        <CanvasControls />
        <Overlays />
      </Canvas>
    </CanvasProvider>
  );
}

function Changed({ before, graph, version }: Props) {
  const names = useNames();
  const titles = { before: `Version ${version}`, after: "This request" };
  return <ComparedDrawing before={before} after={graph} titles={titles} names={names} />;
}
