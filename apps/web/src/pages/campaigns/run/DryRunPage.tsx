import { Alert, Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type DryRun, type DryRunResult, dryRunRoutes } from "@trunkline/contract/runs/dryRun.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/call.ts";
import { oneOf, useRefresh } from "../../../api/queries.ts";
import type { CanvasStore } from "../../../canvas/canvasStore.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { Progress } from "../../../ui/page/Progress.tsx";
import { toastError } from "../../../ui/page/toast.tsx";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import { formatTime } from "../../../ui/text/formatTime.ts";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { describeDryRun, describeState } from "./describeDryRun.ts";

// loaded after the sentences
const Drawing = later(async () => (await import("./BatchDrawing.tsx")).Drawing, {
  shape: <DrawingFrame />,
  frame: (words) => <DrawingFrame>{words}</DrawingFrame>,
});
const DryRunFigures = later(async () => (await import("./DryRunFigures.tsx")).DryRunFigures, {
  shape: <Skeleton height={240} />,
});

const movingMs = 700;
const isMoving = (run: DryRun | undefined): boolean => run?.status === "queued" || run?.status === "running";

/** One dry run: its progress, and then what a run would do, in sentences, on the drawing and in figures. */
export function DryRunPage() {
  const params = { campaignId: usePathPart("campaignId") ?? "", dryRunId: usePathPart("dryRunId") ?? "" };
  const run = useQuery({
    ...oneOf(dryRunRoutes.find, { params }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? movingMs : false),
  });
  const crumbs = [
    { label: "Workflows", to: paths.campaigns },
    { label: run.data?.campaignName ?? "Workflow", to: paths.editCampaign(params.campaignId) },
  ];
  if (run.data === undefined)
    return (
      <Page title="Dry run" crumbs={crumbs}>
        {run.isError ? (
          <ErrorState title="Could not load the dry run" problem={run.error} retry={() => run.refetch()} />
        ) : (
          <Skeleton height={160} />
        )}
      </Page>
    );
  const { campaignName, version, startsAt, result } = run.data;
  return (
    <Page
      title={`Dry run of ${campaignName}`}
      purpose={`${version === null ? "The unsaved drawing" : `Version ${version}`}, as if it started at ${formatTime(startsAt)}. Nothing was sent.`}
      crumbs={crumbs}
      actions={
        <Button
          variant="default"
          leftSection={<IconRoute size={16} />}
          component={PathLink}
          to={paths.editCampaign(params.campaignId)}
        >
          Open workflow
        </Button>
      }
    >
      {result === null ? <State run={run.data} /> : <Result run={run.data} result={result} />}
    </Page>
  );
}

function State({ run }: { run: DryRun }) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const { campaignId, dryRunId } = run;
  const cancel = async () => {
    setBusy(true);
    try {
      await call(dryRunRoutes.cancel, { params: { campaignId, dryRunId } });
    } catch (problem) {
      toastError("Could not cancel the dry run", problem);
    }
    await refresh("/v4/campaign/:campaignId/dryrun");
    setBusy(false);
  };
  if (!isMoving(run))
    return (
      <Alert color={run.status === "failed" ? "red" : "gray"} role="status">
        {describeState(run)}
      </Alert>
    );
  return (
    <Stack gap={12} align="flex-start">
      {run.total !== null && <Progress wide done={run.played} total={run.total} label="Progress of the dry run" />}
      <Text role="status">{describeState(run)}</Text>
      <Button variant="default" loading={isBusy} onClick={() => void cancel()}>
        Cancel dry run
      </Button>
    </Stack>
  );
}

function Result({ run, result }: { run: DryRun; result: DryRunResult }) {
  const { campaignId, dryRunId } = run;
  const [store, setStore] = useState<CanvasStore | null>(null);
  const workflow = useQuery({
    ...oneOf(dryRunRoutes.workflow, { params: { campaignId, dryRunId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    store?.setState({
      counts: new Map(result.nodes.map(({ node, ...counts }) => [node, counts])),
      lineLabels: new Map(result.edges.map(({ from, to, count }) => [`${from}>${to}`, formatCount(count)])),
    });
  }, [store, result]);
  const [first, ...rest] = describeDryRun(result);
  return (
    <>
      <section aria-label="Result">
        <Title order={2} fz={20}>
          {first}
        </Title>
        {rest.map((sentence) => (
          <Text key={sentence} mt={4}>
            {sentence}
          </Text>
        ))}
      </section>
      {workflow.isError ? (
        <ErrorState title="Failed to load workflow" problem={workflow.error} retry={() => workflow.refetch()} />
      ) : workflow.data === undefined ? (
        <DrawingFrame />
      ) : (
        <Drawing text={workflow.data.workflow} name={run.campaignName} setStore={setStore} />
      )}
      <DryRunFigures run={run} result={result} text={workflow.data?.workflow} />
    </>
  );
}
