import { periodOf, rateOptions } from "@trunkline/contract/batch.ts";
import type { Statement } from "@trunkline/contract/contact.ts";
import type { StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { needsValue, readOperation } from "@trunkline/workflow/parts/statement.ts";

/** The form that starts a run. */
export interface RunForm {
  displayName: string;
  /** One of the rate options, or null for a number of one's own. */
  rate: number | null;
  customRate: number | null;
  filter: keyof typeof filters;
  who: "all" | "statements" | "picked";
  statements: StatementDraft[];
  contactIds: string[];
}

/** Who on the do-not-contact list is left out (spec 1 §3.9). */
export const filters = {
  both: { label: "SMS and Voice", dnc: ["call", "sms"] },
  sms: { label: "SMS only", dnc: ["sms"] },
  call: { label: "Voice only", dnc: ["call"] },
  none: { label: "No filter", dnc: [] },
} as const satisfies Record<string, { label: string; dnc: ("call" | "sms")[] }>;

const highestRate = rateOptions.at(-1) ?? 1920;

/** What is wrong with the form, by field (spec 2 §5.6; decisions, Rates). */
export function runIssues(form: RunForm): Partial<Record<keyof RunForm, string>> {
  const issues: Partial<Record<keyof RunForm, string>> = {};
  if (form.displayName.trim() === "") issues.displayName = "Name is required";
  const { customRate } = form;
  if (
    form.rate === null &&
    (customRate === null || !Number.isInteger(customRate) || customRate < 1 || customRate > highestRate)
  ) {
    issues.customRate = `must be between 1 and ${highestRate}`;
  }
  if (form.who === "picked" && form.contactIds.length === 0) issues.contactIds = "Choose at least one contact";
  if (form.who === "statements" && !form.statements.every(isComplete))
    issues.statements = "Complete or remove every statement";
  return issues;
}

const isComplete = ({ variable, operation, value }: StatementDraft): boolean =>
  variable.trim() !== "" && operation !== "" && (!needsValue(operation) || value.trim() !== "");

/** Statements as the call takes them: the operation without `DN_`, and whether it is negated (wire reading 26). */
export const statementsOf = (drafts: readonly StatementDraft[]): Statement[] =>
  drafts.filter(isComplete).map(({ variable, operation, value }) => {
    const read = readOperation(operation);
    return { variable, operation: read?.base ?? operation, value, negated: read?.negated ?? false };
  });

/** The body of `POST /v4/campaign/{campaignId}/batch/`, started at once. */
export const runBody = (form: RunForm) => ({
  displayName: form.displayName.trim(),
  periodMs: periodOf(form.rate ?? form.customRate ?? -1),
  start: true,
  filters: { dnc: [...filters[form.filter].dnc] },
  ...(form.who === "picked"
    ? { contactIds: form.contactIds }
    : { statements: form.who === "all" ? [] : statementsOf(form.statements) }),
});
