import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconGauge, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Batch, batchRoutes, batchStatuses, rateOf } from "@trunkline/contract/runs/batch.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { useMemo, useState } from "react";
import { useRunActions } from "../../actions/useRunActions.ts";
import { batchCan } from "../../api/batchCan.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { rateText } from "../../fields/run/rateText.ts";
import { WorkflowChoice } from "../../fields/run/WorkflowChoice.tsx";
import { refreshUnlessSearched, useScanBackwards } from "../../history/useScanBackwards.tsx";
import { workflowColumn } from "../../history/workflowColumn.tsx";
import { paths } from "../../paths.ts";
import { Choice } from "../../ui/form/Choice.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useSearchBox } from "../../ui/table/useListSearch.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { RunName } from "./RunName.tsx";
import { refreshMs } from "./refreshMs.ts";

// the dialog loads after the list is shown
const loadRate = () => import("./EditRate.tsx");
const EditRate = later(async () => (await loadRate()).EditRate, { frame: overThePage });
const soon = [loadRate];

const tones: Record<Batch["status"], Tone> = {
  "Not started": "off",
  "In Progress": "going",
  Paused: "waits",
  Stopped: "off",
  Done: "done",
};
const reasonsOf = (row: Batch): string =>
  Object.entries(row.filteredBy)
    .map(([reason, count]) => `${formatCount(count)}: ${describeReason(reason)}`)
    .join(", ");

const columns: Column<Batch>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.batch(row.campaignId, row.batchId)} display="flex" inherit fw={500}>
        <RunName name={row.displayName} />
        {row.late && (
          <Text span size="xs" c="dimmed" ml={6} title="Started late because its scheduled time was missed">
            late
          </Text>
        )}
      </Anchor>
    ),
    value: (row) => row.displayName,
    width: 182,
    always: true,
  },
  workflowColumn(123),
  {
    id: "status",
    header: "Status",
    cell: (row) => <StatusBadge tone={tones[row.status]}>{row.status}</StatusBadge>,
    value: (row) => row.status,
    width: 120,
  },
  {
    id: "progress",
    header: "Progress",
    cell: (row) => <Progress done={row.done} total={row.total} label={`Progress of ${row.displayName}`} />,
    value: (row) => row.progress,
    sortable: false,
    width: 190,
  },
  {
    id: "counts",
    header: "Started (+filtered) / queued",
    cell: (row) => (
      <span
        title={reasonsOf(row) || undefined}
      >{`${formatCount(row.started)}(+${formatCount(row.filtered)}) / ${formatCount(row.queued)}`}</span>
    ),
    value: (row) => `${row.started}(+${row.filtered}) / ${row.queued}`,
    sortable: false,
    right: true,
    width: 182,
  },
  {
    id: "rate",
    header: "Rate",
    cell: (row) => rateText(row.periodMs),
    value: (row) => (rateOf(row.periodMs) === -1 ? "Auto" : rateOf(row.periodMs)),
    right: true,
    width: 76,
  },
  {
    id: "failed",
    header: "Failed",
    cell: (row) => formatCount(row.failed),
    value: (row) => row.failed,
    right: true,
    width: 90,
    hidden: true,
  },
  {
    id: "waiting",
    header: "Waiting",
    cell: (row) => formatCount(row.waiting),
    value: (row) => row.waiting,
    right: true,
    width: 90,
    hidden: true,
  },
  {
    id: "created",
    header: "Created (UTC)",
    cell: (row) => <Time at={row.created} utc />,
    value: (row) => row.created,
    width: 168,
  },
];

