import { drawInbound } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { LibraryWorkflow } from "@trunkline/workflow/library/libraryWorkflow.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { useEffect, useState } from "react";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { createCanvas, setNames } from "../../../canvas/canvasStore.ts";
import { messageKey } from "../../../canvas/cards.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";

/** The drawing of a workflow of the library, to look at. */
export function LibraryDrawing({ bundle }: { bundle: LibraryWorkflow["bundle"] }) {
  const [store] = useState(() =>
    createCanvas({ graph: graphOf(bundle), context: { flag: () => true, today: "" }, readOnly: true }),
  );
  // the texts follow what the user enters
  useEffect(() => {
    const texts = (bundle.templates ?? []).map(({ templateId, templateText }): [string, string] => [
      messageKey(templateId),
      templateText,
    ]);
    setNames(store, new Map(texts));
  }, [store, bundle]);
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

function graphOf({ routes, workflow, campaign }: LibraryWorkflow["bundle"]): Graph {
  const [route] = routes ?? [];
  if (route !== undefined) return drawInbound(readInbound(route.drawing as Parameters<typeof readInbound>[0]));
  return readGraph(JSON.stringify(workflow), campaign ?? {});
}
