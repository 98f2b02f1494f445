import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { AnyField, Draft } from "./formContext.ts";

/** Inputs that change with every letter. */
const typed = new Set<AnyField["input"]>([
  "text",
  "url",
  "textarea",
  "variable",
  "number",
  "instant",
  "color",
  "assetUrl",
  "texts",
  "memePreview",
]);

/**
 * The place that is typed into, such as `conditionalPaths.0.statements.1.value`. Typing there is one undo step. Undefined for choices, switches, added and removed rows, which are one step each.
 */
export function typedPlace(
  fields: readonly AnyField[],
  before: Draft,
  after: Draft,
  changed: string,
): string | undefined {
  const field = fields.find(({ name, show }) => name === changed && (show?.(after) ?? true));
  if (field === undefined) return undefined;
  if (typed.has(field.input)) return changed;
  if (field.input !== "rows" && field.input !== "statements") return undefined;
  const index = changedRow(ownValue(before, changed), ownValue(after, changed));
  if (index === undefined) return undefined;
  const [was, is] = [rowsOf(ownValue(before, changed))[index] ?? {}, rowsOf(ownValue(after, changed))[index] ?? {}];
  const [name, ...more] = Object.keys(is).filter((key) => ownValue(was, key) !== ownValue(is, key));
  if (name === undefined || more.length > 0) return undefined;
  const place = `${changed}.${index}`;
  // in a statement, variable and value are typed and the operation is chosen
  if (field.input === "statements") return name === "operation" ? undefined : `${place}.${name}`;
  const inner = typedPlace(field.fields as readonly unknown[] as readonly AnyField[], was, is, name);
  return inner && `${place}.${inner}`;
}

const rowsOf = (value: unknown): readonly Draft[] => (Array.isArray(value) ? value : []);

/** The one changed row. Undefined if rows were added, removed or changed together. */
function changedRow(before: unknown, after: unknown): number | undefined {
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const [index, ...more] = [...is.keys()].filter((at) => was[at] !== is[at]);
  return was.length === is.length && more.length === 0 ? index : undefined;
}
