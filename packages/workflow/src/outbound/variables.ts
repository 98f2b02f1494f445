import type { AnyNodeKind, Field } from "../nodeKind.ts";
import type { StatementDraft } from "../parts/conditionalPaths.ts";
import { describeVariable } from "../parts/describeVariable.ts";
import { ownValue } from "../parts/ownValue.ts";
import { contactFields, isReply, variableName } from "../parts/variables.ts";
import type { NodeId } from "../savedNode.ts";
import { callOf, type Graph, type GraphNode, kindOfNode, titleOf } from "./graph.ts";
import { nodesBefore } from "./nodesBefore.ts";

/** A variable in the picker. */
export interface Variable {
  name: string;
  /** What a reader calls it: "Reply to SMS Send 2". Most variables are called by their name. */
  words: string;
  /** Its source, as text: "SMS Send (2)". */
  from: string;
  group: "Replies" | "Contact" | "Custom fields" | "Workflow";
}

/** Variables that a node can use: replies first, nearest first, then contact fields, custom fields, and other variables of earlier nodes (spec 2 §2.1). */
export function variablesAt(graph: Graph, id: NodeId, customFields: readonly string[]): Variable[] {
  const given = nodesBefore(graph, id).flatMap((node) =>
    (kindOfNode(node).gives?.(node.id, node.draft) ?? []).map((name) => ({
      name,
      from: `${node.name ?? titleOf(node)} (${node.id})`,
      group: isReply(name) ? ("Replies" as const) : ("Workflow" as const),
    })),
  );
  const listed: Omit<Variable, "words">[] = [
    ...given.filter(({ group }) => group === "Replies"),
    ...contactFields.map((name) => ({ name, from: "Contact", group: "Contact" as const })),
    ...customFields.map((field) => ({ name: field.toLowerCase(), from: "Contact", group: "Custom fields" as const })),
    { name: "options.timezone", from: "The contact's time zone", group: "Contact" },
    ...given.filter(({ group }) => group === "Workflow"),
  ];
  return listed.map((one) => ({ ...one, words: wordsOf(graph, one.name) }));
}

/** A variable of a workflow in words: "Reply to Welcome text". */
export const wordsOf = (graph: Graph, variable: string): string =>
  describeVariable(variable, (id) => {
    const node = graph.nodes.get(id);
    return node && callOf(node);
  });

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
