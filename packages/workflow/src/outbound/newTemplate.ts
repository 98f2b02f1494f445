import type { NodeId } from "../nodeKind.ts";
import { type Graph, withNode } from "./graph.ts";
import { type Draft, design } from "./kinds/smsSend/design.ts";

/** A template that was written in an SMS Send node: the body of `POST /v4/smstemplate/` (spec 2 §7.2). */
export interface NewTemplate {
  nodeId: NodeId;
  templateTitle: string;
  templateText: string;
  templateMediaUrl: string;
  shortenLinks: boolean;
}

/** The templates to save before the workflow is written. */
export const newTemplates = (graph: Graph): NewTemplate[] =>
  [...graph.nodes.values()].flatMap((node) => {
    if (node.kind !== "smsSend") return [];
    const { templateSource, templateTitle, templateText, templateMediaUrl, templateShortenLinks } = node.draft as Draft;
    if (templateSource !== "new") return [];
    return [
      {
        nodeId: node.id,
        templateTitle: templateTitle.trim(),
        templateText,
        templateMediaUrl: templateMediaUrl.trim(),
        shortenLinks: templateShortenLinks,
      },
    ];
  });

/** The node with the template that was saved: from now on an existing one. */
export function withSavedTemplate(
  graph: Graph,
  nodeId: NodeId,
  template: { templateId: string; templateTitle: string },
): Graph {
  const node = graph.nodes.get(nodeId);
  if (node?.kind !== "smsSend") return graph;
  const { templateSource, templateTitle, templateText, templateMediaUrl, templateShortenLinks } = design.defaults;
  const draft: Draft = {
    ...(node.draft as Draft),
    ...{ templateSource, templateTitle, templateText, templateMediaUrl, templateShortenLinks },
    smsTemplateId: template.templateId,
    smsTemplateName: template.templateTitle,
  };
  return withNode(graph, { ...node, draft });
}
