import { Button, Skeleton, Tabs } from "@mantine/core";
import { IconChartBar, IconPlayerPause, IconPlayerPlay, IconRoute } from "@tabler/icons-react";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { useState } from "react";
import { useRunActions } from "../../../actions/useRunActions.ts";
import { batchCan } from "../../../api/batchCan.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import type { CanvasStore } from "../../../canvas/canvasStore.ts";
import { paths } from "../../../paths.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { Progress } from "../../../ui/page/Progress.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { useSoon } from "../../../ui/page/usePreload.ts";
import { plural } from "../../../ui/text/formatFigure.ts";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { JourneyTable } from "../journey/JourneyTable.tsx";
import { BatchFigures } from "./BatchFigures.tsx";
import classes from "./BatchPage.module.css";
import { BatchStatus } from "./BatchStatus.tsx";
import { HaltedRun } from "./HaltedRun.tsx";
import { progressNote } from "./progressNote.ts";
import { RunApproval } from "./RunApproval.tsx";
import { RunWait } from "./RunWait.tsx";
import { useRunCounts } from "./useRunCounts.ts";

// requested at once: it is what the page is opened for
const RunOutcome = later(async () => (await import("./RunOutcome.tsx")).RunOutcome, {
  shape: <Skeleton height={160} />,
});
// loaded after the figures, the outcome and the journeys
const BatchDrawing = later(async () => (await import("./BatchDrawing.tsx")).BatchDrawing, {
  shape: <DrawingFrame />,
  frame: (words) => <DrawingFrame>{words}</DrawingFrame>,
});
const FilteredContacts = later(async () => (await import("./FilteredContacts.tsx")).FilteredContacts, {
  shape: <Skeleton height={240} />,
});
const RunVersions = later(async () => (await import("../moves/RunVersions.tsx")).RunVersions);
const ForecastOfRun = later(async () => (await import("./ForecastOfRun.tsx")).ForecastOfRun);

/** One run with its counts, the workflow drawing and all journeys, updated live. */
export function BatchPage() {
  const campaignId = usePathPart("campaignId") ?? "";
  const batchId = usePathPart("batchId") ?? "";
  const [store, setStore] = useState<CanvasStore | null>(null);
  const batch = useRunCounts(store, campaignId, batchId);
  const crumbs = [{ label: "Enrollments", to: paths.enrollments }];
  if (batch.isError && batch.data === undefined) {
    return (
      <Page title="Run" crumbs={crumbs}>
        <ErrorState
          title="There was an error getting campaign runners"
          problem={batch.error}
          retry={() => batch.refetch()}
        />
      </Page>
    );
  }
  if (batch.data === undefined) {
    return (
      <Page title="Run" crumbs={crumbs}>
        <Skeleton height={72} />
        <DrawingFrame />
      </Page>
    );
  }
  return <Run batch={batch.data} setStore={setStore} />;
}

function Run({ batch, setStore }: { batch: Batch; setStore: (store: CanvasStore | null) => void }) {
  const isSoon = useSoon();
  return (
    <Page
      title={batch.displayName}
      heading={
        <span className={classes["heading"]}>
          {batch.displayName} <BatchStatus batch={batch} />
        </span>
      }
      purpose={`Run of ${batch.campaignName}, version ${batch.version}${batch.audienceName === null ? "" : `, for the audience "${batch.audienceName}"`}.`}
      crumbs={[{ label: "Enrollments", to: paths.enrollments }]}
      actions={<Actions batch={batch} />}
    >
      <Progress
        wide
        done={batch.started}
        total={batch.total}
        isContinued={batch.waiting > 0}
        label={`Progress of ${batch.displayName}`}
        note={progressNote(batch, Date.now())}
      />
      <BatchFigures batch={batch} />
      <RunApproval batch={batch} />
      {batch.approval?.state === "waiting" ? null : <HaltedRun status={batch.status} />}
      <RunWait batch={batch} />
      <RunOutcome batch={batch} />
      {isSoon && <RunVersions batch={batch} />}
      {isSoon ? <BatchDrawing batch={batch} setStore={setStore} /> : <DrawingFrame />}
      {isSoon && <ForecastOfRun batch={batch} />}
      <Lists batch={batch} />
    </Page>
  );
}

function Actions({ batch }: { batch: Batch }) {
  const { start, pause, busy } = useRunActions();
  const reason = useMay()("workflow-run") ? undefined : notAllowed;
  const isBusy = busy.has(batch.batchId);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChartBar size={16} />}
        component={PathLink}
        to={paths.results(batch.campaignId)}
      >
        All runs
      </Button>
      <Button
        variant="default"
        leftSection={<IconRoute size={16} />}
        component={PathLink}
        to={paths.editCampaign(batch.campaignId)}
      >
        Open workflow
      </Button>
      {batchCan.pause(batch) && (
        <ReasonButton
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={isBusy}
          reason={reason}
          onClick={() => void pause(batch)}
        >
          Pause
        </ReasonButton>
      )}
      {batchCan.start(batch) && batch.approval?.state !== "waiting" && (
        <ReasonButton
          leftSection={<IconPlayerPlay size={16} />}
          loading={isBusy}
          reason={reason}
          onClick={() => void start(batch)}
        >
          Start
        </ReasonButton>
      )}
    </>
  );
}

function Lists({ batch }: { batch: Batch }) {
  const [address, setAddress] = useAddress();
  const isLive = batch.status === "In Progress" || batch.enrolling;
  return (
    <Tabs
      value={address["tab"] === "filtered" ? "filtered" : "journeys"}
      onChange={(tab) => setAddress({ tab: tab === "filtered" ? "filtered" : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb={16}>
        <Tabs.Tab value="journeys">Journeys</Tabs.Tab>
        <Tabs.Tab value="filtered">{plural(batch.filtered, "filtered contact")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="journeys">
        <JourneyTable batch={batch} isLive={isLive} />
      </Tabs.Panel>
      <Tabs.Panel value="filtered">
        <FilteredContacts batch={batch} isLive={isLive} />
      </Tabs.Panel>
    </Tabs>
  );
}
