import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type {
  DetailGrouping,
  ReportChannel,
  ReportDetail,
  ReportLine,
  ReportSplit,
} from "@trunkline/contract/reports/report.ts";
import { periodBefore } from "@trunkline/contract/reports/reportPeriod.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import type { Query } from "../store/database.ts";
import { findAccount } from "../store/identity/account.ts";
import { listReportDetail, type ReportDetailRow, type ReportRow } from "../store/reports/report.ts";

/** What a detailed report asks for. Days are days of the account's zone. */
export interface DetailAsked {
  grouping: DetailGrouping;
  split?: ReportSplit | undefined;
  startDate: string;
  endDate: string;
  campaignId?: string | undefined;
  templateId?: string | undefined;
  channel?: ReportChannel | undefined;
}

/** The zone of an account's days in reports (decision 0025). */
export async function findReportZone(q: Query, account: string): Promise<string> {
  const row = await findAccount(q, account);
  return zoneOf(accountSettings.parse(row?.settings ?? {}).defaultTimezoneId) ?? "Etc/UTC";
}

/** A detailed report, and the same of the period before (decision 0098). */
export async function readDetail(
  q: Query,
  account: string,
  asked: DetailAsked,
  withPrevious: boolean,
): Promise<ReportDetail> {
  const zone = await findReportZone(q, account);
  const read = async (startDate: string, endDate: string) => ({
    startDate,
    endDate,
    lines: (await listReportDetail(q, account, { ...asked, startDate, endDate, zone })).map(showDetail),
  });
  const [before, last] = periodBefore(asked.startDate, asked.endDate);
  return {
    ...(await read(asked.startDate, asked.endDate)),
    zone,
    previous: withPrevious ? await read(before, last) : null,
  };
}

/** A line in wire form. */
export function showLine({
  byHuman,
  byMachine,
  callsIn,
  abandoned,
  talkSeconds,
  costMicros,
  ...row
}: ReportRow): ReportLine {
  return {
    ...row,
    inboundCalls: callsIn,
    abandonedCalls: abandoned,
    answeredByHuman: byHuman,
    answeredByMachine: byMachine,
    averageTalkSeconds: row.answered === 0 ? 0 : Math.round((talkSeconds / row.answered) * 10) / 10,
    cost: costMicros / 1_000_000,
  };
}

const showDetail = ({ emails, part, partName, isRest, ...row }: ReportDetailRow): ReportDetail["lines"][number] => ({
  ...showLine(row),
  emails,
  part,
  partName,
  isRest,
});
