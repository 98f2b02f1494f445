import { Anchor, Button } from "@mantine/core";
import { IconCalendarClock, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Batch, batchRoutes, rateOf } from "@trunkline/contract/runs/batch.ts";
import { type Schedule, scheduleRoutes, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";
import { showDays } from "@trunkline/workflow/parts/time/daysOfWeek.ts";
import { parseTime, showTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { useState } from "react";
import { tellStart } from "../../actions/tellStart.ts";
import { useScheduleActions } from "../../actions/useScheduleActions.ts";
import { batchCan } from "../../api/batchCan.ts";
import { call, callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { runnerWord, scheduleCan } from "../../api/scheduleCan.ts";
import { rateText } from "../../fields/run/rateText.ts";
import { refreshUnlessSearched, useScanBackwards } from "../../history/useScanBackwards.tsx";
import { workflowColumn } from "../../history/workflowColumn.tsx";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastInfo, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { formatTime } from "../../ui/text/formatTime.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";

/** A runner: a run that has started, or a scheduled or recurring one. */
interface Runner {
  id: string;
  name: string;
  campaignId: string;
  campaignName: string;
  /** How it starts: manually, once at a time, or on days of the week. */
  when: string;
  status: string;
  tone: Tone;
  periodMs: number;
  created: string | null;
  batch?: Batch;
  schedule?: Schedule;
}

const batchTones: Record<Batch["status"], Tone> = {
  "Not started": "off",
  "In Progress": "going",
  Paused: "waits",
  Stopped: "off",
  Done: "done",
};

const ofBatch = (batch: Batch): Runner => ({
  id: batch.batchId,
  name: batch.displayName,
  campaignId: batch.campaignId,
  campaignName: batch.campaignName,
  when: batch.scheduleId === null ? "Started manually" : "Started on schedule",
  status: batch.status,
  tone: batchTones[batch.status],
  periodMs: batch.periodMs,
  created: batch.created,
  batch,
});

const ofSchedule = (schedule: Schedule): Runner => {
  const word = runnerWord(schedule);
  return {
    id: schedule.eventId,
    name: schedule.createBatchRequest.displayName,
    campaignId: schedule.campaignId,
    campaignName: schedule.campaignName,
    when: schedule.recurring
      ? `${showDays(schedule.dayOfWeek ?? 0)} ${showTime(parseTime(schedule.timeOfDay ?? "") ?? 0)}`
      : schedule.nextScheduled
        ? `Once, ${formatTime(schedule.nextScheduled)}`
        : "Once",
    status: word,
    tone: word === "Scheduled" ? "going" : word === "Paused" ? "waits" : "off",
    periodMs: schedule.createBatchRequest.periodMs,
    created: schedule.created,
    schedule,
  };
};

const columns: Column<Runner>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) =>
      row.batch ? (
        <Anchor component={PathLink} to={paths.batch(row.campaignId, row.id)} inherit fw={500}>
          {row.name}
        </Anchor>
      ) : (
        <Anchor
          component={PathLink}
          to={paths.enrollmentsPane(row.schedule?.recurring ? "recurring" : "scheduled")}
          inherit
          fw={500}
        >
          {row.name}
        </Anchor>
      ),
    value: (row) => row.name,
    width: 180,
    always: true,
  },
  workflowColumn(160),
  { id: "when", header: "When", cell: (row) => row.when, value: (row) => row.when, width: 250 },
  {
    id: "status",
    header: "Status",
    cell: (row) => <StatusBadge tone={row.tone}>{row.status}</StatusBadge>,
    value: (row) => row.status,
    width: 120,
  },
  {
    id: "rate",
    header: "Rate",
    cell: (row) => rateText(row.periodMs),
    value: (row) => rateOf(row.periodMs),
    right: true,
    width: 100,
  },
  {
    id: "created",
    header: "Created (UTC)",
    cell: (row) => <Time at={row.created} utc />,
    value: (row) => row.created,
    width: 168,
  },
];

const refreshMs = 5000;

/** The campaign runners (spec 2 §2.6): runs, and schedules that start runs. */
export function RunnersPage() {
  const mayRun = useMay()("workflow-run");
  const { search, searchBar } = useListSearch({ label: "Search runners" });
  const sorting = useSort({ by: "created", descending: true });
  const { rows, found, note, hasMore, more } = useRunners(search);
  const actionsOf = useActions();
  const create = (
    <Button component={PathLink} to={paths.createRunner} leftSection={<IconPlus size={16} />}>
      New run
    </Button>
  );
  return (
    <Page
      title="Runners"
      purpose="Run a workflow now, later or on a schedule."
      crumbs={[{ label: "Enrollments", to: paths.enrollments }]}
      shape="table"
      actions={mayRun ? create : <ReasonButton reason={notAllowed}>New run</ReasonButton>}
    >
      <Table
        name="Runners"
        columns={columns}
        rows={found}
        note={note}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="There was an error getting campaign runners"
        {...(rows ? { count: plural(rows.length, "runner") + (hasMore ? " so far" : "") } : {})}
        hasMore={hasMore}
        onEndReached={more}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconCalendarClock} title="No runners yet" action={create}>
            A runner sends contacts through a workflow now, later or on days of the week.
          </EmptyState>
        }
      />
    </Page>
  );
}

