import type { DesignContext } from "../nodeKind.ts";
import type { Graph, GraphNode } from "../outbound/graph.ts";
import type { Problem } from "../outbound/validateGraph.ts";
import type { NodeId } from "../savedNode.ts";
import type { FormFields, ReadValues } from "./acceptedFields.ts";
import type { Ref } from "./draftAnswer.ts";
import type { DraftChoices } from "./draftChoices.ts";

/** How the nodes of a kind of workflow are drafted. */
export interface DraftRules {
  /** The names of the kinds that a draft can contain. */
  kinds: readonly string[];
  /** The name of a node's kind. */
  kindOf(node: GraphNode): string;
  /** The fields of such a kind that a draft can set, in the order of its form. */
  fields(kind: string): FormFields;
  readFields(kind: string, values: Readonly<Record<string, unknown>>, choices: DraftChoices): ReadValues;
  /** The form with values that were read. */
  withFields(kind: string, draft: object, values: Readonly<Record<string, unknown>>): object;
  /** What a model calls a node. */
  refOf(node: GraphNode): Ref;
  /** The node that a model calls so. */
  find(graph: Graph, ref: Ref): NodeId | undefined;
  whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined;
  /** What saving would report. */
  problems(graph: Graph, design: DesignContext, before: Graph): Problem[];
}
