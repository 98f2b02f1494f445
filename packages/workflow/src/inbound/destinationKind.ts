import type { Issue } from "../nodeKind.ts";
import { type DestinationForm, destinationFields, destinationIssues } from "./destinationForm.ts";
import type { DestinationKind } from "./kind.ts";

/** A destination's own fields and checks. */
type Own<Form> = Omit<DestinationKind<Form>, "category" | "validate"> & { issues?(form: Form): Issue[] };

/** Builds a destination kind. Adds the fields and checks that all destinations share. */
export function destinationKind<Form extends DestinationForm>({ issues, ...own }: Own<Form>): DestinationKind<Form> {
  const fields = [...own.fields, ...destinationFields<Form>()];
  return {
    category: "destination",
    ...own,
    fields,
    validate: (form) => [...destinationIssues(fields, form), ...(issues?.(form) ?? [])],
  };
}
