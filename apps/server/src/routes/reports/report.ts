import { networks } from "@trunkline/carriers/registry/registry.ts";
import { reportChannels, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { findReportZone, readDetail, showLine } from "../../reports/readDetail.ts";
import { readFunnel } from "../../reports/readFunnel.ts";
import { listBrandDays } from "../../store/registration/tenDlcTraffic.ts";
import { listFailures, listReport } from "../../store/reports/report.ts";
import { needCampaign } from "../workflows/campaign.ts";

/** Reports of campaign results (spec 2 §3.11, §7.4). */
export function registerReport(api: Api): void {
  handle(api, reportRoutes.brands, async ({ db, account, query: { startDate, endDate } }) => {
    refuseReversed(startDate, endDate);
    const rows = await db.tx([account], (q) => listBrandDays(q, account, { from: startDate, to: endDate }));
    return rows.map(({ network, ...row }) => ({ ...row, carrier: networks[network].name }));
  });
  handle(api, reportRoutes.run, ({ db, account, query }) => {
    refuseReversed(query.startDate, query.endDate);
    return db.tx([account], async (q) => {
      const zone = await findReportZone(q, account);
      return (await listReport(q, account, { ...query, zone })).map(showLine);
    });
  });
  handle(api, reportRoutes.detail, ({ db, account, query: { previous, ...asked } }) => {
    refuseReversed(asked.startDate, asked.endDate);
    refuseStateOf(asked);
    return db.tx([account], async (q) => {
      const detail = await readDetail(q, account, asked, previous === "true");
      // a deleted workflow has its figures still
      const isEmpty = detail.lines.length === 0 && (detail.previous?.lines ?? []).length === 0;
      if (asked.campaignId !== undefined && isEmpty) await needCampaign(q, account, asked.campaignId);
      return [detail];
    });
  });
  handle(api, reportRoutes.failures, ({ db, account, query }) => {
    refuseReversed(query.startDate, query.endDate);
    return db.tx([account], async (q) => {
      const zone = await findReportZone(q, account);
      const rows = await listFailures(q, account, { ...query, zone });
      return rows.map(({ channel, ...row }) => ({
        ...row,
        channel: reportChannels.find((one) => one === channel) ?? null,
        text: row.reason === null ? "the carrier gave no reason" : describeReason(row.reason),
      }));
    });
  });
  handle(api, reportRoutes.funnel, async ({ db, account, query, wakeUp }) => {
    refuseReversed(query.startDate, query.endDate);
    const { funnel, isAskedFor } = await db.tx([account], async (q) => {
      const { goal } = await needCampaign(q, account, query.campaignId);
      return readFunnel(q, account, { ...query, zone: await findReportZone(q, account) }, goal ?? null);
    });
    if (isAskedFor) wakeUp();
    return [funnel];
  });
}

/** Sums by state have the workflow and the channel, nothing else. */
function refuseStateOf({
  grouping,
  split,
  templateId,
}: {
  grouping: string;
  split?: string;
  templateId?: string;
}): void {
  if (grouping !== "state" && split !== "state") return;
  const other = grouping === "state" ? split : grouping;
  if (templateId !== undefined) throw invalid("states cannot be limited to a template", "query.templateId");
  if (other !== undefined && ["template", "number", "carrier", "node"].includes(other))
    throw invalid(`states cannot be combined with ${other}`, grouping === "state" ? "query.split" : "query.grouping");
}

function refuseReversed(startDate: string | undefined, endDate: string | undefined): void {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw invalid("endDate must not be before startDate", "query.endDate");
}
