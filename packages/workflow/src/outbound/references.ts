import type { AnyNodeKind, Field, PickSource } from "../nodeKind.ts";
import { audienceAsked } from "../parts/audienceStatement.ts";
import type { StatementDraft } from "../parts/conditionalPaths.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { NodeId } from "../savedNode.ts";
import { type Graph, kindOfNode } from "./graph.ts";

/** Something outside the workflow that a node refers to: a template, another campaign, the number set. */
export interface Reference {
  nodeId: NodeId;
  /** The name of the node, if it has one. */
  nodeName?: string;
  field: string;
  /** The field's label, for messages. */
  label: string;
  from: PickSource;
  id: string;
}

const outside: readonly PickSource[] = [
  "smsTemplates",
  "numberSets",
  "campaigns",
  "webhooks",
  "rcsAgents",
  "rcsTemplates",
  "emailTemplates",
  "audiences",
];

/** All references of a graph. Only the store can check whether they exist. */
export const references = (graph: Graph): Reference[] =>
  [...graph.nodes.values()].flatMap((node) =>
    inFields(kindOfNode(node).fields, node.draft as Record<string, unknown>, "").map((found) => ({
      nodeId: node.id,
      ...(node.name !== undefined && { nodeName: node.name }),
      ...found,
    })),
  );

function inFields(
  fields: AnyNodeKind["fields"],
  draft: Record<string, unknown>,
  prefix: string,
): Omit<Reference, "nodeId" | "nodeName">[] {
  return fields.flatMap((field) => {
    if (field.show && !field.show(draft)) return [];
    const value = ownValue(draft, field.name);
    const name = `${prefix}${field.name}`;
    if (field.input === "rows") {
      // the type of the rows is lost here, see `Input`
      const columns = field.fields as readonly unknown[] as Field<Record<string, unknown>>[];
      const rows = value as readonly Record<string, unknown>[];
      return rows.flatMap((row, index) => inFields(columns as AnyNodeKind["fields"], row, `${name}.${index}.`));
    }
    if (field.input === "statements") return askedAudiences(value as readonly StatementDraft[], name);
    if (field.input !== "pick" || !outside.includes(field.from) || typeof value !== "string" || value === "") return [];
    return [{ field: name, label: field.label, from: field.from, id: value }];
  });
}

const askedAudiences = (
  statements: readonly StatementDraft[],
  name: string,
): Omit<Reference, "nodeId" | "nodeName">[] =>
  statements.flatMap((statement, index) =>
    audienceAsked(statement) !== undefined && statement.audienceId
      ? [
          {
            field: `${name}.${index}.audienceId`,
            label: "Audience",
            from: "audiences" as const,
            id: statement.audienceId,
          },
        ]
      : [],
  );

/** The error for a broken reference. */
export const missingReference = ({ nodeId, nodeName, label, id }: Reference): string =>
  `Node ${nodeId}: ${label} ${id} does not exist. Choose another one${nodeName === undefined ? "" : ` (${nodeName})`}`;
