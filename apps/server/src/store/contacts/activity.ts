import { type Activity, activityOf, activityScope, hasScope } from "@trunkline/workflow/parts/activity.ts";
import type { SqlPiece } from "@trunkline/workflow/parts/operators.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { variableName } from "@trunkline/workflow/parts/variables.ts";
import type { Query } from "../database.ts";
import { isCharged } from "../messages/messageList.ts";

interface Source {
  table: "message" | "call" | "email" | "journey";
  /** Which rows of the contact count, as SQL over `a`. */
  where: string;
  /** Whether a row is as new as an instant, as SQL over `a`. */
  since: (instant: string) => string;
}

/** An id has the time at which its row was made, so partitions of earlier months are not read. */
const byId =
  (id: string): Source["since"] =>
  (instant) =>
    `a.${id} >= trunkline_first_id(${instant})`;

/** What counts as an activity, as in the figures of a run (decision 0092). */
const sources: Readonly<Record<Activity, Source>> = {
  texted: { table: "message", where: `a.direction = 'out' and ${isCharged("a")}`, since: byId("message_id") },
  replied: { table: "message", where: "a.counts_as = 'reply'", since: byId("message_id") },
  optedOut: { table: "message", where: "a.counts_as = 'opt_out'", since: byId("message_id") },
  // a link can be clicked long after its text was sent
  clicked: { table: "message", where: "a.click_counts", since: (instant) => `a.clicked >= ${instant}` },
  answered: { table: "call", where: "a.direction = 'out' and a.answered_by = 'human'", since: byId("call_id") },
  // an e-mail of an account without a provider is in the outbox alone, and counts as in reports
  emailed: { table: "email", where: "a.state = 'accepted'", since: byId("email_id") },
  inWorkflow: { table: "journey", where: "a.status < 3", since: byId("journey_id") },
  finishedWorkflow: { table: "journey", where: "a.status = 3", since: byId("journey_id") },
};

/** What a statement asks about an activity, without a scope where its operation does not exist for it. Undefined for contact fields. */
export function readActivity({ variable, operation, negated }: Statement) {
  const activity = activityOf(variableName(variable));
  const asked = activityScope(operation, negated);
  return activity && { activity, ...(asked && hasScope(activity, asked.scope) && asked) };
}

/** A part of the contacts of an account, in the order of their ids. */
export interface ContactPart {
  /** The account, as SQL. */
  account: string;
  /** What limits the part, as SQL over a column with ids of contacts, beginning with `and`. */
  limits: (contactId: string) => string;
}

/**
 * SQL over the contact `c`: whether it has such a text, call, e-mail or journey. Within a part of the contacts, the texts of the whole part
 * are read in one walk along their index, which takes a fortieth of the time of a seek for each contact.
 */
export function activitySql(
  { activity, scope, negated = false }: NonNullable<ReturnType<typeof readActivity>>,
  value: string,
  parameter: number,
  part: ContactPart | undefined,
): SqlPiece {
  const { table, where, since } = sources[activity];
  const when =
    scope === "days"
      ? since(`now() - $${parameter}::int * interval '1 day'`)
      : scope === "template"
        ? `a.template_id = $${parameter}::text`
        : `a.campaign_id = $${parameter}::uuid`;
  if (part)
    return {
      // the planner makes no join of `is true`, so the part is read once and hashed
      text: `(c.contact_id in (select a.contact_id from ${table} a
        where a.account_id = ${part.account}${part.limits("a.contact_id")} and ${where} and ${when})) is ${negated ? "not " : ""}true`,
      values: [value.trim()],
    };
  return {
    text: `${negated ? "not " : ""}exists (select from ${table} a
      where a.account_id = c.account_id and a.contact_id = c.contact_id and ${where} and ${when})`,
    values: [value.trim()],
  };
}

/** The first statement about a workflow that the account never had: its negation would select everyone. */
export async function findUnknownWorkflow(
  q: Query,
  account: string,
  statements: readonly Statement[],
): Promise<number | undefined> {
  const asked = statements.map((one) => {
    const scope = readActivity(one)?.scope;
    return scope === "workflow" ? String(one.value).trim().toLowerCase() : undefined;
  });
  const ids = asked.filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const rows = await q.rows<{ id: string }>(
    "select campaign_id::text id from campaign where account_id = $1 and campaign_id = any ($2::text[]::uuid[])",
    [account, ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const index = asked.findIndex((id) => id !== undefined && !known.has(id));
  return index < 0 ? undefined : index;
}

/** The first statement about an e-mail template of the account that does not exist. Ids of providers are not known here. */
export async function findUnknownTemplate(
  q: Query,
  account: string,
  statements: readonly Statement[],
): Promise<number | undefined> {
  const asked = statements.map((one) => {
    const id = String(one.value).trim().toLowerCase();
    return readActivity(one)?.scope === "template" && uuid.test(id) ? id : undefined;
  });
  const ids = asked.filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const rows = await q.rows<{ id: string }>(
    "select template_id::text id from email_template where account_id = $1 and template_id = any ($2::text[]::uuid[])",
    [account, ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const index = asked.findIndex((id) => id !== undefined && !known.has(id));
  return index < 0 ? undefined : index;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
