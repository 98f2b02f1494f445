import { holds } from "@trunkline/contract/identity/roles.ts";
import { approvalRequired } from "@trunkline/contract/workflows/approval.ts";
import type { Call } from "../../http/handle.ts";
import { conflict, type Problem } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";

/** Whether the caller has to ask for approval instead of publishing a workflow (decision 0085). */
export async function mustAsk(q: Query, { account, actor }: Pick<Call, "account" | "actor">): Promise<boolean> {
  if (holds(actor.role, actor.privileges, "workflow-approve")) return false;
  return (await findAccount(q, account))?.settings.publishingNeedsApproval === true;
}

/** The refusal of what would publish a workflow without approval. `how` says how to continue. */
export const approvalNeeded = (how: string): Problem =>
  conflict(`Publishing needs approval in this account. ${how}`, undefined, approvalRequired);

/** Refuses to publish without approval. `path` is where to ask for it, `isFree` whether nothing would be published. */
export async function refuseUnapproved(
  q: Query,
  call: Pick<Call, "account" | "actor">,
  path: string,
  isFree?: () => Promise<boolean>,
): Promise<void> {
  if (!(await mustAsk(q, call)) || (await isFree?.())) return;
  throw approvalNeeded(`Ask for approval in the editor, or with POST ${path}`);
}
