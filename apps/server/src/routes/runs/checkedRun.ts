import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { conflict, invalid } from "../../http/problem.ts";
import { findAudience, lockAudience } from "../../store/contacts/audience.ts";
import type { Query } from "../../store/database.ts";
import { type CampaignRow, findVersion } from "../../store/workflows/campaign.ts";
import { checkSelection, refuseUnknownVariables } from "../contacts/checkSelection.ts";
import { needCampaign } from "../workflows/campaign.ts";

/** Checks that a workflow can be run: it must be saved and not empty. */
export async function needRunnable(q: Query, account: string, campaignId: string): Promise<CampaignRow> {
  const campaign = await needCampaign(q, account, campaignId);
  if (campaign.version === 0) {
    throw conflict("This workflow has never been saved. Draw and save it before you run it", undefined, "no_version");
  }
  // A new workflow is saved while it is still empty (spec 1 §4.6). A run of it would end every journey at once.
  const saved = await findVersion(q, account, campaignId);
  if (saved && parseWorkflow(saved.definition).nodes.length > 0) return campaign;
  throw conflict("This workflow is empty. Draw and save it before you run it", undefined, "empty_workflow");
}

/** Validates the period and the statements that select contacts. For an audience they are those that it has now. */
export async function checkRun(
  q: Query,
  account: string,
  run: { periodMs: number; statements?: Statement[] | undefined; audienceId?: string | undefined },
  place: string,
): Promise<{ statements: Statement[] }> {
  if (run.audienceId !== undefined) {
    checkPeriod(run.periodMs, place);
    return { statements: await readAudience(q, account, run.audienceId, place) };
  }
  const selection = checkSelection({ statements: run.statements ?? [] }, place);
  await refuseUnknownVariables(q, account, selection, place);
  checkPeriod(run.periodMs, place);
  return selection;
}

/** The statements of an audience, which cannot be deleted until the transaction ends. */
async function readAudience(q: Query, account: string, audienceId: string, place: string): Promise<Statement[]> {
  const audience = (await lockAudience(q, account, audienceId, "use"))
    ? await findAudience(q, account, audienceId)
    : null;
  if (audience) return audience.statements;
  throw invalid("This audience does not exist. Choose another one", `${place}.audienceId`, "no_audience");
}

/** A period is either Auto or at least 1 ms. */
export function checkPeriod(periodMs: number, place: string): void {
  if (periodMs === 0) throw invalid("periodMs must be at least 1, or -1 for Auto", `${place}.periodMs`);
}

/** Selected contacts must belong to the account. */
export function refuseUnknownContacts(unknownContacts: number, place: string): void {
  if (unknownContacts === 0) return;
  throw invalid(
    `${unknownContacts} of the contactIds are not contacts of this account`,
    `${place}.contactIds`,
    "unknown_contacts",
  );
}
