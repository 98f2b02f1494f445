import { makeDefinition } from "../engine/definition.ts";
import { type LoadedReferences, lookupOf } from "../engine/lookupOf.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import { type Bundle, type BundledWorkflow, workflowsOf } from "../outbound/bundle.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import type { WorkflowTest } from "./testSchema.ts";

/** The lists of a bundle in place of those of an account. */
export const referencesOf = (bundle: Bundle): LoadedReferences => ({
  templates: bundle.templates.map((one) => ({
    templateId: one.templateId,
    title: one.templateTitle,
    text: one.templateText,
    mediaUrl: one.templateMediaUrl,
    shortenLinks: one.shortenLinks,
  })),
  emailTemplates: bundle.emailTemplates,
  rcsTemplates: bundle.rcsTemplates,
  rcsAgents: bundle.rcsAgents,
  campaignIds: [
    ...bundle.campaigns.map((one) => one.campaignId),
    ...workflowsOf(bundle).flatMap(({ one }) => (one.campaignId === "" ? [] : [one.campaignId])),
  ],
});

/** The settings and the drawing of a workflow of a bundle. */
interface PlayedPart {
  campaign: BundledWorkflow["campaign"];
  workflow: { startNode: NodeId; nodes: SavedNode[]; sections?: Record<string, NodeId> | undefined };
}

/** A workflow of a bundle, ready to play with the settings of an account. */
export function playedBundle(
  bundle: Bundle,
  { campaign, workflow }: PlayedPart,
  { legalHours, carrierLookup, ...rcs }: WorkflowTest["account"],
  kindOf: PlayedWorkflow["kindOf"],
): PlayedWorkflow {
  const { timezoneProtectionTimezoneFixed = null, ...protection } = campaign;
  return {
    definition: makeDefinition({
      campaignId: "bundle",
      version: 1,
      workflow: { ...workflow, sections: workflow.sections ?? {} },
      protection: { ...protection, timezoneProtectionTimezoneFixed },
      legalHours,
      kindOf,
    }),
    kindOf,
    lookup: lookupOf(referencesOf(bundle), { asksCarriers: carrierLookup, ...rcs }),
  };
}
