import { IconHourglass } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type InboxGrouping,
  type InboxLine,
  inboxFigures,
  inboxGroupings,
  inboxReportRoutes,
} from "@trunkline/contract/inbox/inboxReport.ts";
import { useMemo } from "react";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { isDay, todayIn } from "../../ui/text/calendarDay.ts";
import { Day } from "../../ui/text/Day.tsx";
import { readPeriod } from "./readPeriod.ts";
import { lineName, noneOf, responseColumns } from "./responseColumns.tsx";

const refreshMs = 15_000;
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const labels: Record<InboxGrouping, string> = { workGroup: "By work group", user: "By user" };

const WorkList = later(() => import("./WorkList.tsx").then((part) => part.WorkList), { frame: overThePage });

/** How long contacts wait for replies, and conversations until they are closed (decision 0099). */
export function ResponseTimesPage() {
  const [address, change] = useAddress();
  const grouping = inboxGroupings.find((one) => one === address["grouping"]) ?? "workGroup";
  const today = todayIn(zone, new Date());
  const to = isDay(address["to"]) ? address["to"] : today;
  const { from, ...period } = readPeriod(isDay(address["from"]) ? address["from"] : undefined, to);
  const query = { grouping, ...period };
  const report = useQuery({
    ...listOf(inboxReportRoutes.report, { query }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => responseColumns((line, figure) => change({ figure, of: line.id ?? noneOf })), [change]);
  const sorting = useSort({ by: "name", descending: false });
  // the lines of the grouping before have other names
  const rows = report.isPlaceholderData ? { ...report, data: undefined, isPending: true } : report;
  const figure = inboxFigures.find((one) => one === address["figure"]);
  return (
    <Page
      title="Response times"
      crumbs={[{ label: "Inbox", to: paths.inbox() }]}
      purpose="How long contacts wait for a first reply, and conversations until they are closed."
      shape="table"
    >
      <Table<InboxLine>
        name="Response times"
        columns={columns}
        rows={rows}
        rowId={(line) => line.id ?? noneOf}
        rowName={lineName}
        {...sorting}
        filters={
          <>
            <LaterSelect
              size="xs"
              w={160}
              aria-label="Grouping"
              allowDeselect={false}
              data={inboxGroupings.map((value) => ({ value, label: labels[value] }))}
              value={grouping}
              onChange={(value) => change({ grouping: value ?? undefined, figure: undefined, of: undefined })}
            />
            <Day label="From day" value={from} most={to} onChange={(day) => change({ from: day, to })} />
            <Day label="To day" value={to} least={from} onChange={(day) => change({ from, to: day })} />
          </>
        }
        errorTitle="Error loading response times"
        empty={
          <EmptyState icon={IconHourglass} title="No conversations on these days">
            Conversations that users answer or close appear here.
          </EmptyState>
        }
      />
      {figure && address["of"] ? (
        <WorkList
          query={{ ...query, figure, of: address["of"] }}
          close={() => change({ figure: undefined, of: undefined })}
        />
      ) : null}
    </Page>
  );
}
