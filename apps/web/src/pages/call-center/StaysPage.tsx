import { Anchor, Group } from "@mantine/core";
import { IconHeadset } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  callCenterRoutes,
  type ListedFigure,
  listedFigures,
  placeKinds,
  type Stay,
} from "@trunkline/contract/agents/callCenter.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { Chip } from "../../ui/text/Chip.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { formatTime } from "../../ui/text/formatTime.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { formatSeconds } from "./formatSeconds.ts";
import { none } from "./StaysLink.tsx";
import { Formula, readSwitches } from "./Switches.tsx";

const refreshMs = 5_000;

const figures: Record<ListedFigure, string> = {
  entered: "All calls",
  waiting: "Waiting now",
  answered: "Answered",
  answeredInTime: "Answered in time",
  answeredLate: "Answered late",
  abandoned: "Abandoned",
  shortAbandoned: "Short abandons",
  unanswered: "Unanswered",
  released: "Routed on",
  handled: "Handled",
  counted: "Counted in the service level",
};

function outcomeOf({ outcome, isInTime, calledBack }: Stay): { tone: Tone; words: string } {
  if (outcome === null) return { tone: "waits", words: "Waiting" };
  if (outcome === "abandoned") return { tone: "failed", words: "Abandoned" };
  if (outcome === "unanswered") return { tone: "failed", words: "Unanswered" };
  if (outcome === "released") return { tone: "off", words: calledBack ? "Callback" : "Routed on" };
  return isInTime ? { tone: "done", words: "Answered in time" } : { tone: "waits", words: "Answered late" };
}

const enders: Record<NonNullable<Stay["endedBy"]>, string> = {
  caller: "Caller",
  agent: "Agent",
  transfer: "Transfer",
};

const who = ({ contactName, phone }: Stay): string => contactName ?? formatPhone(phone);

const columns: Column<Stay>[] = [
  {
    id: "entered",
    header: "Time",
    cell: (row) => (
      <Anchor
        component={PathLink}
        to={paths.call(row.callId)}
        inherit
        fw={500}
        aria-label={`${formatTime(row.entered)}, call with ${who(row)}`}
      >
        <Time at={row.entered} />
      </Anchor>
    ),
    value: (row) => row.entered,
    width: 170,
    always: true,
  },
  { id: "caller", header: "Caller", cell: who, value: who, width: 160 },
  { id: "place", header: "Queue", cell: (row) => row.name, value: (row) => row.name, width: 140 },
  {
    id: "outcome",
    header: "Outcome",
    cell: (row) => <StatusBadge tone={outcomeOf(row).tone}>{outcomeOf(row).words}</StatusBadge>,
    value: (row) => outcomeOf(row).words,
    width: 160,
  },
  {
    id: "wait",
    header: "Wait",
    cell: (row) => formatSeconds(row.waitSeconds),
    value: (row) => row.waitSeconds,
    right: true,
    width: 80,
  },
  {
    id: "answeredBy",
    header: "Answered by",
    cell: (row) => row.answeredByName ?? "---",
    value: (row) => row.answeredByName,
    width: 140,
  },
  {
    id: "missed",
    header: "Missed rings",
    cell: (row) => String(row.missed),
    value: (row) => row.missed,
    right: true,
    width: 110,
  },
  {
    id: "talk",
    header: "Talk",
    cell: (row) => formatSeconds(row.talkSeconds),
    value: (row) => row.talkSeconds,
    right: true,
    width: 80,
  },
  {
    id: "wrapUp",
    header: "Wrap-up",
    cell: (row) => formatSeconds(row.wrapUpSeconds),
    value: (row) => row.wrapUpSeconds,
    right: true,
    width: 90,
  },
  {
    id: "endedBy",
    header: "Ended by",
    cell: (row) => (row.endedBy === null ? "---" : enders[row.endedBy]),
    value: (row) => row.endedBy,
    width: 100,
  },
  { id: "route", header: "Route", cell: (row) => row.routeTag ?? "---", value: (row) => row.routeTag, width: 130 },
];

const oneOfThem = <Value extends string>(all: readonly Value[], value: string | undefined): Value | undefined =>
  all.find((one) => one === value);

/** The calls behind the figures of the live page: one line for each stay in a queue. */
export function StaysPage() {
  const [address, change] = useAddress();
  const { figure: asked, kind, name, from, to, user, agent, disposition } = address;
  const figure = oneOfThem(listedFigures, asked) ?? "entered";
  const place = oneOfThem(placeKinds, kind);
  const query = {
    figure,
    ...readSwitches(address),
    ...(place && { kind: place }),
    ...(name && { name }),
    ...(from && { from }),
    ...(to && { to }),
    ...(user && { userId: user }),
    ...(disposition && { disposition: disposition === none ? "" : disposition }),
  };
  const pages = useInfiniteQuery({
    ...pagesOf(callCenterRoutes.stays, { query }),
    refetchInterval: useLivePoll(refreshMs),
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "entered", descending: true });
  const filters = (
    <Group gap={12}>
      <LaterSelect
        size="xs"
        aria-label="Which calls"
        w={260}
        allowDeselect={false}
        data={listedFigures.map((value) => ({ value, label: figures[value] }))}
        value={figure}
        onChange={(value) => change({ figure: value ?? undefined })}
      />
      {name ? <Chip words={name} remove={() => change({ name: undefined, kind: undefined })} /> : null}
      {user ? (
        <Chip words={`Answered by ${agent || "user"}`} remove={() => change({ user: undefined, agent: undefined })} />
      ) : null}
      {disposition ? (
        <Chip
          words={disposition === none ? "No disposition" : `Disposition ${disposition}`}
          remove={() => change({ disposition: undefined })}
        />
      ) : null}
      {from ? <Chip words={`Since ${formatTime(from)}`} remove={() => change({ from: undefined })} /> : null}
      {to ? <Chip words={`Before ${formatTime(to)}`} remove={() => change({ to: undefined })} /> : null}
      {figure === "counted" ? <Formula /> : null}
    </Group>
  );
  return (
    <Page
      title="Calls in queues"
      crumbs={[{ label: "Live calls", to: paths.callCenter }]}
      purpose="Calls that waited in an agent queue, work group or live list, one line for each wait."
      shape="table"
    >
      <Table
        name="Calls in queues"
        columns={columns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.stayId}
        rowName={(row) => `Call with ${who(row)}`}
        {...sorting}
        filters={filters}
        errorTitle="Error loading calls"
        {...(rows ? { count: plural(rows.length, "call") + (pages.hasNextPage ? " so far" : "") } : {})}
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        empty={
          <EmptyState icon={IconHeadset} title="No calls">
            No call counts in this figure.
          </EmptyState>
        }
      />
    </Page>
  );
}
