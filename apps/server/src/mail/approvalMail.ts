import { holds } from "@trunkline/contract/identity/roles.ts";
import type { ApprovalMail } from "../store/workflows/approvalMail.ts";
import { type Mail, oneLine } from "./mailer.ts";

/** The mail about a request for approval. Null if there is no news for its reader: it was decided, or they may not approve. */
export function approvalMailOf(found: ApprovalMail, publicUrl: string): Pick<Mail, "to" | "subject" | "text"> | null {
  const link = `${publicUrl}/campaigns/approval/${found.approvalId}`;
  return found.authorId === found.userId ? decisionMailOf(found, link) : requestMailOf(found, link);
}

function requestMailOf(found: ApprovalMail, link: string): Pick<Mail, "to" | "subject" | "text"> | null {
  if (found.state !== "waiting" || !holds(found.role, found.privileges, "workflow-approve")) return null;
  const { account, title, author } = oneLines(found);
  return {
    to: found.email,
    subject: `Approval of ${title} · ${account}`,
    text: `${author} asks for approval to publish the workflow ${title} of ${account}.
${found.note === "" ? "" : `\n${found.note}\n`}
See what changed, and publish or decline it:
${link}

You receive this mail because you may approve workflows of ${account}.
`,
  };
}

function decisionMailOf(found: ApprovalMail, link: string): Pick<Mail, "to" | "subject" | "text"> | null {
  const { account, title } = oneLines(found);
  const by = oneLine(found.decidedBy ?? "Another user");
  const end = `
See the request:
${link}

You receive this mail because you asked for approval in ${account}.
`;
  if (found.state === "approved")
    return {
      to: found.email,
      subject: `Approved: ${title} · ${account}`,
      text: `${by} approved your request. The workflow ${title} was published as version ${found.published ?? 0}.\n${end}`,
    };
  if (found.state !== "declined") return null;
  return {
    to: found.email,
    subject: `Declined: ${title} · ${account}`,
    text: `${by} declined your request to publish the workflow ${title}:\n\n${found.reason ?? ""}\n\nYour draft still has what you changed.\n${end}`,
  };
}

const oneLines = ({ accountName, title, author }: ApprovalMail) => ({
  account: oneLine(accountName),
  title: oneLine(title),
  author: oneLine(author),
});
