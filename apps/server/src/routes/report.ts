import { accountSettings } from "@trunkline/contract/account.ts";
import { type ReportLine, reportRoutes } from "@trunkline/contract/report.ts";
import { zoneOf } from "@trunkline/workflow/parts/timezones.ts";
import { type Api, handle } from "../http/handle.ts";
import { invalid } from "../http/problem.ts";
import { findAccount } from "../store/account.ts";
import { listReport, type ReportRow } from "../store/report.ts";

/** Reports of campaign results (spec 2 §3.11, §7.4). */
export function registerReport(api: Api): void {
  handle(api, reportRoutes.run, async ({ db, account, query }) => {
    const { startDate, endDate } = query;
    if (startDate !== undefined && endDate !== undefined && endDate < startDate)
      throw invalid("endDate must not be before startDate", "query.endDate");
    const row = await db.global((q) => findAccount(q, account));
    const zone = zoneOf(accountSettings.parse(row?.settings ?? {}).defaultTimezoneId) ?? "Etc/UTC";
    return (await db.tx([account], (q) => listReport(q, account, { ...query, zone }))).map(show);
  });
}

/** A line in wire words. */
function show({ byHuman, byMachine, talkSeconds, costMicros, ...row }: ReportRow): ReportLine {
  return {
    ...row,
    answeredByHuman: byHuman,
    answeredByMachine: byMachine,
    averageTalkSeconds: row.answered === 0 ? 0 : Math.round((talkSeconds / row.answered) * 10) / 10,
    cost: costMicros / 1_000_000,
  };
}
