import type { QueryClient } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { listOf, oneOf } from "../api/queries.ts";
import type { TrialLists } from "./draftWorkflow.ts";

/** Loads what a workflow is played with. */
export async function loadTrialLists(client: QueryClient): Promise<TrialLists> {
  const [templates, emailTemplates, rcsTemplates, rcsAgents, campaigns, { settings }] = await Promise.all([
    client.fetchQuery(listOf(smsTemplateRoutes.list)),
    client.fetchQuery(listOf(emailTemplateRoutes.list)),
    client.fetchQuery(listOf(rcsRoutes.templates)),
    client.fetchQuery(listOf(rcsRoutes.agents)),
    client.fetchQuery(listOf(campaignRoutes.all)),
    client.fetchQuery(oneOf(accountRoutes.find)),
  ]);
  return { templates, emailTemplates, rcsTemplates, rcsAgents, campaigns, settings };
}
