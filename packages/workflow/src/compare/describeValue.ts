import { callOf, type Graph, type GraphNode, kindOfNode } from "../outbound/graph.ts";
import { describeStatement, type StatementDraft } from "../parts/conditionalPaths.ts";
import { describeVariable } from "../parts/describeVariable.ts";
import { isPlain, own, type Plain } from "./equalValues.ts";

/** A form field of any workflow language, as far as values are described. */
export interface FormField {
  name: string;
  label: string;
  input: string;
  show?: (draft: never) => boolean;
  options?: readonly { value: string | number; label: string }[];
  nameField?: string;
  rowLabel?: string;
  fields?: readonly FormField[];
}

/** What a workflow does not hold itself: names by id, and the text that a node sends. */
export interface Lookups {
  name: (id: string) => string | undefined;
  message: (node: GraphNode) => string;
}

/** The field of a form by its key. Where two fields share a key, the shown one. */
export function fieldOf(node: GraphNode, key: string): FormField | undefined {
  const fields = (kindOfNode(node).fields as readonly unknown[] as readonly FormField[]).filter(
    ({ name }) => name === key,
  );
  return fields.find(({ show }) => show === undefined || show(node.draft as never)) ?? fields[0];
}

export const rowsOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : []);

/** A value of a form in words. "" for none. */
export function describeValue(
  field: FormField | undefined,
  value: unknown,
  { graph, draft, lookups }: { graph: Graph; draft: Plain; lookups: Lookups },
): string {
  if (value === undefined || value === null || value === "") return "";
  if (field?.input === "path") return describeTarget(graph, value);
  if (field?.input === "statements") return describeStatements(value, graph);
  const named = field?.nameField === undefined ? undefined : own(draft, field.nameField);
  if (typeof named === "string" && named !== "") return named;
  const describe = (one: unknown): string =>
    field?.options?.find((option) => option.value === one)?.label ?? lookups.name(String(one)) ?? plainText(one);
  if (field?.input === "rows")
    return rowsOf(value)
      .map((row) =>
        (field.fields ?? [])
          .map((column) => describeValue(column, own(row, column.name), { graph, draft: row, lookups }))
          .filter((text) => text !== "")
          .join(", "),
      )
      .join("; ");
  return Array.isArray(value) ? value.map(describe).join(", ") : describe(value);
}

/** The node that a path leads to. */
export function describeTarget(graph: Graph, id: unknown): string {
  if (typeof id !== "number") return "";
  const node = graph.nodes.get(id);
  return node === undefined ? `node ${id}` : callOf(node);
}

function describeStatements(value: unknown, graph: Graph): string {
  const nameOf = (id: number) => {
    const node = graph.nodes.get(id);
    return node && callOf(node);
  };
  return (Array.isArray(value) ? (value as StatementDraft[]) : [])
    .map((statement) => {
      const name = describeVariable(statement.variable, nameOf);
      return describeStatement(name === statement.variable ? statement : { ...statement, variable: name });
    })
    .join(" and ");
}

const plainText = (value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "On"
      : "Off"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
