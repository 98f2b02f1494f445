import { z } from "zod";
import type { Issue } from "../nodeKind.ts";
import { type ContentForm, inboundOperationLabel, valueMissing } from "./contentRule.ts";
import type { InboundField } from "./kind.ts";
import { texts } from "./lists.ts";

/** The form of a rule on a list, whose operation is fixed (spec 1 §5.2). */
export interface ListForm extends ContentForm {
  contentValue: string[];
}

/** Reads an area code or state rule: always CONTAINS_ONE_OF, by default with an empty list (spec 1 §3.7). */
export const listForm = (variable: string) =>
  z.looseObject({
    variable: z.string().default(variable),
    contentOperation: z.string().default("CONTAINS_ONE_OF"),
    contentValue: texts.default([]),
  });

/** The operation, shown as disabled. */
export const fixedOperation = <Form extends ListForm>(): InboundField<Form> =>
  ({
    name: "contentOperation",
    label: "Operation",
    input: "choice",
    options: [{ value: "CONTAINS_ONE_OF", label: inboundOperationLabel("CONTAINS_ONE_OF") }],
    disabled: () => "This rule always matches one of a list",
  }) satisfies InboundField<ListForm> as unknown as InboundField<Form>;

/** An empty list, or values that do not exist. */
export const listIssues = (values: readonly string[], problemOf: (value: string) => string | undefined): Issue[] => {
  if (values.length === 0) return [{ field: "contentValue", message: valueMissing }];
  return values.flatMap((value) => {
    const message = problemOf(value);
    return message === undefined ? [] : [{ field: "contentValue", message }];
  });
};