/** Past and current runs (spec 2 §2.4, §4.8). */
export function RunHistory() {
  usePreload(soon);
  const [address, change] = useAddress();
  const campaignId = address["campaignId"];
  const status = batchStatuses.find((one) => one === address["status"]);
  const sorting = useSort({ by: "created", descending: true });
  const { search, searchBox } = useSearchBox({ label: "Search runs" });
  const query = { ...(campaignId && { campaignId }), ...(status && { status }), ...(search && { search }) };
  const runs = useInfiniteQuery({
    ...pagesOf(batchRoutes.list, { query }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const searched = useScanBackwards(runs);
  const rows = useMemo(() => rowsOf(runs.data), [runs.data]);
  const [edited, setEdited] = useState<Batch | null>(null);
  const actionsOf = useActions(setEdited);
  const saveRate = useSaveRate();
  return (
    <>
      {edited && (
        <EditRate
          name={edited.displayName}
          periodMs={edited.periodMs}
          note={
            edited.status === "In Progress"
              ? "The new rate applies at once to contacts that have not started yet."
              : undefined
          }
          save={(periodMs) => saveRate(edited, periodMs)}
          close={() => setEdited(null)}
        />
      )}
      <Table
        name="Run History"
        columns={columns}
        rows={{ ...runs, isPending: runs.isPending || searched.isSearching, data: rows }}
        note={searched.note}
        rowId={(row) => row.batchId}
        rowName={(row) => row.displayName}
        {...sorting}
        filters={
          <Group gap={8}>
            {searchBox}
            <WorkflowChoice width={200} value={campaignId} onChange={(id) => change({ campaignId: id })} />
            <StatusFilter status={status} change={change} />
          </Group>
        }
        clearFilters={
          Object.keys(query).length > 0
            ? () => change({ campaignId: undefined, status: undefined, q: undefined })
            : undefined
        }
        errorTitle="Error loading historical workflows"
        {...(rows ? { count: plural(rows.length, "run") + (runs.hasNextPage ? " so far" : "") } : {})}
        hasMore={runs.hasNextPage}
        onEndReached={() => (runs.isFetchingNextPage ? undefined : void runs.fetchNextPage())}
        rowActions={actionsOf}
        empty={
          <EmptyState
            icon={IconPlayerPlay}
            title="No runs yet"
            action={
              <Button component={PathLink} to={paths.campaigns}>
                Go to Workflows
              </Button>
            }
          >
            Open a workflow, save it and run it for your contacts. Its runs appear here.
          </EmptyState>
        }
      />
    </>
  );
}

function StatusFilter({
  status,
  change,
}: {
  status: string | undefined;
  change: (values: Record<string, string | undefined>) => void;
}) {
  return (
    <Choice
      label="Status"
      none="Any status"
      width={150}
      data={batchStatuses.map((one) => ({ value: one, label: one }))}
      value={status}
      onChange={(value) => change({ status: value })}
    />
  );
}

function useActions(edit: (row: Batch) => void): (row: Batch) => RowAction[] {
  const mayRun = useMay()("workflow-run");
  const { start, pause, busy } = useRunActions();
  const disabled = mayRun ? undefined : notAllowed;
  return (row) => [
    ...(batchCan.pause(row)
      ? [{ label: "Pause", icon: IconPlayerPause, run: () => void pause(row), disabled, busy: busy.has(row.batchId) }]
      : []),
    ...(batchCan.start(row)
      ? [{ label: "Start", icon: IconPlayerPlay, run: () => void start(row), disabled, busy: busy.has(row.batchId) }]
      : []),
    ...(batchCan.pace(row) ? [{ label: "Edit rate", icon: IconGauge, run: () => edit(row), disabled }] : []),
  ];
}

/** Saves the rate of a run. Resolves to whether it was saved. */
function useSaveRate(): (batch: Batch, periodMs: number) => Promise<boolean> {
  const refresh = useRefresh();
  return async ({ campaignId, batchId, displayName }, periodMs) => {
    try {
      await call(batchRoutes.update, { params: { campaignId, batchId }, body: { periodMs } });
    } catch (problem) {
      toastError("Error updating workflow rate", problem);
      return false;
    }
    toastSuccess("Updated workflow rate", displayName);
    await refresh("/v4/campaign/batch", "/v4/campaign/:campaignId/batch");
    return true;
  };
}
