import type { Field, Issue } from "../nodeKind.ts";

/** `{label} is required` for every shown field that is marked required and empty (spec 2 §5.2). */
export const required = <Draft>(fields: readonly Field<Draft>[], draft: Draft): Issue[] =>
  fields
    .filter((field) => field.required && (field.show?.(draft) ?? true) && isBlank(draft[field.name]))
    .map((field) => ({ field: field.name, message: `${field.label} is required` }));

/** Whether a value is missing: absent, only white space, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
