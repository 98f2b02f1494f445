import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { playedDraft } from "@trunkline/workflow/trial/playedDraft.ts";
import { useMemo } from "react";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf, oneOf } from "../api/queries.ts";

/** Facts about the world that the account does not store. */
export interface WorldChoices {
  /** Whether the contact's number is on the federal do-not-call list. Null: no list is loaded. */
  federal: boolean | null;
  hasModel: boolean;
}

const once = { staleTime: Number.POSITIVE_INFINITY } as const;

/** The draft with the account's lists and settings, which are loaded once. */
export function useTrialWorkflow(graph: Graph, { federal, hasModel }: WorldChoices) {
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), ...once });
  const emailTemplates = useQuery({ ...listOf(emailTemplateRoutes.list), ...once });
  const rcsTemplates = useQuery({ ...listOf(rcsRoutes.templates), ...once });
  const rcsAgents = useQuery({ ...listOf(rcsRoutes.agents), ...once });
  const campaigns = useQuery({ ...newestWorkflows, ...once });
  const account = useQuery({ ...oneOf(accountRoutes.find), ...once });
  const queries = [templates, emailTemplates, rcsTemplates, rcsAgents, campaigns, account];
  const workflow = useMemo((): PlayedWorkflow | undefined => {
    const settings = account.data?.settings;
    const isLoaded = templates.data && emailTemplates.data && rcsTemplates.data && rcsAgents.data && campaigns.data;
    if (settings === undefined || !isLoaded) return undefined;
    return playedDraft(graph, {
      templates: templates.data.map((one) => ({
        templateId: one.templateId,
        title: one.templateTitle,
        text: one.templateText,
        mediaUrl: one.templateMediaUrl,
        shortenLinks: one.shortenLinks,
      })),
      emailTemplates: emailTemplates.data,
      rcsTemplates: rcsTemplates.data,
      rcsAgents: rcsAgents.data,
      campaignIds: campaigns.data.map(({ campaignId }) => campaignId),
      legalHours: settings.legalHours,
      lookup: {
        federalDnc: () => federal ?? undefined,
        hasModel: () => hasModel,
        asksCarriers: settings.carrierLookup !== "none",
        ...(settings.rcsSuccess === "delivered" && { rcsDeliveredWithinSeconds: settings.rcsDeliveryMinutes * 60 }),
      },
    });
  }, [
    graph,
    federal,
    hasModel,
    templates.data,
    emailTemplates.data,
    rcsTemplates.data,
    rcsAgents.data,
    campaigns.data,
    account.data,
  ]);
  const failed = queries.find(({ isError }) => isError);
  return {
    workflow,
    emailTemplates: emailTemplates.data,
    problem: failed?.error ?? null,
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
