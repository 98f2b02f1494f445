import type { NodeId } from "../savedNode.ts";
import { type Graph, type GraphNode, withNode } from "./graph.ts";
import { type Draft, design } from "./kinds/smsSend/design.ts";

/** A template written in an SMS Send node: the body of `POST /v4/smstemplate/` (spec 2 §7.2). */
export interface NewTemplate {
  nodeId: NodeId;
  templateTitle: string;
  templateText: string;
  templateMediaUrl: string;
  shortenLinks: boolean;
}

/** Templates to save before the workflow. */
export const newTemplates = (graph: Graph): NewTemplate[] =>
  [...graph.nodes.values()].flatMap((node) => newTemplateOf(node) ?? []);

function newTemplateOf({ id, kind, draft }: GraphNode): NewTemplate | undefined {
  if (kind !== "smsSend") return undefined;
  const { templateSource, templateTitle, templateText, templateMediaUrl, templateShortenLinks } = draft as Draft;
  if (templateSource !== "new") return undefined;
  return {
    nodeId: id,
    templateTitle: templateTitle.trim(),
    templateText,
    templateMediaUrl: templateMediaUrl.trim(),
    shortenLinks: templateShortenLinks,
  };
}

/** The node with the saved template selected. A node whose text has changed meanwhile keeps it. */
export function withSavedTemplate(
  graph: Graph,
  written: NewTemplate,
  template: { templateId: string; templateTitle: string },
): Graph {
  const node = graph.nodes.get(written.nodeId);
  const held = node && newTemplateOf(node);
  if (node === undefined || held === undefined || !isSame(held, written)) return graph;
  const { templateSource, templateTitle, templateText, templateMediaUrl, templateShortenLinks } = design.defaults;
  const draft: Draft = {
    ...(node.draft as Draft),
    templateSource,
    templateTitle,
    templateText,
    templateMediaUrl,
    templateShortenLinks,
    smsTemplateId: template.templateId,
    smsTemplateName: template.templateTitle,
  };
  return withNode(graph, { ...node, draft });
}

const isSame = (one: NewTemplate, other: NewTemplate): boolean =>
  (Object.keys(one) as (keyof NewTemplate)[]).every((key) => one[key] === other[key]);
