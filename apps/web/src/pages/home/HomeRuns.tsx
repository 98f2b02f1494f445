import { Anchor, Button, Title } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { HomeRun } from "@trunkline/contract/reports/home.ts";
import { useRunActions } from "../../actions/useRunActions.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { formatDuration } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./HomePage.module.css";

/** Runs in progress and paused ones, with how many contacts they have reached. */
export function HomeRuns({ runs, more }: { runs: HomeRun[]; more: boolean }) {
  const may = useMay()("workflow-run");
  return (
    <section className={classes["panel"]} aria-label="Runs under way">
      <div className={classes["head"]}>
        <Title order={2}>Runs under way</Title>
        <Anchor component={PathLink} to={paths.enrollments} size="sm">
          {more ? "More runs" : "All runs"}
        </Anchor>
      </div>
      {runs.length === 0 ? (
        <EmptyState
          icon={IconPlayerPlay}
          title="No run is under way"
          action={
            may ? (
              <Button variant="default" component={PathLink} to={paths.createRunner}>
                Start a run
              </Button>
            ) : null
          }
        >
          A run sends a workflow to your contacts. Its progress appears here.
        </EmptyState>
      ) : (
        <ul className={classes["list"]}>
          {runs.map((run) => (
            <Run key={run.batchId} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Run({ run }: { run: HomeRun }) {
  const { start, pause, busy } = useRunActions();
  const reason = useMay()("workflow-run") ? undefined : notAllowed;
  const isPaused = run.status === "Paused";
  const verb = isPaused ? "Continue" : "Pause";
  return (
    <li className={classes["line"]}>
      <div className={classes["words"]}>
        <div className={classes["run"]}>
          <Anchor component={PathLink} to={paths.batch(run.campaignId, run.batchId)} inherit fw={500}>
            {run.displayName}
          </Anchor>
          <StatusBadge tone={isPaused ? "waits" : "going"}>{run.status}</StatusBadge>
        </div>
        <div className={classes["bar"]}>
          <Progress
            wide
            done={run.reached}
            total={run.total}
            label={`Contacts reached by ${run.displayName}`}
            note={noteOf(run)}
          />
        </div>
        {run.waitsFor === null ? null : <p className={classes["note"]}>{run.waitsFor.text}</p>}
      </div>
      <ReasonButton
        variant="default"
        size="compact-sm"
        className={classes["act"] ?? ""}
        leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        loading={busy.has(run.batchId)}
        reason={reason}
        aria-label={`${verb} ${run.displayName}`}
        onClick={() => void (isPaused ? start(run) : pause(run))}
      >
        {verb}
      </ReasonButton>
    </li>
  );
}

function noteOf({ reached, total, secondsLeft }: HomeRun): string {
  if (total === 0) return "enrolling contacts";
  if (reached >= total) return "all contacts reached";
  if (secondsLeft === null || secondsLeft <= 0) return "contacts reached";
  return `contacts reached, about ${formatDuration(secondsLeft)} left`;
}
