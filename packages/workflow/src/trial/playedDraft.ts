import { makeDefinition } from "../engine/definition.ts";
import { type LoadedReferences, lookupOf } from "../engine/lookupOf.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import type { Lookup } from "../engine/world.ts";
import { writeCampaign } from "../outbound/campaignForm.ts";
import type { Graph } from "../outbound/graph.ts";
import { runningKindOf } from "../outbound/kinds/runningKinds.ts";
import { newTemplates, withSavedTemplate } from "../outbound/newTemplate.ts";
import { formOf, writeGraph } from "../outbound/writeGraph.ts";

/** What a draft is played with besides itself: lists and settings of the account. */
export interface DraftWorld extends LoadedReferences {
  legalHours: boolean;
  lookup: Partial<Lookup>;
}

/** The drawing on the canvas, ready to play, with texts that are not saved yet and whatever errors it has. */
export function playedDraft(drawn: Graph, { legalHours, lookup, ...loaded }: DraftWorld): PlayedWorkflow {
  const templates = [...loaded.templates];
  let graph = drawn;
  for (const written of newTemplates(drawn)) {
    const templateId = `draft ${written.nodeId}`;
    graph = withSavedTemplate(graph, written, { templateId, templateTitle: written.templateTitle });
    templates.push({
      templateId,
      title: written.templateTitle,
      text: written.templateText,
      mediaUrl: written.templateMediaUrl || null,
      shortenLinks: written.shortenLinks,
    });
  }
  const { sections = {}, ...workflow } = writeGraph(graph);
  return {
    definition: makeDefinition({
      campaignId: "draft",
      version: 0,
      workflow: { ...workflow, sections },
      protection: writeCampaign(formOf(graph)),
      legalHours,
      kindOf: runningKindOf,
    }),
    kindOf: runningKindOf,
    lookup: lookupOf({ ...loaded, templates }, lookup),
  };
}
