import { exitsOf, type Graph, type GraphNode, kindOfNode } from "../outbound/graph.ts";
import { notesOf } from "../outbound/notes.ts";
import { ownValue } from "../parts/ownValue.ts";
import { draftFields, isDraftable } from "./draftFields.ts";

/** Texts of templates by id. */
export type TemplateTexts = ReadonlyMap<string, string>;

/** A node as a model sees it. */
export interface OutlinedNode {
  id: number;
  kind: string;
  name?: string;
  section?: string;
  /** The text that it sends. */
  text?: string;
  fields?: Readonly<Record<string, unknown>>;
  exits?: readonly { exit: number; when: string; to: number | null }[];
}

/** A workflow as a model sees it: what it does, without places on the canvas, ids of the account and contacts. */
export interface Outline {
  sections: readonly string[];
  nodes: readonly OutlinedNode[];
  notes: readonly string[];
}

/** The outline of a drawing. */
export const outlineOf = (graph: Graph, texts: TemplateTexts): Outline => ({
  sections: [...graph.sections.keys()],
  nodes: [...graph.nodes.values()].map((node) => outlined(node, texts)),
  notes: notesOf(graph).map(({ text }) => text),
});

function outlined(node: GraphNode, texts: TemplateTexts): OutlinedNode {
  const exits = exitsOf(node).map(({ name, target }, index) => ({ exit: index + 1, when: name, to: target }));
  const fields = fieldsOf(node);
  const text = textOf(node, texts);
  return {
    id: node.id,
    kind: node.kind === "unknown" ? node.type : node.kind,
    ...(node.name !== undefined && { name: node.name }),
    ...(node.section !== "main" && { section: node.section }),
    ...(text !== undefined && { text }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(exits.length > 0 && { exits }),
  };
}

/** The text that a node sends. "" when its template is not known. */
export function textOf(node: GraphNode, texts: TemplateTexts): string | undefined {
  const sent = kindOfNode(node).message?.(node.draft);
  if (sent === undefined) return undefined;
  return "text" in sent ? sent.text : (texts.get(sent.templateId) ?? "");
}

/** What a draft could set, and is not as in a new node. The text of an SMS Send node is not repeated. */
function fieldsOf(node: GraphNode): Record<string, unknown> {
  if (!isDraftable(node.kind) || node.kind === "smsSend") return {};
  const draft = node.draft as Record<string, unknown>;
  const { defaults } = kindOfNode(node);
  return Object.fromEntries(
    draftFields(node.kind)
      .filter((field) => field.show?.(draft) ?? true)
      .map(({ name }) => [name, ownValue(draft, name)] as const)
      .filter(([name, value]) => value !== "" && value !== null && value !== ownValue(defaults, name))
      .map(([name, value]) => [name, withoutTargets(value)]),
  );
}

/** The exits say where paths lead. */
const withoutTargets = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(({ targetNode: _, ...row }: Record<string, unknown>) => row) : value;
