import { z } from "zod";
import type { CardLine, Issue, Option } from "../nodeKind.ts";
import { needsValue, operationLabel, readOperation, textBases } from "../parts/operations.ts";
import { ownValue } from "../parts/ownValue.ts";
import { isBlank } from "../parts/required.ts";
import { formIssues } from "./formIssues.ts";
import type { InboundField } from "./kind.ts";
import { tidy } from "./lists.ts";
import type { RuleEntry } from "./route.ts";

/** The form of a text comparison rule (spec 1 §3.5). */
export interface ContentForm {
  variable: string;
  /** Including `DN_`. */
  contentOperation: string;
  /** A list for operations that take one. */
  contentValue: string | string[];
}

/** Reads a content rule. The variable is fixed by the kind unless it offers several. */
export const contentForm = (variable: string) =>
  z.looseObject({
    variable: z.string().default(variable),
    contentOperation: z.string().default("CONTAINS"),
    contentValue: z.union([z.string(), z.array(z.string())]).default(""),
  });

/** Spec 1 §5.2, to the letter. */
export const valueMissing = "Value to Check For is required if operation is neither Exists or Does Not Exist.";

const acceptsList = (operation: string): boolean => operation.endsWith("_ONE_OF");

/** Labels of the designer (spec 1 §5.2). */
const words: Readonly<Record<string, string>> = {
  REGEX: "Regex",
  DN_REGEX: "Does not match regex",
  EXISTS: "Exists",
  DN_EXISTS: "Does Not Exist",
};

/** The designer's label of an operation. */
export const inboundOperationLabel = (operation: string): string =>
  ownValue(words, operation) ?? operationLabel(operation);

const option = (operation: string): Option => ({ value: operation, label: inboundOperationLabel(operation) });

/** Content operations and their negations. Only the contact rule has Exists and Does Not Exist (spec 1 §5.2). */
const contentOperations = (withExists: boolean): Option[] =>
  [...textBases, ...(withExists ? (["EXISTS"] as const) : [])].flatMap((base) => [option(base), option(`DN_${base}`)]);

/** The value in the form that the operation takes: a list, a text or nothing. */
export function fittedValue({ contentOperation, contentValue }: ContentForm): string | string[] {
  if (!needsValue(contentOperation)) return "";
  if (acceptsList(contentOperation)) return tidy(contentValue);
  return typeof contentValue === "string" ? contentValue : contentValue.join(",");
}

/** Operation and value. */
export const contentFields = <Form extends ContentForm>(
  withExists: boolean,
  placeholder: string,
): InboundField<Form>[] => {
  const fields: InboundField<ContentForm>[] = [
    {
      name: "contentOperation",
      label: "Operation",
      input: "choice",
      required: true,
      options: contentOperations(withExists),
      sets: (form) => ({ contentValue: fittedValue(form) }),
    },
    {
      name: "contentValue",
      label: "Value to Check For",
      help: "Case is ignored. One per line or comma.",
      input: "texts",
      placeholder,
      show: ({ contentOperation }) => needsValue(contentOperation) && acceptsList(contentOperation),
    },
    {
      name: "contentValue",
      label: "Value to Check For",
      help: "Case is ignored.",
      input: "text",
      placeholder,
      maxLength: 1_600,
      show: ({ contentOperation }) => needsValue(contentOperation) && !acceptsList(contentOperation),
    },
  ];
  return fields as readonly unknown[] as InboundField<Form>[];
};

/** Errors of a content rule, except its regular expression, which `validateInboundNode` checks. */
export function contentIssues<Form extends ContentForm>(
  fields: readonly InboundField<Form>[],
  form: Form,
  withExists = false,
): Issue[] {
  const { contentOperation } = form;
  const issues = formIssues(fields, form);
  const offered = contentOperations(withExists).some(({ value }) => value === contentOperation);
  if (!offered && contentOperation !== "")
    issues.push({ field: "contentOperation", message: `Operation must not be ${contentOperation}.` });
  const value = fittedValue(form);
  if (needsValue(contentOperation) && isBlank(value)) issues.push({ field: "contentValue", message: valueMissing });
  return issues;
}

/** The saved rule (wire reading 20). */
export function contentEntry(
  variable: string,
  operation: string,
  value: string | readonly string[],
  type: RuleEntry["type"] = "session",
): RuleEntry {
  const { base = operation, negated = false } = readOperation(operation) ?? {};
  return { variable, type, operation: base, value: typeof value === "string" ? value : value.join(","), negated };
}

/** The palette entry of a plain content rule. */
export const entryOf = (form: ContentForm, variable: string = form.variable, type?: RuleEntry["type"]): RuleEntry =>
  contentEntry(variable, form.contentOperation, fittedValue(form), type);

/** The line of the card. */
export function contentCard(form: ContentForm, label: string): CardLine[] {
  const value = fittedValue(form);
  const shown = typeof value === "string" ? value : value.join(", ");
  return [
    { label, value: `${inboundOperationLabel(form.contentOperation).toLowerCase()} ${shown}`.trim() || undefined },
  ];
}
