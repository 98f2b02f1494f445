import { type ContentForm, contentCard, contentFields, contentForm, contentIssues, entryOf } from "./contentRule.ts";
import { type RuleKind, ruleKind } from "./kind.ts";

/** A rule on one of the two numbers. It can be switched to the other (spec 1 §4.3). */
export function numberRule(label: string, variable: "from" | "to", help: string): RuleKind<ContentForm> {
  const fields = contentFields<ContentForm>(false, "+12025550123");
  return ruleKind<ContentForm>({
    nodeType: "rule",
    label,
    help,
    icon: "hash",
    hue: "logic",
    form: contentForm(variable),
    defaults: { variable, contentOperation: "CONTAINS", contentValue: "" },
    fields,
    card: (form) => contentCard(form, label),
    validate: (form) => contentIssues(fields, form),
    entry: (form) => entryOf(form, variable),
  });
}
