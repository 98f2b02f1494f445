import { type SavedReport, savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { isZone } from "@trunkline/workflow/parts/time/clock.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { nextReportSlot } from "../../reports/reportSlot.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { findMember } from "../../store/identity/membership.ts";
import {
  findSavedReport,
  insertSavedReport,
  listSavedReports,
  removeSavedReport,
  replaceReportMails,
  type SavedReportDraft,
  type SavedReportRow,
  updateSavedReport,
} from "../../store/reports/savedReport.ts";

/** Saved reports and their schedules (decision 0098). */
export function registerSavedReport(api: Api): void {
  handle(api, savedReportRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listSavedReports(q, account)).map(show)),
  );
  handle(api, savedReportRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const draft = await checkDraft(q, call.account, call.body);
      const reportId = await insertSavedReport(q, call.account, draft);
      if (reportId === null) throw nameTaken(draft.name);
      await schedule(q, call.account, reportId, draft);
      await audit(q, call, "report.create", reportId, { ...draft });
      return [show(await needReport(q, call.account, reportId))];
    }),
  );
  handle(api, savedReportRoutes.update, async (call) => {
    const { account, params, body } = call;
    try {
      return await call.db.tx([account], async (q) => {
        const before = await needReport(q, account, params.reportId);
        const draft = await checkDraft(q, account, body);
        await updateSavedReport(q, account, before.reportId, draft);
        if (JSON.stringify(draft.schedule) !== JSON.stringify(before.schedule))
          await schedule(q, account, before.reportId, draft);
        const { name, settings, schedule: was } = before;
        const change = { before: { name, settings, schedule: was }, after: { ...draft } };
        await auditChange(q, call, "report.update", before.reportId, change);
        return [show(await needReport(q, account, before.reportId))];
      });
    } catch (error) {
      if (codeOf(error) === "23505") throw nameTaken(body.name);
      throw error;
    }
  });
  handle(api, savedReportRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { reportId, name } = await needReport(q, call.account, call.params.reportId);
      await removeSavedReport(q, call.account, reportId);
      await audit(q, call, "report.delete", reportId, { name });
      return [{ id: reportId }];
    }),
  );
}

async function checkDraft(
  q: Query,
  account: string,
  { name, settings, schedule: wanted }: SavedReportDraft,
): Promise<SavedReportDraft> {
  const { from, to, period } = settings;
  if ((from === undefined) !== (to === undefined) || (from !== undefined && period !== undefined))
    throw invalid("Choose a period, or a first and a last day", "body.settings");
  if (from !== undefined && to !== undefined && to < from)
    throw invalid("The last day must not be before the first", "body.settings.to");
  if (wanted === null) return { name, settings, schedule: null };
  if (settings.grouping === "brand") throw invalid("The report by brand cannot be mailed", "body.schedule");
  if (!isZone(wanted.zone)) throw invalid("Choose a time zone such as America/New_York", "body.schedule.zone");
  for (const [index, userId] of wanted.userIds.entries())
    if ((await findMember(q, account, userId)) === null)
      throw invalid("No such user in this account", `body.schedule.userIds.${index}`);
  return { name, settings, schedule: wanted };
}

async function schedule(q: Query, account: string, reportId: string, draft: SavedReportDraft): Promise<void> {
  if (draft.schedule === null) return replaceReportMails(q, account, reportId, null);
  const { userIds, ...timing } = draft.schedule;
  await replaceReportMails(q, account, reportId, { userIds, timing, slot: nextReportSlot(timing, Date.now()) });
}

const nameTaken = (name: string) => conflict(`A report named "${name}" already exists`, "body.name", "name_taken");

async function needReport(q: Query, account: string, reportId: string): Promise<SavedReportRow> {
  const row = await findSavedReport(q, account, reportId);
  if (!row) throw notFound("report");
  return row;
}

const show = ({ nextMail, lastMail, created, updated, ...row }: SavedReportRow): SavedReport => ({
  ...row,
  nextMail: nextMail?.toISOString() ?? null,
  lastMail: lastMail?.toISOString() ?? null,
  created: created.toISOString(),
  updated: updated.toISOString(),
});
