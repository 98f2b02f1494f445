import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useMemo } from "react";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf, oneOf } from "../api/queries.ts";
import { accountOfTest, draftWorkflow, type WorldChoices } from "./draftWorkflow.ts";

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
    const lists = {
      templates: templates.data,
      emailTemplates: emailTemplates.data,
      rcsTemplates: rcsTemplates.data,
      rcsAgents: rcsAgents.data,
      campaigns: campaigns.data,
      settings,
    };
    return draftWorkflow(graph, lists, { federal, hasModel });
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
  const settings = account.data?.settings;
  const facts = useMemo(() => settings && accountOfTest(settings), [settings]);
  const failed = queries.find(({ isError }) => isError);
  return {
    workflow,
    /** The settings of the account that a test is saved with. */
    account: facts,
    emailTemplates: emailTemplates.data,
    problem: failed?.error ?? null,
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
