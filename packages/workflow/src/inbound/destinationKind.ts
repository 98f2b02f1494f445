import type { Issue } from "../nodeKind.ts";
import { type DestinationForm, destinationFields, destinationIssues } from "./destinationForm.ts";
import type { DestinationKind } from "./kind.ts";

/** What a destination says of itself: its own fields, and what is wrong beyond what they can tell. */
type Own<Form> = Omit<DestinationKind<Form>, "category" | "validate"> & { issues?(form: Form): Issue[] };

/** A destination: the fields and messages that all of them have come after its own. */
export function destinationKind<Form extends DestinationForm>({ issues, ...own }: Own<Form>): DestinationKind<Form> {
  const fields = [...own.fields, ...destinationFields<Form>()];
  return {
    category: "destination",
    ...own,
    fields,
    validate: (form) => [...destinationIssues(fields, form), ...(issues?.(form) ?? [])],
  };
}
