import { composeReport } from "../../reports/composeReport.ts";
import { nextReportSlot } from "../../reports/reportSlot.ts";
import {
  claimReportMails,
  type DueReportMail,
  findReportReader,
  findSavedReport,
  noteReportMail,
  removeReportMail,
  retryReportMail,
  updateReportSlot,
} from "../../store/reports/savedReport.ts";
import { type MailParts, mailDueJob } from "../mailDueJob.ts";
import type { Job } from "../repeat.ts";

/** Mails saved reports at the times of their schedules (decision 0098). A slot that passed while no worker ran is mailed once. */
export const mailReportsJob = ({ publicUrl, ...parts }: MailParts): Job[] =>
  mailDueJob<DueReportMail>(parts, {
    name: "mailReports",
    what: "a report",
    claim: claimReportMails,
    compose: (db, due) =>
      db.tx([due.accountId], async (q) => {
        const report = await findSavedReport(q, due.accountId, due.reportId);
        const reader = await findReportReader(q, due);
        if (report?.schedule == null || reader === null) return null;
        const mail = await composeReport(q, due.accountId, {
          report,
          accountName: reader.accountName,
          publicUrl,
          nowMs: Date.now(),
        });
        return { ...mail, to: reader.email, id: `${due.reportId}.${due.userId}.${due.slot.getTime()}` };
      }),
    describe: ({ accountId, reportId, userId }) => ({ account: accountId, report: reportId, user: userId }),
    note: (db, due, problem) => db.tx([due.accountId], (q) => noteReportMail(q, due, problem)),
    retry: retryReportMail,
    // a user's row stays for the next time
    remove: (q, due, wasNeeded) =>
      wasNeeded
        ? updateReportSlot(q, due, nextReportSlot(due.timing, Math.max(Date.now(), due.slot.getTime())))
        : removeReportMail(q, due),
  });
