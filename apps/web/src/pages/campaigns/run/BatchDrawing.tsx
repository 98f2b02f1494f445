import { useQuery } from "@tanstack/react-query";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { useEffect, useState } from "react";
import { oneOf } from "../../../api/queries.ts";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { type CanvasStore, createCanvas } from "../../../canvas/canvasStore.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { useCardNames } from "../editor/useCardNames.ts";

/** The run's version of the workflow with contact counts on its cards. Selecting a node filters the journeys. */
export function BatchDrawing({ batch, setStore }: { batch: Batch; setStore: (store: CanvasStore | null) => void }) {
  const { campaignId, version } = batch;
  const workflow = useQuery({
    ...oneOf(campaignVersionRoutes.workflow, { params: { campaignId }, query: { version } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (workflow.isError) {
    return (
      <DrawingFrame>
        <ErrorState
          title="Failed to load workflow"
          problem={workflow.error}
          retry={() => workflow.refetch()}
          retryLabel="Reload Workflow"
        />
      </DrawingFrame>
    );
  }
  if (workflow.data === undefined) return <DrawingFrame />;
  return <Drawing key={version} text={workflow.data.workflow} name={batch.campaignName} setStore={setStore} />;
}

/** A workflow that is only looked at. Selecting a node puts it into the address. */
export function Drawing({
  text,
  name,
  setStore,
}: {
  text: string;
  name: string;
  setStore: (store: CanvasStore | null) => void;
}) {
  const [store] = useState(() =>
    createCanvas({
      graph: readGraph(text, { campaignName: name }),
      context: { flag: () => true, today: "" },
      readOnly: true,
    }),
  );
  const [, setAddress] = useAddress();
  useCardNames(store);
  useEffect(() => {
    setStore(store);
    return () => setStore(null);
  }, [store, setStore]);
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.selected === before.selected) return;
        const [node] = state.selected;
        setAddress({ node: state.selected.size === 1 ? String(node) : undefined });
      }),
    [store, setAddress],
  );
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
