import { useQuery } from "@tanstack/react-query";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { useEffect } from "react";
import { listOf, oneOf } from "../../../api/queries.ts";
import type { CanvasStore, NodeCount } from "../../../canvas/canvasStore.ts";
import { formatShare } from "../../../ui/text/formatFigure.ts";

/** Polling interval while contacts move; the specification allows at most 5 seconds. */
const liveMs = 2_000;
const idleMs = 5_000;

const isMoving = (batch: Batch | undefined): boolean =>
  batch === undefined || batch.status === "In Progress" || batch.enrolling;

/** The share of a node's contacts that took each line, for the lines that some have taken. */
const sharesOf = (rows: readonly { node: number; entered: number; onward: Onward | null }[]) =>
  new Map(
    rows.flatMap(({ node, entered, onward }) =>
      (onward ?? []).map((one): [string, string] => [`${node}>${one.node}`, formatShare(one.count, entered)]),
    ),
  );
type Onward = readonly { node: number; count: number }[];

/** Polls a run and puts its contact counts on the canvas. */
export function useRunCounts(store: CanvasStore | null, campaignId: string, batchId: string | undefined) {
  const enabled = batchId !== undefined;
  const batch = useQuery({
    ...oneOf(batchRoutes.find, { params: { campaignId, batchId: batchId ?? "" } }),
    enabled,
    refetchInterval: (query) => (isMoving(query.state.data) ? liveMs : idleMs),
  });
  const version = batch.data?.version;
  const counts = useQuery({
    ...listOf(campaignRoutes.counts, { params: { campaignId }, query: batchId === undefined ? {} : { batchId } }),
    enabled,
    refetchInterval: isMoving(batch.data) ? liveMs : idleMs,
  });
  useEffect(() => {
    if (store === null) return;
    if (!enabled || counts.data === undefined) return store.setState({ counts: null, lineLabels: null });
    const ofVersion = counts.data.filter((row) => version === undefined || row.version === version);
    store.setState({
      counts: new Map(
        ofVersion.map(({ node, entered, here, failed }): [number, NodeCount] => [node, { entered, here, failed }]),
      ),
      lineLabels: sharesOf(ofVersion),
    });
  }, [store, enabled, counts.data, version]);
  return batch;
}
