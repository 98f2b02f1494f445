import { Button, Skeleton } from "@mantine/core";
import { IconPlayerPlay, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Home, homeRoutes } from "@trunkline/contract/reports/home.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { useMay, useMe } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { longDay } from "../../ui/text/dayNames.ts";
import { Checklist } from "./Checklist.tsx";
import { HomeFigures } from "./HomeFigures.tsx";
import classes from "./HomePage.module.css";
import { HomeRuns } from "./HomeRuns.tsx";
import { NeedsAttention } from "./NeedsAttention.tsx";

const refreshMs = 15_000;
/** The lists that the figures link to have days of the reader's zone as well. */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Home: today's figures, runs under way, what needs attention, and the checklist of new accounts (decision 0091). */
export function HomePage() {
  const { account } = useMe();
  const home = useQuery({ ...oneOf(homeRoutes.find, { query: { zone } }), refetchInterval: useLivePoll(refreshMs) });
  const today = home.data?.days.at(-1);
  return (
    <Page
      title="Home"
      purpose={today === undefined ? account.name : `${account.name}, ${longDay(today)}`}
      actions={<Actions />}
    >
      {home.data !== undefined ? (
        <Shown home={home.data} problem={home.error} />
      ) : home.isError ? (
        <ErrorState title="Home could not be loaded" problem={home.error} retry={() => home.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Shown({ home, problem }: { home: Home; problem: Error | null }) {
  const [{ checklist: asked }] = useAddress();
  const { checklist } = home;
  const isOpen = checklist?.steps.some(({ done }) => !done) ?? false;
  return (
    <>
      <p className={classes["stale"]} role="status">
        {problem === null ? "" : `These figures are no longer updated. ${messageOfFailure(problem)}`}
      </p>
      {checklist !== null && (asked === "yes" || (isOpen && !checklist.dismissed)) ? (
        <Checklist steps={checklist.steps} />
      ) : null}
      <HomeFigures home={home} />
      <div className={classes["panels"]}>
        <NeedsAttention attention={home.attention} runs={home.runs} />
        <HomeRuns runs={home.runs} more={home.moreRuns} />
      </div>
    </>
  );
}

function Actions() {
  const may = useMay();
  return (
    <>
      {may("workflow-edit") ? (
        <Button variant="default" leftSection={<IconPlus size={16} />} component={PathLink} to={paths.createCampaign}>
          Create workflow
        </Button>
      ) : null}
      {may("workflow-run") ? (
        <Button leftSection={<IconPlayerPlay size={16} />} component={PathLink} to={paths.createRunner}>
          Start a run
        </Button>
      ) : null}
    </>
  );
}

const Loading = () => (
  <div className={classes["loading"]} aria-busy role="status" aria-label="Loading">
    <Skeleton height={148} />
    <div className={classes["panels"]}>
      <Skeleton height={220} />
      <Skeleton height={220} />
    </div>
  </div>
);
