import {
  addCounts,
  changeOf,
  describeChange,
  formatMeasure,
  type MeasureId,
  measures,
  usualMeasures,
} from "@trunkline/contract/reports/measures.ts";
import type { ReportDetail } from "@trunkline/contract/reports/report.ts";
import {
  formatDay,
  formatZone,
  groupingNames,
  nameOfLine,
  nameOfPart,
} from "@trunkline/contract/reports/reportNames.ts";
import { reportPeriods, usualPeriod } from "@trunkline/contract/reports/reportPeriod.ts";
import type { ReportSettings } from "@trunkline/contract/reports/savedReport.ts";
import { localParts } from "@trunkline/workflow/parts/time/clock.ts";
import { byteOrderMark, csvRow } from "../csv/writeCsv.ts";
import { type Mail, oneLine } from "../mail/mailer.ts";
import type { Query } from "../store/database.ts";
import type { SavedReportRow } from "../store/reports/savedReport.ts";
import { type DetailAsked, findReportZone, readDetail } from "./readDetail.ts";

/** Lines of the table in a mail. The attached file has all. */
const mostLines = 25;
/** What a measure without a value is shown as. Files leave it empty. */
const noValue = formatMeasure("count", null);

interface Asked extends DetailAsked {
  measures: readonly MeasureId[];
}

/** What a saved report asks for on a day. */
function askedOf(settings: ReportSettings, today: string): Asked {
  const { grouping = "day", split, campaignId, templateId, channel } = settings;
  const label = settings.period ?? (settings.from ? undefined : usualPeriod);
  const [startDate = today, endDate = today] = reportPeriods.find((one) => one.label === label)?.days(today) ?? [
    settings.from,
    settings.to,
  ];
  return {
    grouping: grouping === "brand" ? "none" : grouping,
    split,
    startDate,
    endDate,
    campaignId,
    templateId,
    channel,
    measures: settings.measures ?? usualMeasures,
  };
}

/** The mail with a saved report: its measures, the first lines of its table, and all of them as a file. */
export async function composeReport(
  q: Query,
  account: string,
  {
    report,
    accountName,
    publicUrl,
    nowMs,
  }: { report: SavedReportRow; accountName: string; publicUrl: string; nowMs: number },
): Promise<Omit<Mail, "to">> {
  const zone = await findReportZone(q, account);
  const asked = askedOf(report.settings, localParts(nowMs, zone).date);
  const detail = await readDetail(q, account, asked, true);
  const days = `${formatDay(detail.startDate)} to ${formatDay(detail.endDate)} (${formatZone(zone)})`;
  const rows = tableOf(detail, asked);
  const shown = rows.slice(0, mostLines + 1);
  return {
    subject: `${oneLine(report.name)} · ${oneLine(accountName)}`,
    text: `${oneLine(report.name)}
${days}

${describeTotals(detail, asked.measures)}

${alignColumns(shown)}
${rows.length > shown.length ? `\nThe first ${mostLines} of ${rows.length - 1} lines. The attached file has all of them.\n` : ""}
Open the report:
${publicUrl}/reports/${report.reportId}

You receive this mail because this report of ${oneLine(accountName)} is sent to you on a schedule.
`,
    attachment: {
      name: `${fileNameOf(report.name)} ${detail.startDate} to ${detail.endDate}.csv`,
      content: byteOrderMark + rows.map((row) => csvRow(row.map((cell) => (cell === noValue ? "" : cell)))).join(""),
    },
  };
}

/** The table of a report as texts, with its header. */
function tableOf(detail: ReportDetail, { grouping, split, measures: chosen }: Asked): string[][] {
  const header = [
    groupingNames[grouping].header,
    ...(split ? [groupingNames[split].header] : []),
    ...chosen.map((id) => measures[id].label),
  ];
  return [
    header,
    ...detail.lines.map((line) => [
      nameOfLine(line, grouping, detail.zone),
      ...(split ? [nameOfPart(line, split)] : []),
      ...chosen.map((id) => formatMeasure(measures[id].kind, measures[id].of(line))),
    ]),
  ];
}

function describeTotals({ lines, previous }: ReportDetail, chosen: readonly MeasureId[]): string {
  const [now, before] = [addCounts(lines), addCounts(previous?.lines ?? [])];
  return chosen
    .map((id) => {
      const { label, kind, of } = measures[id];
      const change = describeChange(id, changeOf(id, of(now), of(before)));
      return `${label}: ${formatMeasure(kind, of(now))} (${change})`;
    })
    .join("\n");
}

/** Columns under each other: names on the left, figures on the right. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim() || "Report";
