import { Group, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { JourneyFigure } from "@trunkline/contract/journeys/journey.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { type Outcome, outcomeRoutes } from "@trunkline/contract/runs/outcome.ts";
import { describeGoal } from "@trunkline/workflow/outcome/goal.ts";
import { oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { AsOf, countedAheadMs } from "../../../ui/text/AsOf.tsx";
import { formatShare } from "../../../ui/text/formatFigure.ts";
import { Comparisons } from "../results/Comparisons.tsx";
import { Figure, Figures } from "./Figure.tsx";
import { RunPlot } from "./RunPlot.tsx";

/** The outcome of a run: deliveries, replies and conversions with their rates, over time, and the comparison of branches. */
export function RunOutcome({ batch }: { batch: Batch }) {
  const { campaignId, batchId, status } = batch;
  const pollMs = status === "In Progress" ? 5_000 : 60_000;
  const outcome = useQuery({
    ...oneOf(outcomeRoutes.run, { params: { campaignId, batchId } }),
    refetchInterval: ({ state: { data } }) => (data?.asOf ? countedAheadMs : pollMs),
  });
  if (outcome.isError && outcome.data === undefined)
    return (
      <ErrorState
        title="Could not load the outcome of the run"
        problem={outcome.error}
        retry={() => outcome.refetch()}
      />
    );
  if (outcome.data === undefined)
    return <Skeleton height={160} aria-busy role="status" aria-label="Loading the outcome" />;
  return (
    <Stack component="section" gap={12} aria-label="Outcome">
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} fz={16}>
          Outcome
        </Title>
        <AsOf at={outcome.data.asOf} />
      </Group>
      <OutcomeFigures outcome={outcome.data} batch={batch} />
      <RunPlot points={outcome.data.points} stepSeconds={outcome.data.stepSeconds} />
      <Comparisons campaignId={campaignId} batchId={batchId} refreshMs={Math.max(pollMs, countedAheadMs)} />
    </Stack>
  );
}

function OutcomeFigures({ outcome, batch: { campaignId, batchId } }: { outcome: Outcome; batch: Batch }) {
  const { contacts, reached, sent, delivered, failed, replied, optedOut, clicked, converted, goal } = outcome;
  const ofReached = (count: number) => `${formatShare(count, reached)} of reached contacts`;
  // each figure leads to the contacts or texts that it counts
  const contactsOf = (figure: JourneyFigure) => ({ to: paths.batch(campaignId, batchId), search: { figure } });
  const textsOf = (figure: "delivered" | "failed") => ({ to: paths.messages, run: batchId, search: { figure } });
  return (
    <Figures label="Outcome of the run">
      <Figure
        name="Contacts reached"
        value={reached}
        note={`${formatShare(reached, contacts)} of started contacts`}
        {...contactsOf("reached")}
      />
      <Figure
        name="Delivered"
        value={delivered}
        note={`${formatShare(delivered, sent)} of sent texts`}
        {...textsOf("delivered")}
      />
      <Figure name="Not delivered" value={failed} {...(failed > 0 && { tone: "failed" })} {...textsOf("failed")} />
      <Figure name="Replied" value={replied} note={ofReached(replied)} {...contactsOf("replied")} />
      <Figure name="Opted out" value={optedOut} note={ofReached(optedOut)} {...contactsOf("optedOut")} />
      {clicked > 0 && <Figure name="Clicked" value={clicked} note={ofReached(clicked)} {...contactsOf("clicked")} />}
      {goal !== null && converted !== null && (
        <Figure
          name="Converted"
          value={converted}
          notes={[ofReached(converted), describeGoal(goal)]}
          {...contactsOf("converted")}
        />
      )}
      <Figure
        name="Cost per reply"
        value={outcome.costPerReply === null ? undefined : formatDollars(outcome.costPerReply)}
      />
    </Figures>
  );
}
