import { exitsOf, type Graph, type GraphNode, kindOfNode, retargeted } from "../outbound/graph.ts";
import { describeValue, type FormField, fieldOf, type Lookups, rowsOf } from "./describeValue.ts";
import { equalValues, own, type Plain } from "./equalValues.ts";

/** A field that two versions of a node have different values of, in words. "" where there is none. */
export interface FieldDifference {
  /** The key of the field, with an index for a row. */
  field: string;
  label: string;
  before: string;
  after: string;
}

/** A node without its targets: those are compared as edges. */
export const withoutTargets = (node: GraphNode): Plain =>
  retargeted(
    node,
    exitsOf(node).map(() => null),
  ).draft as Plain;

/** The fields of a node that differ. Position and targets are not fields. */
export function fieldDifferences(
  { node: before, graph: from }: { node: GraphNode; graph: Graph },
  { node: after, graph: to }: { node: GraphNode; graph: Graph },
  lookups: Lookups,
): FieldDifference[] {
  const found: FieldDifference[] = [];
  const add = (field: string, label: string, was: string, is: string) => {
    // two ids with the same name still differ
    if (was !== is || field !== "") found.push({ field, label, before: was, after: is });
  };
  if (before.name !== after.name) add(".name", "Name", before.name ?? "", after.name ?? "");
  if (before.section !== after.section) add(".section", "Section", before.section, after.section);
  const olds = withoutTargets(before);
  const news = withoutTargets(after);
  const hidden = nameFields(after);
  for (const key of new Set([...Object.keys(news), ...Object.keys(olds)])) {
    const [was, is] = [own(olds, key), own(news, key)];
    if (equalValues(was, is) || hidden.get(key)?.some((field) => !equalValues(own(olds, field), own(news, field))))
      continue;
    const field = fieldOf(after, key);
    if (field?.input === "rows") rowDifferences(key, field, [was, is], { from, to, lookups, add });
    else
      add(
        key,
        field?.label ?? key,
        describeValue(field, was, { graph: from, draft: olds, lookups }),
        describeValue(field, is, { graph: to, draft: news, lookups }),
      );
  }
  const text = [lookups.message(before), lookups.message(after)] as const;
  if (text[0] !== text[1] && found.some(({ field }) => field === "smsTemplateId")) add(".message", "Text", ...text);
  for (const [label, was, is] of carriedPairs(before, after))
    if (!equalValues(was, is)) add(`.${label}`, label, plain(was), plain(is));
  return found;
}

/** Fields that only repeat the name of what another field chooses, with those fields. */
function nameFields(node: GraphNode): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const field of kindOfNode(node).fields as readonly unknown[] as readonly FormField[])
    if (field.nameField !== undefined) found.set(field.nameField, [...(found.get(field.nameField) ?? []), field.name]);
  return found;
}

/** What is saved next to the form: unknown keys, and the label of an inbound node. */
function* carriedPairs(before: GraphNode, after: GraphNode): Generator<[string, unknown, unknown]> {
  for (const key of new Set([...Object.keys(before.carried), ...Object.keys(after.carried)]))
    yield [key, own(before.carried, key), own(after.carried, key)];
  const [olds, news] = [(before.foreign?.saved ?? {}) as Plain, (after.foreign?.saved ?? {}) as Plain];
  // the name of the destination is given by the save
  for (const key of new Set([...Object.keys(olds), ...Object.keys(news)]))
    if (key !== "routeDest") yield [key === "label" ? "Label" : key, own(olds, key), own(news, key)];
}

const plain = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

interface RowContext {
  from: Graph;
  to: Graph;
  lookups: Lookups;
  add: (field: string, label: string, was: string, is: string) => void;
}

/** Rows are compared by their place. A row that only one version has is described as a whole. */
function rowDifferences(
  key: string,
  field: FormField,
  [was, is]: readonly [unknown, unknown],
  { from, to, lookups, add }: RowContext,
): void {
  const [olds, news] = [rowsOf(was), rowsOf(is)];
  for (let index = 0; index < Math.max(olds.length, news.length); index++) {
    const [old, next] = [olds[index], news[index]];
    const label = `${field.rowLabel} ${index + 1}`;
    if (equalValues(old, next)) continue;
    const describe = (row: Plain | undefined, graph: Graph, column: FormField) =>
      row === undefined ? "" : describeValue(column, own(row, column.name), { graph, draft: row, lookups });
    if (old === undefined || next === undefined) {
      const whole = (row: Plain | undefined, graph: Graph) =>
        (field.fields ?? [])
          .map((column) => describe(row, graph, column))
          .filter((text) => text !== "")
          .join(", ");
      add(`${key}.${index}`, label, whole(old, from), whole(next, to));
      continue;
    }
    for (const column of field.fields ?? [])
      if (!equalValues(own(old, column.name), own(next, column.name)))
        add(
          `${key}.${index}.${column.name}`,
          `${label}, ${column.label}`,
          describe(old, from, column),
          describe(next, to, column),
        );
  }
}
