import type { Field, Issue } from "../nodeKind.ts";
import { isBlank, required } from "./required.ts";
import { textProblem } from "./text/textProblem.ts";
import { zoneOf } from "./time/timezones.ts";

/**
 * All checks of the field descriptions: required fields and number bounds, also in rows (spec 2 §5.2). Rows are numbered
 * from 1 in messages (`Percentage 2 is required`) and from 0 in field names.
 */
export const fieldIssues = <Draft>(fields: readonly Field<Draft>[], draft: Draft): Issue[] => [
  ...required(fields, draft),
  ...fields
    .filter((field) => field.show?.(draft) ?? true)
    .flatMap((field) => [
      ...bounds(field, draft),
      ...notUrl(field, draft),
      ...notTemplate(field, draft),
      ...unknownZone(field, draft),
      ...inRows(field, draft),
    ]),
];

function bounds<Draft>(field: Field<Draft>, draft: Draft): Issue[] {
  const value = draft[field.name];
  if (field.input !== "number" || isBlank(value)) return [];
  if (typeof value !== "number" || !Number.isFinite(value))
    return [{ field: field.name, message: `${field.label} must be a number` }];
  if (field.min !== undefined && value < field.min)
    return [{ field: field.name, message: `${field.label} must be at least ${field.min}` }];
  if (field.max !== undefined && value > field.max)
    return [{ field: field.name, message: `${field.label} must be at most ${field.max}` }];
  if (field.decimals === undefined && !Number.isInteger(value))
    return [{ field: field.name, message: `${field.label} must be a whole number` }];
  return [];
}

/** An address can contain variables, which are filled in for each contact. */
function notUrl<Draft>(field: Field<Draft>, draft: Draft): Issue[] {
  const value = draft[field.name];
  if ((field.input !== "url" && field.input !== "assetUrl") || isBlank(value) || isUrl(String(value))) return [];
  return [{ field: field.name, message: `${field.label} must be a valid URL` }];
}

/** A text with variables must parse. */
function notTemplate<Draft>(field: Field<Draft>, draft: Draft): Issue[] {
  const value = draft[field.name];
  const isTemplate =
    field.input === "url" ||
    field.input === "assetUrl" ||
    ((field.input === "text" || field.input === "textarea") && field.variables === true);
  const problem = isTemplate && typeof value === "string" ? textProblem(value) : undefined;
  return problem === undefined ? [] : [{ field: field.name, message: `${field.label} cannot be read: ${problem}` }];
}

/** An http address, or a text whose variables can make it one. */
export const isUrl = (text: string): boolean =>
  text.includes("${") || (/^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim()));

function unknownZone<Draft>(field: Field<Draft>, draft: Draft): Issue[] {
  const value = draft[field.name];
  if (field.input !== "pick" || field.from !== "timezones" || isBlank(value) || zoneOf(Number(value)) !== undefined)
    return [];
  return [{ field: field.name, message: `${field.label} ${value} does not exist` }];
}

function inRows<Draft>(field: Field<Draft>, draft: Draft): Issue[] {
  if (field.input !== "rows") return [];
  const rows = draft[field.name] as readonly Record<string, unknown>[];
  // the type of the rows is lost here, see `Input`
  const columns = field.fields as readonly unknown[] as readonly Field<Record<string, unknown>>[];
  return rows.flatMap((row, index) => {
    const numbered = columns.map((column) => ({ ...column, label: `${column.label} ${index + 1}` }));
    return fieldIssues(numbered, row).map((issue) => ({ ...issue, field: `${field.name}.${index}.${issue.field}` }));
  });
}
