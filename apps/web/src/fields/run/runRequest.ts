import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { periodOf, rateOf, rateOptions } from "@trunkline/contract/runs/batch.ts";
import { activityScope, isDays } from "@trunkline/workflow/parts/activity.ts";
import { newStatement, type StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { needsValue, readOperation } from "@trunkline/workflow/parts/operations.ts";

/** A rate: one of the options, or null for a custom one. */
export interface RateDraft {
  rate: number | null;
  customRate: number | null;
}

/** The contacts of a run. */
export interface ContactsDraft {
  /** Null before anyone is chosen. */
  who: "all" | "audience" | "statements" | "picked" | "upload" | null;
  statements: StatementDraft[];
  /** Null before one is chosen. */
  audienceId: string | null;
  contactIds: string[];
  /** The import of an uploaded file and its tag. Null before an upload. */
  upload: { importId: string; tag: string } | null;
  /** The same tag, after the import has finished. */
  uploadTag: string | null;
}

/** The form of a new run. */
export interface RunForm extends RateDraft, ContactsDraft {
  displayName: string;
  filter: keyof typeof filters;
}

/** The initial form: immediately, all contacts, automatic rate. The name has the minute, so that runs of a day differ. */
export const newRun = (campaignName: string): RunForm => ({
  displayName: `${campaignName} ${new Date().toLocaleString("en-US", nameTime)}`.trim(),
  filter: "both",
  ...newContacts,
  ...newRate,
});

const nameTime = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const newContacts: ContactsDraft = {
  who: "all",
  statements: [newStatement],
  audienceId: null,
  contactIds: [],
  upload: null,
  uploadTag: null,
};
const newRate: RateDraft = { rate: -1, customRate: 60 };

/** The DNC filters (spec 1 §3.9). */
export const filters = {
  both: { label: "SMS and Voice", dnc: ["call", "sms"] },
  sms: { label: "SMS only", dnc: ["sms"] },
  call: { label: "Voice only", dnc: ["call"] },
  none: { label: "No filter", dnc: [] },
} as const satisfies Record<string, { label: string; dnc: ("call" | "sms")[] }>;

const highestRate = rateOptions.at(-1) ?? 1920;

/** The rate field for a period (spec 2 §9). */
export function rateDraftOf(periodMs: number): RateDraft {
  const rate = rateOf(periodMs);
  return (rateOptions as readonly number[]).includes(rate)
    ? { rate, customRate: rate > 0 ? rate : 60 }
    : { rate: null, customRate: rate };
}
export const periodOfDraft = ({ rate, customRate }: RateDraft): number => periodOf(rate ?? customRate ?? -1);

/** The issue of a custom rate (spec 2 §5.6; readings, Rates). */
export function rateIssue({ rate, customRate }: RateDraft): string | undefined {
  if (rate !== null) return undefined;
  if (customRate !== null && !Number.isInteger(customRate)) return "must be a whole number";
  const fits = customRate !== null && customRate >= 1 && customRate <= highestRate;
  return fits ? undefined : `must be between 1 and ${highestRate}`;
}

/** The issues of the form, by field. */
export function runIssues(form: RunForm): Partial<Record<keyof RunForm, string>> {
  const issues: Partial<Record<keyof RunForm, string>> = {};
  if (form.displayName.trim() === "") issues.displayName = "Name is required";
  const rate = rateIssue(form);
  if (rate !== undefined) issues.customRate = rate;
  if (form.who === null) issues.who = "Choose who the run is for";
  if (form.who === "picked" && form.contactIds.length === 0) issues.contactIds = "Choose at least one contact";
  if (form.who === "audience" && form.audienceId === null) issues.audienceId = "Choose an audience";
  if (form.who === "upload" && form.uploadTag === null)
    issues.uploadTag = "Upload a file and wait until it is imported";
  if (form.who === "statements" && !form.statements.every(isComplete))
    issues.statements = "Complete or remove every statement";
  return issues;
}

/** Whether a statement has everything that it needs. */
export const isComplete = ({ variable, operation, value }: StatementDraft): boolean =>
  variable.trim() !== "" &&
  operation !== "" &&
  (!needsValue(operation) || value.trim() !== "") &&
  (activityScope(operation)?.scope !== "days" || isDays(value));

/** Statements in wire form: the operation without `DN_`, and `negated` (wire reading 26). */
export const statementsOf = (drafts: readonly StatementDraft[]): Statement[] =>
  drafts.filter(isComplete).map(({ variable, operation, value }) => {
    const read = readOperation(operation);
    return { variable, operation: read?.base ?? operation, value, negated: read?.negated ?? false };
  });

/** Reads statements from the URL. Invalid ones are left out. */
export function readStatements(text: string | undefined): StatementDraft[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? draftsOf(read) : [];
  } catch {
    return [];
  }
}

/** Statements in wire form as the form shows them. */
export const draftsOf = (statements: readonly unknown[]): StatementDraft[] =>
  statements.flatMap((one) => (isWritten(one) ? [draftOf(one)] : []));

type Written = { variable: string; operation: string; value?: unknown; negated?: unknown };
const isWritten = (one: unknown): one is Written =>
  typeof one === "object" &&
  one !== null &&
  "variable" in one &&
  "operation" in one &&
  typeof one.variable === "string" &&
  typeof one.operation === "string";
const draftOf = ({ variable, operation, value, negated }: Written): StatementDraft => ({
  variable,
  operation: negated === true && !operation.startsWith("DN_") ? `DN_${operation}` : operation,
  value: value === undefined || value === null ? "" : String(value),
});

/** The contacts of a run in wire form. */
export function selectionOf(form: ContactsDraft): {
  contactIds?: string[];
  statements?: Statement[];
  audienceId?: string;
} {
  switch (form.who) {
    case "audience":
      return { audienceId: form.audienceId ?? "" };
    case "picked":
      return { contactIds: form.contactIds };
    case "statements":
      return { statements: statementsOf(form.statements) };
    case "upload":
      return {
        statements: [{ variable: "tags", operation: "CONTAINS", value: form.uploadTag ?? "", negated: false }],
      };
    case "all":
      return { statements: [] };
    case null:
      return {};
  }
}

/** The body of `POST /v4/campaign/{campaignId}/batch/`, started at once. */
export const runBody = (form: RunForm) => ({
  displayName: form.displayName.trim(),
  periodMs: periodOfDraft(form),
  start: true,
  filters: { dnc: [...filters[form.filter].dnc] },
  ...selectionOf(form),
});
