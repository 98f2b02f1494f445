import { invalid } from "../../http/problem.ts";
import { findUnknownTemplate, findUnknownWorkflow } from "../../store/contacts/activity.ts";
import type { ContactSelection } from "../../store/contacts/contactSearch.ts";
import { findUnknownVariable, statementsProblem } from "../../store/contacts/statements.ts";
import type { Query } from "../../store/database.ts";

/** Validates the statements of a contact selection. The error names the invalid one. */
export function checkSelection<Selection extends Pick<ContactSelection, "statements">>(
  selection: Selection,
  place: string,
): Selection {
  const wrong = statementsProblem(selection.statements ?? []);
  if (wrong) throw invalid(wrong.message, `${place}.statements[${wrong.index}]`);
  return selection;
}

/** Refuses unknown variables and workflows, because a misspelled one would silently match no contacts, or all of them. */
export async function refuseUnknownVariables(
  q: Query,
  account: string,
  { statements = [] }: Pick<ContactSelection, "statements">,
  place: string,
): Promise<void> {
  const unknownWorkflow = await findUnknownWorkflow(q, account, statements);
  if (unknownWorkflow !== undefined)
    throw invalid(
      "This workflow does not exist. Choose another one",
      `${place}.statements[${unknownWorkflow}].value`,
      "unknown_workflow",
    );
  const unknownTemplate = await findUnknownTemplate(q, account, statements);
  if (unknownTemplate !== undefined)
    throw invalid(
      "This e-mail template does not exist. Choose another one",
      `${place}.statements[${unknownTemplate}].value`,
      "unknown_template",
    );
  const unknown = await findUnknownVariable(q, account, statements);
  if (!unknown) return;
  const { index, variable, customFields } = unknown;
  const known =
    customFields.length === 0
      ? "The account has no custom fields"
      : `The account's custom fields are ${customFields.join(", ")}`;
  throw invalid(
    `"${variable}" is neither a contact field nor a custom field of this account. ${known}.`,
    `${place}.statements[${index}].variable`,
    "unknown_variable",
  );
}