/**
 * Runs and schedules as one list, newest first. Both are loaded page by page. While one has more pages, rows of the other
 * that are older than its last loaded row are hidden, because rows that are not loaded yet belong between them.
 */
function useRunners(search: string) {
  const query = search ? { search } : {};
  const batches = useInfiniteQuery({
    ...pagesOf(batchRoutes.list, { query }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const schedules = useInfiniteQuery({
    ...pagesOf(scheduleRoutes.list, { query: { cancelled: "false", fired: "false", ...query } }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const batchScan = useScanBackwards(batches);
  const scheduleScan = useScanBackwards(schedules);
  const lists = [
    { pages: batches, rows: rowsOf(batches.data)?.map(ofBatch) },
    { pages: schedules, rows: rowsOf(schedules.data)?.map(ofSchedule) },
  ];
  // ids are time-ordered, so comparing them as text compares creation times
  const ends = lists.flatMap(({ pages }) => {
    const id = pages.data?.pages.at(-1)?.next;
    return id ? [{ pages, id }] : [];
  });
  const next = ends.sort((a, b) => (a.id < b.id ? 1 : -1))[0];
  const isLoaded = lists.every(({ rows }) => rows !== undefined);
  const rows = isLoaded
    ? lists.flatMap(({ rows = [] }) => rows).filter(({ id }) => next === undefined || id >= next.id)
    : undefined;
  const failed = schedules.isError ? schedules : batches;
  const isPending = batches.isPending || schedules.isPending || batchScan.isSearching || scheduleScan.isSearching;
  return {
    rows,
    found: { data: rows, isPending, isError: failed.isError, error: failed.error, refetch: () => failed.refetch() },
    note: batchScan.note ?? scheduleScan.note,
    hasMore: next !== undefined,
    more: () => {
      if (next && !next.pages.isFetchingNextPage) void next.pages.fetchNextPage();
    },
  };
}

function useActions(): (row: Runner) => RowAction[] {
  const disabled = useMay()("workflow-run") ? undefined : notAllowed;
  const { update, busy: changing } = useScheduleActions();
  const { start, stop, busy } = useBatchActions();
  /** Toggles status 1 to 0 and any other status to 1 (spec 2 §4.7). */
  const toggle = (schedule: Schedule) =>
    void update(
      schedule,
      { status: schedule.status === scheduleStatus.scheduled ? scheduleStatus.paused : scheduleStatus.scheduled },
      {
        done: `Workflow ${schedule.createBatchRequest.displayName} updated succesfully`, // sic, spec 2 §8
        failed: "There was an error updating the runner",
      },
    );
  return ({ id, batch, schedule }) => [
    ...(batch && batchCan.start(batch)
      ? [{ label: "Start", icon: IconPlayerPlay, run: () => void start(batch), disabled, busy: busy.has(id) }]
      : []),
    ...(batch && batchCan.stop(batch)
      ? [{ label: "Stop", icon: IconPlayerStop, run: () => void stop(batch), disabled, busy: busy.has(id) }]
      : []),
    ...(schedule && scheduleCan.pause(schedule)
      ? [{ label: "Pause", icon: IconPlayerPause, run: () => toggle(schedule), disabled, busy: changing.has(id) }]
      : []),
    ...(schedule && scheduleCan.unpause(schedule)
      ? [{ label: "Unpause", icon: IconPlayerPlay, run: () => toggle(schedule), disabled, busy: changing.has(id) }]
      : []),
  ];
}

/** Starts and stops runs from the list of runners (spec 2 §8). */
function useBatchActions() {
  const refresh = useRefresh();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = async (batchId: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy((before) => new Set(before).add(batchId));
    await work();
    await refresh("/v4/campaign/batch", "/v4/campaign/:campaignId/batch");
    setBusy((before) => new Set([...before].filter((one) => one !== batchId)));
  };
  const start = ({ campaignId, batchId, displayName }: Batch) =>
    during(batchId, async () => {
      toastInfo("Starting workflow...", displayName);
      try {
        tellStart(await callOne(batchRoutes.start, { params: { campaignId, batchId }, body: {} }));
      } catch (problem) {
        toastError("There was an error starting the runner", problem);
      }
    });
  const stop = async ({ campaignId, batchId, displayName }: Batch) => {
    const isSure = await confirm({
      title: `Stop "${displayName}"?`,
      consequence: "Nothing more is sent, and queued texts are cancelled. You can start the run again.",
      confirm: "Stop",
    });
    if (!isSure) return;
    await during(batchId, async () => {
      try {
        await call(batchRoutes.stop, { params: { campaignId, batchId }, body: { mode: "stop" } });
        toastSuccess(`Workflow ${displayName} stopped succesfully`); // sic, spec 2 §8
      } catch (problem) {
        toastError("There was an error stopping the workflow", problem);
      }
    });
  };
  return { start, stop, busy };
}
