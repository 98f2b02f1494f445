import { IconCalendarTime, IconUserCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type AgentGrouping,
  type AgentLine,
  agentGroupings,
  agentReportRoutes,
} from "@trunkline/contract/agents/agentReport.ts";
import { useMemo, useState } from "react";
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
import { plural } from "../../ui/text/formatFigure.ts";
import { agentLineName, agentReportColumns } from "./agentReportColumns.tsx";
import classes from "./CallReportPage.module.css";

const ShiftDialog = later(async () => (await import("./ShiftDialog.tsx")).ShiftDialog, { frame: overThePage });

const refreshMs = 15_000;
const dayMs = 86_400_000;
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const labels: Record<AgentGrouping, string> = { agent: "By agent", day: "By agent and day" };

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/** Time per state of each agent, occupancy, and adherence to the planned shifts (decision 0100). */
export function AgentReportPage() {
  const [address, change] = useAddress();
  const grouping = agentGroupings.find((one) => one === address["grouping"]) ?? "agent";
  const { from, to } = address;
  const endDate = isDay(to) ? to : todayIn(zone, new Date());
  const startDate = isDay(from) ? from : daysBefore(endDate, 6);
  const [planned, setPlanned] = useState<{ userId: string; name: string } | null>(null);
  const report = useQuery({
    ...listOf(agentReportRoutes.report, { query: { grouping, startDate, endDate, zone } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const rows = report.isPlaceholderData ? { ...report, data: undefined, isPending: true } : report;
  const columns = useMemo(() => agentReportColumns(grouping, rows.data ?? []), [grouping, rows.data]);
  const sorting = useSort({ by: "agent", descending: false });
  return (
    <Page
      title="Agent report"
      crumbs={[{ label: "Live calls", to: paths.callCenter }]}
      purpose="What agents did, how busy they were, and how they kept to their planned shifts."
      shape="table"
    >
      <Table<AgentLine>
        name="Agent report"
        columns={columns}
        rows={rows}
        rowId={(line) => `${line.userId} ${line.from}`}
        rowName={(line) => agentLineName(line, grouping)}
        {...sorting}
        rowActions={({ userId, name }) =>
          name === null
            ? []
            : [{ label: "Planned shifts of", icon: IconCalendarTime, run: () => setPlanned({ userId, name }) }]
        }
        filters={
          <>
            <LaterSelect
              size="xs"
              w={180}
              aria-label="Grouping"
              allowDeselect={false}
              data={agentGroupings.map((value) => ({ value, label: labels[value] }))}
              value={grouping}
              onChange={(value) => change({ grouping: value ?? undefined, sort: undefined })}
            />
            <Day
              label="From day"
              value={startDate}
              most={endDate}
              onChange={(day) => change({ from: day, to: endDate })}
            />
            <Day
              label="To day"
              value={endDate}
              least={startDate}
              onChange={(day) => change({ from: startDate, to: day })}
            />
          </>
        }
        note={
          <div className={classes["switches"]}>
            <p className={classes["formulas"]}>
              Occupancy = (ringing + on calls + wrap-up) ÷ (these + available). Adherence = planned time that the agent
              was available, on calls, in wrap-up or away with a reason that counts as work ÷ planned time until now.
            </p>
          </div>
        }
        {...(rows.data && rows.data.length > 0 ? { count: plural(rows.data.length, "line") } : {})}
        errorTitle="Error loading agent report"
        empty={
          <EmptyState icon={IconUserCheck} title="No agents on these days">
            Users who open a phone in their browser appear here, with their states and calls.
          </EmptyState>
        }
      />
      {planned === null ? null : <ShiftDialog agent={planned} close={() => setPlanned(null)} />}
    </Page>
  );
}
