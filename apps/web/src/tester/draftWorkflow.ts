import type { accountRoutes } from "@trunkline/contract/identity/account.ts";
import type { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import type { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import type { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { playedDraft } from "@trunkline/workflow/trial/playedDraft.ts";
import type { TestWorld } from "@trunkline/workflow/trial/testOfTrial.ts";
import type { Item } from "../api/call.ts";

/** Facts about the world that the account does not store. */
export interface WorldChoices {
  /** Whether the contact's number is on the federal do-not-call list. Null: no list is loaded. */
  federal: boolean | null;
  hasModel: boolean;
}

type Settings = Item<typeof accountRoutes.find>["settings"];

/** The lists and settings of the account that a workflow is played with. */
export interface TrialLists {
  templates: readonly Item<typeof smsTemplateRoutes.list>[];
  emailTemplates: readonly Item<typeof emailTemplateRoutes.list>[];
  rcsTemplates: readonly Item<typeof rcsRoutes.templates>[];
  rcsAgents: readonly Item<typeof rcsRoutes.agents>[];
  campaigns: readonly Campaign[];
  settings: Settings;
}

/** The settings of the account that a test is saved with. */
export const accountOfTest = (settings: Settings): TestWorld["account"] => ({
  legalHours: settings.legalHours,
  carrierLookup: settings.carrierLookup !== "none",
  ...(settings.rcsSuccess === "delivered" && { rcsDeliveredWithinSeconds: settings.rcsDeliveryMinutes * 60 }),
});

/** The drawing, ready to play. */
export function draftWorkflow(
  graph: Graph,
  { settings, templates, campaigns, ...lists }: TrialLists,
  { federal, hasModel }: WorldChoices,
): PlayedWorkflow {
  const { legalHours, carrierLookup, ...rcs } = accountOfTest(settings);
  return playedDraft(graph, {
    ...lists,
    templates: templates.map((one) => ({
      templateId: one.templateId,
      title: one.templateTitle,
      text: one.templateText,
      mediaUrl: one.templateMediaUrl,
      shortenLinks: one.shortenLinks,
    })),
    campaignIds: campaigns.map(({ campaignId }) => campaignId),
    legalHours,
    lookup: {
      federalDnc: () => federal ?? undefined,
      hasModel: () => hasModel,
      asksCarriers: carrierLookup,
      ...rcs,
    },
  });
}
