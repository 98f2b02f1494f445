import { Select, Skeleton, Title } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import {
  type ReportGrouping,
  type ReportLine,
  reportGroupings,
  reportRoutes,
} from "@trunkline/contract/reports/report.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { useMemo } from "react";
import { listOf, oneOf } from "../../api/queries.ts";
import { WorkflowChoice } from "../../fields/run/WorkflowChoice.tsx";
import { Choice } from "../../ui/form/Choice.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { type Address, useAddress } from "../../ui/page/useAddress.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { isDay, todayIn } from "../../ui/text/calendarDay.ts";
import { Day } from "../../ui/text/Day.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { BrandDays } from "./BrandDays.tsx";
import { ReportChart } from "./ReportChart.tsx";
import classes from "./ReportsPage.module.css";
import { type Figure, figures, formatZone, groupings, nameOf, reportColumns, totalOf } from "./reportColumns.tsx";
import { presets } from "./reportDays.ts";

const refreshMs = 15_000;
/** The error header of spec 2 §8. */
const problem = "There was an error generating a report";
const usual = "Last 30 days";
/** The filters in the URL. */
const filters = ["from", "to", "workflow", "template"] as const;

/** Reports of campaign results (spec 2 §2.6, §3.11). */
export function ReportsPage() {
  const { data: account, isError, error, refetch } = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  const zone = account && (zoneOf(account.settings.defaultTimezoneId) ?? "Etc/UTC");
  const [address] = useAddress();
  const days = zone && (address["grouping"] === byBrand ? "Pacific time, as carriers count" : formatZone(zone));
  return (
    <Page
      title="Reports"
      purpose={
        days === undefined
          ? "Results of texts, calls and enrollments."
          : `Results of texts, calls and enrollments. Days are in ${days}.`
      }
      shape="table"
    >
      {zone !== undefined ? (
        <Shown zone={zone} />
      ) : isError ? (
        <ErrorState title={problem} problem={error} retry={() => refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Page>
  );
}

/** Reads the report from the URL. */
function askedOf(address: Address, zone: string) {
  const { grouping, from, to, workflow, template } = address;
  const [first, last] = presets.find(({ label }) => label === usual)?.days(todayIn(zone, new Date())) ?? ["", ""];
  return {
    grouping: reportGroupings.find((one) => one === grouping) ?? ("day" as ReportGrouping),
    startDate: isDay(from) ? from : isDay(to) && to < first ? to : first,
    endDate: isDay(to) ? to : isDay(from) && from > last ? from : last,
    ...(workflow && { campaignId: workflow }),
    ...(template && { templateId: template }),
  };
}

/** The grouping of the separate report on carriers' daily caps. */
const byBrand = "brand";

function Shown({ zone }: { zone: string }) {
  const [address, change] = useAddress();
  const query = askedOf(address, zone);
  if (address["grouping"] !== byBrand) return <Report zone={zone} />;
  return (
    <BrandDays
      from={query.startDate}
      to={query.endDate}
      filters={<Filters address={address} query={query} zone={zone} change={change} />}
      clearFilters={(address["from"] ?? address["to"]) ? () => change({ from: undefined, to: undefined }) : undefined}
    />
  );
}

function Report({ zone }: { zone: string }) {
  const [address, change] = useAddress();
  const query = askedOf(address, zone);
  const { grouping, startDate, endDate } = query;
  const isTime = grouping === "day" || grouping === "hour";
  const sorting = useSort(isTime ? { by: "line", descending: false } : { by: "sent", descending: true });
  const report = useQuery({
    ...listOf(reportRoutes.run, { query }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => reportColumns(grouping, zone), [grouping, zone]);
  const lines = report.data;
  const figure: Figure = figures.find(({ id }) => id === address["chart"])?.id ?? "sent";
  const isFiltered = filters.some((name) => address[name] !== undefined);
  // the data of the previous grouping has other line names
  const isOther = report.isPlaceholderData;
  const hasChart = grouping !== "none" && lines !== undefined && lines.length > 0 && !isOther;
  // below the filters, which stay where they are while the report loads
  const chart = hasChart ? (
    <section className={classes["chart"]} aria-label="Chart">
      <div className={classes["head"]}>
        <Title
          order={2}
        >{`${figures.find(({ id }) => id === figure)?.header} ${groupings[grouping].label.toLowerCase()}`}</Title>
        <Select
          size="xs"
          w={170}
          aria-label="Figure of the chart"
          allowDeselect={false}
          data={figures.map(({ id, header }) => ({ value: id, label: header }))}
          value={figure}
          onChange={(chosen) => change({ chart: chosen === "sent" ? undefined : (chosen ?? undefined) })}
        />
      </div>
      <ReportChart lines={lines} grouping={grouping} figure={figure} zone={zone} from={startDate} to={endDate} />
    </section>
  ) : null;
  return (
    <Table<ReportLine>
      note={chart}
      name="Report"
      columns={columns}
      rows={isOther ? { ...report, data: undefined, isPending: true } : report}
      rowId={(line) => `${line.campaignId} ${line.key}`}
      rowName={(line) => nameOf(line, grouping, zone)}
      {...sorting}
      filters={<Filters address={address} query={query} zone={zone} change={change} />}
      clearFilters={isFiltered ? () => change(Object.fromEntries(filters.map((name) => [name, undefined]))) : undefined}
      {...(lines && lines.length > 0 && !isOther
        ? { totals: totalOf(lines), count: plural(lines.length, "line") }
        : {})}
      errorTitle={problem}
      empty={
        <EmptyState icon={IconChartBar} title="No results for these days">
          Sent texts, replies and call results appear here within seconds.
        </EmptyState>
      }
    />
  );
}

interface FiltersProps {
  address: Address;
  query: { grouping: ReportGrouping; startDate: string; endDate: string };
  zone: string;
  change: (values: Address) => void;
}

function Filters({ address, query, zone, change }: FiltersProps) {
  const { startDate, endDate } = query;
  const isByBrand = address["grouping"] === byBrand;
  const grouping = isByBrand ? byBrand : query.grouping;
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), staleTime: 30_000 });
  const today = todayIn(zone, new Date());
  const preset = presets.find(({ days }) => days(today).join() === `${startDate},${endDate}`)?.label;
  const choosePreset = (label: string | null): void => {
    const [from, to] = presets.find((one) => one.label === label)?.days(today) ?? [];
    change(label === usual ? { from: undefined, to: undefined } : { from, to });
  };
  return (
    <>
      <Select
        size="xs"
        w={128}
        aria-label="Grouping"
        allowDeselect={false}
        data={[
          ...Object.entries(groupings).map(([value, { label }]) => ({ value, label })),
          { value: byBrand, label: "By brand" },
        ]}
        value={grouping}
        onChange={(chosen) =>
          change({ grouping: chosen === "day" ? undefined : (chosen ?? undefined), sort: undefined })
        }
      />
      <Select
        size="xs"
        w={128}
        aria-label="Days"
        placeholder="Other days"
        allowDeselect={false}
        data={presets.map(({ label }) => label)}
        value={preset ?? null}
        onChange={choosePreset}
      />
      <Day label="From day" value={startDate} most={endDate} onChange={(from) => change({ from, to: endDate })} />
      <Day label="To day" value={endDate} least={startDate} onChange={(to) => change({ from: startDate, to })} />
      {isByBrand ? null : (
        <WorkflowChoice
          none="All"
          width={150}
          value={address["workflow"]}
          onChange={(workflow) => change({ workflow })}
        />
      )}
      {isByBrand ? null : (
        <Choice
          label="Template"
          none="All"
          width={150}
          data={(templates.data ?? []).map((row) => ({ value: row.templateId, label: row.templateTitle }))}
          value={address["template"]}
          onChange={(template) => change({ template })}
        />
      )}
    </>
  );
}
