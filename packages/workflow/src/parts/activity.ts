import type { Option } from "../nodeKind.ts";

/** What contacts got and did, by the texts and calls that the account has. */
export type Activity = "texted" | "replied" | "clicked" | "answered" | "optedOut";

/** Each with its negation, as parts of a sentence. */
const sentences: Readonly<Record<Activity, readonly [plain: string, negated: string]>> = {
  texted: ["Got a text", "Got no text"],
  replied: ["Replied to a text", "Did not reply to a text"],
  clicked: ["Clicked a link", "Did not click a link"],
  answered: ["Answered a call", "Did not answer a call"],
  optedOut: ["Opted out", "Did not opt out"],
};

const byVariable = new Map(
  (Object.keys(sentences) as Activity[]).map((activity) => [`activity.${activity}`.toLowerCase(), activity]),
);

/** The activity that a variable names; undefined for contact fields. */
export const activityOf = (variable: string): Activity | undefined => byVariable.get(variable.trim().toLowerCase());

/** The activities as variables of statements that select contacts (decision 0095). */
export const activityVariables: readonly { value: string; label: string }[] = (
  Object.keys(sentences) as Activity[]
).map((activity) => ({ value: `activity.${activity}`, label: sentences[activity][0] }));

const scopes = { IN_LAST_DAYS: "days", IN_WORKFLOW: "workflow" } as const;

/** The operations of activities, in form order. */
export const activityOperations: readonly Option[] = [
  { value: "IN_LAST_DAYS", label: "In the last" },
  { value: "DN_IN_LAST_DAYS", label: "Not in the last" },
  { value: "IN_WORKFLOW", label: "In the workflow" },
  { value: "DN_IN_WORKFLOW", label: "Not in the workflow" },
];

/** What an operation of an activity asks about: a number of days, or a workflow. Undefined when it does not exist. */
export function activityScope(
  operation: string,
  negated = false,
): { scope: "days" | "workflow"; negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  const base = isDn ? operation.slice(3) : operation;
  return base === "IN_LAST_DAYS" || base === "IN_WORKFLOW"
    ? { scope: scopes[base], negated: negated || isDn }
    : undefined;
}

/** The highest number of days that can be asked about. */
export const mostDays = 3_650;

/** A whole number of days from 1 to the highest. */
export const isDays = (value: string): boolean => /^[1-9][0-9]{0,3}$/.test(value.trim()) && Number(value) <= mostDays;

/** A statement as it is first asked about another variable: activities and fields have operations of their own. */
export function askAbout<Draft extends { variable: string; operation: string; value: string }>(
  statement: Draft,
  variable: string,
): Draft {
  const isActivity = activityOf(variable) !== undefined;
  if (isActivity === (activityScope(statement.operation) !== undefined)) return { ...statement, variable };
  return isActivity
    ? { ...statement, variable, operation: "IN_LAST_DAYS", value: "30" }
    : { ...statement, variable, operation: "EQUALS", value: "" };
}

/** A statement about an activity as a sentence: "Did not click a link in the workflow Spring offer". Undefined for others. */
export function describeActivity(
  { variable, operation, value }: { variable: string; operation: string; value: string },
  workflowName: (campaignId: string) => string,
): string | undefined {
  const activity = activityOf(variable);
  const asked = activityScope(operation);
  if (activity === undefined || asked === undefined) return undefined;
  const where =
    asked.scope === "workflow"
      ? `in the workflow ${workflowName(value)}`
      : `in the last ${value === "1" ? "day" : `${value} days`}`;
  return `${sentences[activity][asked.negated ? 1 : 0]} ${where}`;
}
