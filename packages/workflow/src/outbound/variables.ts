import type { AnyNodeKind, Field } from "../nodeKind.ts";
import type { StatementDraft } from "../parts/conditionalPaths.ts";
import { ownValue } from "../parts/ownValue.ts";
import { contactFields, variableName } from "../parts/variables.ts";
import type { NodeId } from "../savedNode.ts";
import { type Graph, type GraphNode, incoming, kindOfNode, titleOf } from "./graph.ts";
import type { Draft as SectionDraft } from "./kinds/section/design.ts";

/** A variable in the picker. */
export interface Variable {
  name: string;
  /** Its source, as text: "SMS Send (2)". */
  from: string;
  group: "Contact" | "Custom fields" | "Workflow";
}

/** Variables that a node can use: contact fields, custom fields, and variables of earlier nodes (spec 2 §2.1). */
export function variablesAt(graph: Graph, id: NodeId, customFields: readonly string[]): Variable[] {
  return [
    ...contactFields.map((name) => ({ name, from: "Contact", group: "Contact" as const })),
    ...customFields.map((field) => ({ name: field.toLowerCase(), from: "Contact", group: "Custom fields" as const })),
    { name: "options.timezone", from: "The contact's time zone", group: "Contact" },
    ...nodesBefore(graph, id).flatMap((node) =>
      (kindOfNode(node).gives?.(node.id, node.draft) ?? []).map((name) => ({
        name,
        from: `${titleOf(node)} (${node.id})`,
        group: "Workflow" as const,
      })),
    ),
  ];
}

/** Nodes that a contact can have passed before this one, including through sections, nearest first. */
function nodesBefore(graph: Graph, id: NodeId): GraphNode[] {
  const seen = new Set<NodeId>([id]);
  const found: GraphNode[] = [];
  const open = [id];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const source of sourcesOf(graph, at)) {
      if (seen.has(source.id)) continue;
      seen.add(source.id);
      found.push(source);
      open.push(source.id);
    }
  }
  return found;
}

function sourcesOf(graph: Graph, id: NodeId): GraphNode[] {
  const node = graph.nodes.get(id);
  if (node?.kind === "sectionStart") {
    return [...graph.nodes.values()].filter(
      (other) => other.kind === "section" && (other.draft as SectionDraft).section === node.section,
    );
  }
  return incoming(graph, id).flatMap(({ source }) => graph.nodes.get(source) ?? []);
}

const inText = /\$\{\s*([A-Za-z_][\w.]*)/g;

/** The variables named in a text, each once, in order. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(inText)].flatMap((match) => match[1] ?? [])),
];

/** The variables used in a node's form, each once: in texts, in statements and in variable fields. Those of its template are added by the page. */
export const usedVariables = (node: GraphNode): string[] => [
  ...new Set(usedIn(kindOfNode(node).fields, node.draft as Record<string, unknown>)),
];

function usedIn(fields: AnyNodeKind["fields"], draft: Record<string, unknown>): string[] {
  return fields.flatMap((field) => {
    const value = ownValue(draft, field.name);
    if (field.show && !field.show(draft)) return [];
    if (field.input === "variable")
      return typeof value === "string" && value.trim() !== "" ? [variableName(value)] : [];
    if (field.input === "statements") {
      return (value as readonly StatementDraft[]).flatMap(({ variable }) =>
        variable === "" ? [] : [variableName(variable)],
      );
    }
    if (field.input === "rows") {
      // the type of the rows is lost here, see `Input`
      const columns = field.fields as readonly unknown[] as Field<Record<string, unknown>>[];
      return (value as readonly Record<string, unknown>[]).flatMap((row) =>
        usedIn(columns as AnyNodeKind["fields"], row),
      );
    }
    return typeof value === "string" ? variablesIn(value) : [];
  });
}
