import type { Traces } from "../../tracing/traces.ts";
import type { AdvancedJourney } from "./advancedJourney.ts";
import { pendingEventsOf } from "./claimedJourney.ts";

/** Records the steps of a journey whose claim began at `startMs` and is committed: nodes and outcomes, none of their values. */
export function traceAdvance(
  traces: Traces | undefined,
  { row, lane, world, before, after, advances }: AdvancedJourney,
  startMs: number,
): void {
  const steps = advances.flatMap((one) => one.steps);
  const endMs = Date.now();
  traces?.journey({
    journeyId: row.journeyId,
    name: before.revision === 0 ? "start" : "advance",
    startMs,
    endMs,
    isFirst: before.revision === 0,
    attributes: {
      "trunkline.account_id": lane.accountId,
      "trunkline.campaign_id": lane.campaignId,
      "trunkline.batch_id": lane.batchId,
      "trunkline.version": row.version,
      "trunkline.event": pendingEventsOf(row, before).map(({ type }) => type),
      "trunkline.status": after.status,
    },
    events: steps.map(({ node, outcome }) => ({
      name: "step",
      attributes: {
        "trunkline.node": node,
        "trunkline.kind": world?.definition.nodes.get(node)?.type,
        "trunkline.outcome": outcome,
      },
    })),
    failed: after.status === "failed" ? after.reason?.split(":", 1)[0] : undefined,
  });
}
