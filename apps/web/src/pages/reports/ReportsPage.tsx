import { Alert, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { formatZone } from "@trunkline/contract/reports/reportNames.ts";
import { type SavedReport, savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import type { Address } from "../../ui/page/useAddress.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { todayIn } from "../../ui/text/calendarDay.ts";
import { BrandDays } from "./BrandDays.tsx";
import { FailuresView } from "./FailuresView.tsx";
import { FunnelView } from "./FunnelView.tsx";
import { ReportActions } from "./ReportActions.tsx";
import { ReportFilters } from "./ReportFilters.tsx";
import { problem, ReportResults, ViewSwitch } from "./ReportResults.tsx";
import classes from "./ReportsPage.module.css";
import { type ReportState, readState } from "./reportState.ts";
import { useReportAddress } from "./useReportAddress.ts";

/** The filters in the URL. */
const filterNames = ["from", "to", "period", "workflow", "template", "channel"] as const;

/** Reports of campaign results, and saved reports under addresses of their own (spec 2 §2.6, §3.11; decision 0098). */
export function ReportsPage() {
  const reportId = usePathPart("reportId");
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  const reports = useQuery({ ...listOf(savedReportRoutes.list), enabled: reportId !== undefined });
  const zone = account.data && (zoneOf(account.data.settings.defaultTimezoneId) ?? "Etc/UTC");
  const saved = reports.data?.find((one) => one.reportId === reportId);
  const isMissing = reportId !== undefined && reports.isSuccess && saved === undefined;
  const failed = account.isError ? account : reports.isError ? reports : undefined;
  if (zone !== undefined && !isMissing && !failed && (reportId === undefined || saved !== undefined))
    return <Shown key={reportId} zone={zone} saved={saved} />;
  return (
    <Page title="Reports" purpose="Results of texts, calls and enrollments." shape="table">
      {failed ? (
        <ErrorState title={problem} problem={failed.error} retry={() => failed.refetch()} />
      ) : isMissing ? (
        <ErrorState title="This report does not exist" problem={new Error("It may have been deleted.")} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading" />
      )}
    </Page>
  );
}

function Shown({ zone, saved }: { zone: string; saved: SavedReport | undefined }) {
  const report = useReportAddress(saved);
  const { address, change } = report;
  const state = useFunnelWorkflow(readState(address, todayIn(zone, new Date())));
  const isByBrand = state.grouping === "brand" && state.view === "results";
  const days = isByBrand ? "Pacific time, as carriers count" : formatZone(zone);
  return (
    <Page
      title={saved?.name ?? "Reports"}
      crumbs={saved ? [{ label: "Reports", to: paths.reports }] : []}
      purpose={`Results of texts, calls and enrollments. Days are in ${days}.`}
      actions={<ReportActions saved={saved} state={state} isEdited={report.isEdited} reset={report.reset} />}
      shape={isByBrand ? "table" : "wide"}
    >
      {saved?.mailProblem ? (
        <Alert color="red" title="The last mail of this report could not be sent" className={classes["alert"] ?? ""}>
          {`${saved.mailProblem.charAt(0).toUpperCase()}${saved.mailProblem.slice(1)}. It is tried again for half a day.`}
        </Alert>
      ) : null}
      <View state={state} address={address} change={change} />
    </Page>
  );
}

/** A funnel is of one workflow: of the one that sent last, until another is chosen. */
function useFunnelWorkflow(state: ReportState): ReportState {
  const isOpen = state.view === "funnel" && state.workflow === undefined;
  const { data = [] } = useQuery({ ...newestWorkflows, staleTime: 30_000, enabled: isOpen });
  if (!isOpen) return state;
  const [last] = data.toSorted((a, b) => (b.lastUsed ?? "").localeCompare(a.lastUsed ?? ""));
  return last ? { ...state, workflow: last.campaignId } : state;
}

function View({ state, address, change }: { state: ReportState; address: Address; change: (values: Address) => void }) {
  const isFiltered = filterNames.some((name) => address[name] !== undefined);
  const clear = isFiltered ? () => change(Object.fromEntries(filterNames.map((name) => [name, undefined]))) : undefined;
  const filters = (
    <>
      <ViewSwitch view={state.view} change={change} />
      <ReportFilters state={state} change={change} />
    </>
  );
  if (state.view === "results" && state.grouping === "brand")
    return <BrandDays from={state.from} to={state.to} filters={filters} clearFilters={clear} />;
  return (
    <>
      <div className={classes["filters"]}>{filters}</div>
      {state.view === "funnel" ? (
        <FunnelView state={state} />
      ) : state.view === "failures" ? (
        <FailuresView state={state} clearFilters={clear} />
      ) : state.grouping === "brand" ? null : (
        <ReportResults state={{ ...state, grouping: state.grouping }} change={change} clearFilters={clear} />
      )}
    </>
  );
}
