import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { useFullscreenElement, useMediaQuery } from "@mantine/hooks";
import { IconChartBar, IconHeadset, IconMaximize, IconUserCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callCenterRoutes, type LiveCallCenter } from "@trunkline/contract/agents/callCenter.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { formatClock } from "../../ui/text/formatTime.ts";
import classes from "./CallCenterPage.module.css";
import { Headline } from "./Headline.tsx";
import { LiveAgents } from "./LiveAgents.tsx";
import { LiveCallbacks } from "./LiveCallbacks.tsx";
import { PlaceTiles } from "./PlaceTiles.tsx";
import { QuarterPlot } from "./QuarterPlot.tsx";
import { readSwitches, Switches } from "./Switches.tsx";
import { Wall } from "./Wall.tsx";

const refreshMs = 2_000;
/** Waits become longer without a change. */
const clockMs = 5_000;
/** A smaller screen shows the page itself, and scrolls. */
const wallSize = "(min-width: 75em) and (min-height: 44em)";
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The live page of the call center, also for a screen on the wall (decision 0097). */
export function CallCenterPage() {
  const may = useMay()("call-supervise");
  const [address] = useAddress();
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>();
  const isWall = useMediaQuery(wallSize) && fullscreen;
  const live = useQuery({
    ...oneOf(callCenterRoutes.live, { query: { zone, ...readSwitches(address) } }),
    refetchInterval: useLivePoll(refreshMs, clockMs),
    placeholderData: (before) => before,
    enabled: may,
  });
  return (
    <Page
      title="Live calls"
      purpose="Queues, work groups, live lists and agents now, and the calls of today."
      actions={
        may ? (
          <Group gap={8}>
            <Button
              component={PathLink}
              to={paths.callReport}
              variant="default"
              leftSection={<IconChartBar size={16} />}
            >
              Call report
            </Button>
            <Button
              component={PathLink}
              to={paths.agentReport}
              variant="default"
              leftSection={<IconUserCheck size={16} />}
            >
              Agent report
            </Button>
            <Button variant="default" leftSection={<IconMaximize size={16} />} onClick={() => void toggle()}>
              Full screen
            </Button>
          </Group>
        ) : null
      }
    >
      {may ? (
        <div ref={ref} className={classes["live"]} data-full={fullscreen || undefined} data-wall={isWall || undefined}>
          {live.data !== undefined ? (
            <Shown live={live.data} problem={live.error} isWall={isWall} />
          ) : live.isError ? (
            <ErrorState title="Error loading live calls" problem={live.error} retry={() => live.refetch()} />
          ) : (
            <Stack gap={16} aria-busy role="status" aria-label="Loading">
              <Skeleton height={92} />
              <Skeleton height={220} />
              <Skeleton height={160} />
            </Stack>
          )}
        </div>
      ) : (
        <EmptyState icon={IconHeadset} title="You can't open live calls">
          {notAllowed}
        </EmptyState>
      )}
    </Page>
  );
}

function Shown({ live, problem, isWall }: { live: LiveCallCenter; problem: Error | null; isWall: boolean }) {
  const mayCallBack = useMay()("inbox-use");
  return (
    <div data-stale={problem !== null || undefined} className={classes["parts"]}>
      <p className={classes["stale"]} role="status">
        {problem === null
          ? ""
          : `These figures are of ${formatClock(live.at)} and are no longer updated. ${messageOfFailure(problem)}`}
      </p>
      {isWall ? (
        <Wall live={live} mayCallBack={mayCallBack} />
      ) : (
        <>
          {live.places.length === 0 ? (
            <NoPlaces />
          ) : (
            <>
              <Headline live={live} />
              <PlaceTiles live={live} />
              <Switches />
              <QuarterPlot live={live} />
            </>
          )}
          {mayCallBack ? <LiveCallbacks /> : null}
          <LiveAgents agents={live.agents} at={live.at} />
        </>
      )}
    </div>
  );
}

const NoPlaces = () => (
  <EmptyState
    icon={IconHeadset}
    title="No queues yet"
    action={
      <Button component={PathLink} to={paths.createWorkGroup}>
        Create a work group
      </Button>
    }
  >
    Agent queues, work groups and live lists are shown here with their callers. Create one and route calls to it.
  </EmptyState>
);
