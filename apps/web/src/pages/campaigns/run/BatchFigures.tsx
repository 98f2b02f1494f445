import { useQuery } from "@tanstack/react-query";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { type Batch, batchRoutes, rateOf } from "@trunkline/contract/runs/batch.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { useEffect, useRef } from "react";
import { oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { countedAheadMs } from "../../../ui/text/AsOf.tsx";
import { formatCount, formatShare, plural } from "../../../ui/text/formatFigure.ts";
import { formatTime } from "../../../ui/text/formatTime.ts";
import { Figure, Figures } from "./Figure.tsx";

/** The counts of a run, with the reasons of filtered contacts (spec 2 §3.10). */
export function BatchFigures({ batch }: { batch: Batch }) {
  const rate = rateOf(batch.periodMs);
  const cost = useCost(batch);
  // decision 0115: the texts of a large run are counted in the background
  const counted = cost?.asOf ? [`As of ${formatTime(cost.asOf)}`] : [];
  const here = paths.batch(batch.campaignId, batch.batchId);
  const why = Object.entries(batch.filteredBy).map(
    ([reason, count]) => `${formatCount(count)}: ${describeReason(reason)}`,
  );
  return (
    <Figures label="Figures of the run">
      <Figure
        name="Queued"
        value={batch.queued}
        note={`Rate ${rate === -1 ? "Auto" : `${formatCount(rate)} per minute`}`}
      />
      <Figure name="Started" value={batch.started} />
      <Figure name="Filtered" value={batch.filtered} notes={why} to={here} search={{ tab: "filtered" }} />
      <Figure name="Waiting" value={batch.waiting} note="In progress" />
      <CallFigure batchId={batch.batchId} />
      <Figure name="Done" value={batch.done} to={here} search={{ status: "done" }} />
      <Figure
        name="Failed"
        value={batch.failed}
        {...(batch.failed > 0 && { tone: "failed" })}
        to={here}
        search={{ status: "failed" }}
      />
      <Figure
        name="Texts sent"
        value={cost?.texts}
        to={paths.messages}
        run={batch.batchId}
        search={{ figure: "handedOver" }}
        notes={[...(cost ? [plural(cost.segments, "segment")] : []), ...counted]}
      />
      <ClickFigure batch={batch} />
      <Figure name="Cost" value={cost && formatDollars(cost.cost)} notes={counted} />
    </Figures>
  );
}

/** Contacts who opened a link; hidden without clicks. */
const ClickFigure = ({ batch: { clicks, started } }: { batch: Batch }) =>
  clicks === 0 ? null : (
    <Figure name="Clicks" value={clicks} note={`${formatShare(clicks, started)} of started contacts`} />
  );

const refreshMs = 5_000;

/** Call results of the run; hidden without calls. */
function CallFigure({ batchId }: { batchId: string }) {
  const { data } = useQuery({ ...oneOf(callRoutes.counts, { query: { batchId } }), refetchInterval: refreshMs });
  if (!data || data.calls === 0) return null;
  const { calls, human, machine, notAnswered, underWay, averageSeconds } = data;
  return (
    <Figure
      name="Calls"
      value={calls}
      to={paths.calls}
      run={batchId}
      notes={[
        `Answered by ${plural(human, "person", "people")} and ${plural(machine, "machine")}`,
        `${formatCount(notAnswered)} not answered, ${formatCount(underWay)} in progress`,
        ...(averageSeconds > 0 ? [`Average ${formatCount(averageSeconds)} s`] : []),
      ]}
    />
  );
}

/** Fetched once more when the run starts, pauses or ends. */
function useCost({ campaignId, batchId, status }: Batch) {
  const { data, refetch } = useQuery({
    ...oneOf(batchRoutes.cost, { params: { campaignId, batchId } }),
    refetchInterval: ({ state }) => (state.data?.asOf ? countedAheadMs : status === "In Progress" ? 5_000 : 60_000),
  });
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== status) void refetch();
    before.current = status;
  }, [status, refetch]);
  return data;
}
