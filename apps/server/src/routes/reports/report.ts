import { networks } from "@trunkline/carriers/registry/registry.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { type ReportLine, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { findAccount } from "../../store/identity/account.ts";
import { listBrandDays } from "../../store/registration/tenDlcTraffic.ts";
import { listReport, type ReportRow } from "../../store/reports/report.ts";

/** Reports of campaign results (spec 2 §3.11, §7.4). */
export function registerReport(api: Api): void {
  handle(api, reportRoutes.brands, async ({ db, account, query: { startDate, endDate } }) => {
    refuseReversed(startDate, endDate);
    const rows = await db.tx([account], (q) => listBrandDays(q, account, { from: startDate, to: endDate }));
    return rows.map(({ network, ...row }) => ({ ...row, carrier: networks[network].name }));
  });
  handle(api, reportRoutes.run, async ({ db, account, query }) => {
    refuseReversed(query.startDate, query.endDate);
    const row = await db.global((q) => findAccount(q, account));
    const zone = zoneOf(accountSettings.parse(row?.settings ?? {}).defaultTimezoneId) ?? "Etc/UTC";
    return (await db.tx([account], (q) => listReport(q, account, { ...query, zone }))).map(show);
  });
}

function refuseReversed(startDate: string | undefined, endDate: string | undefined): void {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw invalid("endDate must not be before startDate", "query.endDate");
}

/** A line in wire form. */
function show({ byHuman, byMachine, callsIn, abandoned, talkSeconds, costMicros, ...row }: ReportRow): ReportLine {
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
