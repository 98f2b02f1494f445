import { Button, Group } from "@mantine/core";
import {
  IconCalendarClock,
  IconClockEdit,
  IconGauge,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Schedule, scheduleRoutes } from "@trunkline/contract/runs/schedule.ts";
import { useState } from "react";
import { useScheduleActions } from "../../actions/useScheduleActions.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { scheduleCan } from "../../api/scheduleCan.ts";
import { WorkflowChoice } from "../../fields/run/WorkflowChoice.tsx";
import { refreshUnlessSearched, useScanBackwards } from "../../history/useScanBackwards.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useSearchBox } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { refreshMs } from "./refreshMs.ts";
import { recurringColumns, scheduledColumns } from "./scheduleColumns.tsx";

// loaded when opened, because time zones need the data of all zones
const EditRate = later(async () => (await import("./EditRate.tsx")).EditRate, { frame: overThePage });
const EditRecurring = later(async () => (await import("./EditRecurring.tsx")).EditRecurring, { frame: overThePage });
const MoveRun = later(async () => (await import("./MoveRun.tsx")).MoveRun, { frame: overThePage });

/** Scheduled one-time runs (spec 2 §2.4). */
export const ScheduledRuns = () => <Schedules recurring={false} />;

/** Recurring runs (spec 2 §2.4). */
export const RecurringRuns = () => <Schedules recurring />;

interface Edit {
  what: "rate" | "time" | "recurring";
  schedule: Schedule;
}

function Schedules({ recurring }: { recurring: boolean }) {
  const [address, change] = useAddress();
  const campaignId = address["campaignId"];
  const sorting = useSort({ by: "next", descending: false });
  const [edit, setEdit] = useState<Edit | null>(null);
  const { search, searchBox } = useSearchBox({ label: recurring ? "Search recurring runs" : "Search scheduled runs" });
  const filter = { ...(campaignId && { campaignId }), ...(search && { search }) };
  const schedules = useInfiniteQuery({
    ...pagesOf(scheduleRoutes.list, {
      query: { recurring: recurring ? "true" : "false", cancelled: "false", fired: "false", ...filter },
    }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const searched = useScanBackwards(schedules);
  const rows = rowsOf(schedules.data);
  const actions = useScheduleActions();
  const actionsOf = useActions(actions, setEdit);
  return (
    <>
      {edit && <Edited edit={edit} update={actions.update} close={() => setEdit(null)} />}
      <Table
        name={recurring ? "Recurring" : "Scheduled"}
        columns={recurring ? recurringColumns : scheduledColumns}
        rows={{ ...schedules, isPending: schedules.isPending || searched.isSearching, data: rows }}
        note={searched.note}
        rowId={(row) => row.eventId}
        rowName={(row) => row.createBatchRequest.displayName}
        {...sorting}
        filters={
          <Group gap={8}>
            {searchBox}
            <WorkflowChoice width={200} value={campaignId} onChange={(id) => change({ campaignId: id })} />
          </Group>
        }
        clearFilters={
          Object.keys(filter).length > 0 ? () => change({ campaignId: undefined, q: undefined }) : undefined
        }
        errorTitle="Error loading scheduled workflows"
        {...(rows ? { count: plural(rows.length, "run") + (schedules.hasNextPage ? " so far" : "") } : {})}
        hasMore={schedules.hasNextPage}
        onEndReached={() => (schedules.isFetchingNextPage ? undefined : void schedules.fetchNextPage())}
        rowActions={actionsOf}
        actionsWidth={recurring ? 120 : 152}
        empty={
          <EmptyState
            icon={IconCalendarClock}
            title={recurring ? "No recurring runs" : "No scheduled runs"}
            action={
              <Button component={PathLink} to={paths.createRunner} search={{ when: recurring ? "recurring" : "once" }}>
                {recurring ? "Create a recurring run" : "Schedule a run"}
              </Button>
            }
          >
            {recurring
              ? "A recurring run starts a workflow on the days of the week you choose, at the same time of day, until it expires."
              : "A scheduled run starts a workflow once, up to one year from now."}
          </EmptyState>
        }
      />
    </>
  );
}

type Actions = ReturnType<typeof useScheduleActions>;

function Edited({ edit, update, close }: { edit: Edit; update: Actions["update"]; close: () => void }) {
  const { what, schedule } = edit;
  if (what === "recurring") return <EditRecurring schedule={schedule} update={update} close={close} />;
  if (what === "time") return <MoveRun schedule={schedule} update={update} close={close} />;
  const { contactCount: _, ...request } = schedule.createBatchRequest;
  return (
    <EditRate
      name={request.displayName}
      periodMs={request.periodMs}
      note={undefined}
      save={(periodMs) =>
        update(
          schedule,
          { createBatchRequest: { ...request, periodMs } },
          { done: "Updated workflow rate", failed: "Error updating workflow rate" },
        )
      }
      close={close}
    />
  );
}

/** The row actions that each status allows (spec 2 §4.7). */
function useActions(
  { pause, unpause, cancel, busy }: Actions,
  setEdit: (edit: Edit) => void,
): (row: Schedule) => RowAction[] {
  const disabled = useMay()("workflow-run") ? undefined : notAllowed;
  return (row) => {
    const isBusy = busy.has(row.eventId);
    const action = (can: boolean, made: Omit<RowAction, "disabled">): RowAction[] =>
      can ? [{ ...made, disabled }] : [];
    return [
      ...action(scheduleCan.pause(row), {
        label: "Pause",
        icon: IconPlayerPause,
        run: () => void pause(row),
        busy: isBusy,
      }),
      ...action(scheduleCan.unpause(row), {
        label: "Unpause",
        icon: IconPlayerPlay,
        run: () => void unpause(row),
        busy: isBusy,
      }),
      ...(row.recurring
        ? action(scheduleCan.edit(row), {
            label: "Edit",
            icon: IconPencil,
            run: () => setEdit({ what: "recurring", schedule: row }),
          })
        : [
            ...action(scheduleCan.edit(row), {
              label: "Edit rate",
              icon: IconGauge,
              run: () => setEdit({ what: "rate", schedule: row }),
            }),
            ...action(scheduleCan.edit(row), {
              label: "Edit time",
              icon: IconClockEdit,
              run: () => setEdit({ what: "time", schedule: row }),
            }),
          ]),
      ...action(scheduleCan.cancel(row), {
        label: "Cancel",
        icon: IconX,
        run: () => void cancel(row),
        destructive: true,
      }),
    ];
  };
}
