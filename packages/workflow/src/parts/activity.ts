import type { Option } from "../nodeKind.ts";
import { audienceAsked, audienceVariable } from "./audienceStatement.ts";

/** What contacts got and did, by the texts, calls, e-mails and journeys that the account has. */
export type Activity =
  | "texted"
  | "replied"
  | "clicked"
  | "answered"
  | "optedOut"
  | "emailed"
  | "inWorkflow"
  | "finishedWorkflow";

/** What a statement can ask about an activity: the last days, a workflow, or an e-mail template. */
type Scope = "days" | "workflow" | "template";

interface ActivityWords {
  label: string;
  /** As parts of a sentence, plain and negated. */
  says: readonly [plain: string, negated: string];
  scopes: readonly Scope[];
}

const daysOrWorkflow: readonly Scope[] = ["days", "workflow"];
const asSaid = (plain: string, negated: string, scopes = daysOrWorkflow): ActivityWords => ({
  label: plain,
  says: [plain, negated],
  scopes,
});

const activities: Readonly<Record<Activity, ActivityWords>> = {
  texted: asSaid("Got a text", "Got no text"),
  replied: asSaid("Replied to a text", "Did not reply to a text"),
  clicked: asSaid("Clicked a link", "Did not click a link"),
  answered: asSaid("Answered a call", "Did not answer a call"),
  optedOut: asSaid("Opted out", "Did not opt out"),
  emailed: asSaid("Got an e-mail", "Got no e-mail", ["template", "days", "workflow"]),
  // when a journey ended is not stored, so these two name a workflow
  inWorkflow: { label: "Is in a workflow", says: ["Is", "Is not"], scopes: ["workflow"] },
  finishedWorkflow: { label: "Finished a workflow", says: ["Finished", "Did not finish"], scopes: ["workflow"] },
};

const byVariable = new Map(
  (Object.keys(activities) as Activity[]).map((activity) => [`activity.${activity}`.toLowerCase(), activity]),
);

/** The activity that a variable names; undefined for contact fields. */
export const activityOf = (variable: string): Activity | undefined => byVariable.get(variable.trim().toLowerCase());

/** The activities as variables of statements that select contacts (decision 0095). */
export const activityVariables: readonly { value: string; label: string }[] = (
  Object.keys(activities) as Activity[]
).map((activity) => ({ value: `activity.${activity}`, label: activities[activity].label }));

const operations: Readonly<Record<Scope, { base: string; labels: readonly [plain: string, negated: string] }>> = {
  days: { base: "IN_LAST_DAYS", labels: ["In the last", "Not in the last"] },
  workflow: { base: "IN_WORKFLOW", labels: ["In the workflow", "Not in the workflow"] },
  template: { base: "OF_TEMPLATE", labels: ["Of the template", "Not of the template"] },
};
const scopes = new Map((Object.keys(operations) as Scope[]).map((scope) => [operations[scope].base, scope]));

/** The operations of the activity that a variable names, in form order. */
export function operationsOfActivity(variable: string): Option[] {
  const activity = activityOf(variable);
  return (activity === undefined ? [] : activities[activity].scopes).flatMap((scope) => {
    const { base, labels } = operations[scope];
    return [
      { value: base, label: labels[0] },
      { value: `DN_${base}`, label: labels[1] },
    ];
  });
}

/** What an operation of an activity asks about: a number of days, a workflow or a template. Undefined when it does not exist. */
export function activityScope(operation: string, negated = false): { scope: Scope; negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  const scope = scopes.get(isDn ? operation.slice(3) : operation);
  return scope && { scope, negated: negated || isDn };
}

/** Whether an activity can be asked about in this way. */
export const hasScope = (activity: Activity, scope: Scope): boolean => activities[activity].scopes.includes(scope);

/** The highest number of days that can be asked about. */
export const mostDays = 3_650;

/** A whole number of days from 1 to the highest. */
export const isDays = (value: string): boolean => /^[1-9][0-9]{0,3}$/.test(value.trim()) && Number(value) <= mostDays;

/** A statement as it is first asked about another variable: activities and fields have operations of their own. */
export function askAbout<Draft extends { variable: string; operation: string; value: string; audienceId?: string }>(
  statement: Draft,
  variable: string,
): Draft {
  const isAudience = variable === audienceVariable.value;
  if (isAudience && audienceAsked(statement) !== undefined) return { ...statement, variable };
  if (isAudience) return { ...statement, variable, operation: "IN_AUDIENCE", value: "", audienceId: "" };
  if (audienceAsked(statement) !== undefined) {
    const { audienceId: _, ...rest } = statement;
    return askAbout({ ...rest, operation: "EQUALS", value: "" } as Draft, variable);
  }
  const activity = activityOf(variable);
  const scope = activityScope(statement.operation)?.scope;
  if (activity === undefined)
    return scope === undefined
      ? { ...statement, variable }
      : { ...statement, variable, operation: "EQUALS", value: "" };
  if (scope !== undefined && hasScope(activity, scope)) return { ...statement, variable };
  const [first = "days"] = activities[activity].scopes;
  return { ...statement, variable, operation: operations[first].base, value: first === "days" ? "30" : "" };
}

/** A statement about an activity as a sentence: "Did not click a link in the workflow Spring offer". Undefined for others. */
export function describeActivity(
  { variable, operation, value }: { variable: string; operation: string; value: string },
  nameOf: (id: string, of: "workflow" | "template") => string,
): string | undefined {
  const activity = activityOf(variable);
  const asked = activityScope(operation);
  if (activity === undefined || asked === undefined || !hasScope(activity, asked.scope)) return undefined;
  const says = activities[activity].says[asked.negated ? 1 : 0];
  switch (asked.scope) {
    case "workflow":
      return `${says} ${activity === "finishedWorkflow" ? "" : "in "}the workflow ${nameOf(value, "workflow")}`;
    case "template":
      return `${says} of the template ${nameOf(value, "template")}`;
    case "days":
      return `${says} in the last ${value === "1" ? "day" : `${value} days`}`;
  }
}
