import { approvalMailOf } from "../../mail/approvalMail.ts";
import {
  claimApprovalMails,
  findApprovalMail,
  removeApprovalMail,
  retryApprovalMail,
} from "../../store/workflows/approvalMail.ts";
import { type MailParts, mailDueJob } from "../mailDueJob.ts";
import type { Job } from "../repeat.ts";

/** Mails requests for approval to those who may approve, and decisions to their authors (decision 0090). */
export const mailApprovalsJob = ({ publicUrl, ...parts }: MailParts): Job[] =>
  mailDueJob(parts, {
    name: "mailApprovals",
    what: "news of a request for approval",
    claim: claimApprovalMails,
    compose: async (db, due) => {
      const found = await db.tx([due.accountId], (q) => findApprovalMail(q, due));
      const mail = found && approvalMailOf(found, publicUrl);
      return mail && { ...mail, id: `${due.approvalId}.${due.userId}` };
    },
    describe: ({ accountId, approvalId, userId }) => ({ account: accountId, approval: approvalId, user: userId }),
    retry: retryApprovalMail,
    remove: removeApprovalMail,
  });
