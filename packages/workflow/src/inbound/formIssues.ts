import type { Issue } from "../nodeKind.ts";
import { isBlank } from "../parts/required.ts";
import type { InboundField } from "./kind.ts";

/** Checks of the field descriptions, with the messages of the inbound designer (spec 1 §5.2). */
export const formIssues = <Form extends object>(fields: readonly InboundField<Form>[], form: Form): Issue[] =>
  fields
    .filter((field) => field.show?.(form) ?? true)
    .flatMap((field) => {
      const message = field.input === "number" ? numberProblem(field, form) : missing(field, form);
      return message === undefined ? [] : [{ field: field.name, message }];
    });

const missing = <Form extends object>(field: InboundField<Form>, form: Form): string | undefined =>
  field.required && isBlank(form[field.name]) ? `${field.label} is required.` : undefined;

/** An empty number is below every minimum. */
function numberProblem<Form extends object>(field: InboundField<Form>, form: Form): string | undefined {
  if (field.input !== "number") return undefined;
  const value = Number(form[field.name]);
  const min = field.min ?? 1;
  if (!(value >= min)) return `${field.label} is less than minimum of ${min}.`;
  if (field.max !== undefined && value > field.max) return `${field.label} is greater than maximum of ${field.max}.`;
  return Number.isInteger(value) ? undefined : `${field.label} must be a whole number.`;
}
