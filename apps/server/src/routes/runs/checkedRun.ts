import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { type CampaignRow, findVersion } from "../../store/workflows/campaign.ts";
import { checkSelection, refuseUnknownVariables } from "../contacts/checkSelection.ts";
import { needCampaign } from "../workflows/campaign.ts";

/** A workflow that can be run: saved, and with something drawn in it. */
export async function needRunnable(q: Query, account: string, campaignId: string): Promise<CampaignRow> {
  const campaign = await needCampaign(q, account, campaignId);
  if (campaign.version === 0) {
    throw conflict("The workflow has never been saved: draw it and save it before you run it", undefined, "no_version");
  }
  // a new workflow is saved before anything is drawn (spec 1 §4.6): a run of it would end every journey at once
  const saved = await findVersion(q, account, campaignId);
  if (saved && parseWorkflow(saved.definition).nodes.length > 0) return campaign;
  throw conflict("The workflow is empty: draw it and save it before you run it", undefined, "empty_workflow");
}

/** Statements that pick contacts, every one of them known and whole; a period that is a rate. */
export async function checkRun(
  q: Query,
  account: string,
  run: { periodMs: number; statements?: Statement[] | undefined },
  place: string,
): Promise<{ statements: Statement[] }> {
  const selection = checkSelection({ statements: run.statements ?? [] }, place);
  await refuseUnknownVariables(q, account, selection, place);
  checkPeriod(run.periodMs, place);
  return selection;
}

/** Nothing lies between Auto and a period of its own. */
export function checkPeriod(periodMs: number, place: string): void {
  if (periodMs === 0) throw invalid("periodMs must be at least 1, or -1 for Auto", `${place}.periodMs`);
}

/** Picked contacts are the account's own. */
export function refuseUnknownContacts(unknownContacts: number, place: string): void {
  if (unknownContacts === 0) return;
  throw invalid(
    `${unknownContacts} of the contactIds are not contacts of this account`,
    `${place}.contactIds`,
    "unknown_contacts",
  );
}
