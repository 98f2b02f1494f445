import { isDays, mostDays } from "@trunkline/workflow/parts/activity.ts";
import { needsValue, readOperation } from "@trunkline/workflow/parts/operations.ts";
import { operators, type SqlPiece } from "@trunkline/workflow/parts/operators.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { dncBits } from "@trunkline/workflow/parts/phone/dnc.ts";
import { type Statement, statementSql } from "@trunkline/workflow/parts/statement.ts";
import { variableName } from "@trunkline/workflow/parts/variables.ts";
import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { activitySql, type ContactPart, readActivity } from "./activity.ts";
import { listCustomFields } from "./contactImport.ts";

/** Fields of a contact as text expressions over the table `c`, by lower-case name; the engine reads the same ones in memory. */
const fieldColumns: Readonly<Record<string, string>> = {
  firstname: "c.first_name",
  lastname: "c.last_name",
  phone: "c.phone",
  // both names mean the same number (readings, Contact)
  phonenumber1: "c.phone",
  email: "c.email",
  address: "c.address",
  city: "c.city",
  state: "c.state",
  postalcode: "c.postal_code",
  country: "c.country",
  contactid: "c.contact_id::text",
  timezone: "c.timezone::text",
  tags: "array_to_string(c.tags, ',')",
  "options.timezone": "c.zones[1]",
  created: `to_char(c.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
};

/**
 * What a contact was given, as fields of it: the last disposition, all of them joined by commas, and the channels that are
 * on the do-not-contact list. Only lists and runs ask for them: they are no part of the contact that a journey holds.
 */
const givenColumns: Readonly<Record<string, string>> = {
  disposition: `(select g.key from given_disposition g where g.account_id = c.account_id and g.contact_id = c.contact_id
    order by g.given_id desc limit 1)`,
  dispositions: `(select string_agg(g.key, ',' order by g.given_id) from given_disposition g
    where g.account_id = c.account_id and g.contact_id = c.contact_id)`,
  "options.dnc": `concat_ws(',', case when c.dnc & ${dncBits.call} <> 0 then 'call' end,
    case when c.dnc & ${dncBits.sms} <> 0 then 'sms' end, case when c.dnc & ${dncBits.rcs} <> 0 then 'rcs' end)`,
};
const columnOf = (name: string): string | undefined =>
  ownValue(
    [fieldColumns, givenColumns].find((columns) => Object.hasOwn(columns, name)),
    name,
  );

/** The name without `${}`, `contact.` and `extdata.`, in lower case: custom fields are stored so. */
function fieldName(variable: string): string {
  const name = variableName(variable).toLowerCase();
  const bare = name.startsWith("contact.") ? name.slice("contact.".length) : name;
  return bare.startsWith("extdata.") ? bare.slice("extdata.".length) : bare;
}

/**
 * SQL over the table `contact` named `c` that selects the contacts for which all statements hold, parameters from `$firstParameter` on
 * (readings, Statements). `true` when there are none. With a part, the statement that it is in reads only contacts of that part.
 */
export function statementsWhere(
  statements: readonly Statement[],
  firstParameter: number,
  part?: ContactPart,
): SqlPiece {
  const texts: string[] = [];
  const values: SqlPiece["values"] = [];
  for (const statement of statements) {
    const asked = readActivity(statement);
    if (asked) {
      if (!asked.scope) throw new RangeError(`Contacts cannot be picked by ${statement.operation}`);
      const piece = activitySql(asked, String(statement.value), firstParameter + values.length, part);
      texts.push(piece.text);
      values.push(...piece.values);
      continue;
    }
    const name = fieldName(statement.variable);
    let column = columnOf(name);
    if (column === undefined) {
      column = `(c.extdata ->> $${firstParameter + values.length}::text)`;
      values.push(withoutNul(name));
    }
    const value = typeof statement.value === "string" ? withoutNul(statement.value) : statement.value.map(withoutNul);
    const piece = statementSql({ ...statement, value }, column, firstParameter + values.length);
    if (!piece) throw new RangeError(`Contacts cannot be picked by ${statement.operation}`);
    texts.push(piece.text);
    values.push(...piece.values);
  }
  return { text: texts.length === 0 ? "true" : texts.map((text) => `(${text})`).join(" and "), values };
}

/** What keeps statements from picking contacts, with its place in the list; undefined when nothing does. */
export function statementsProblem(statements: readonly Statement[]): { index: number; message: string } | undefined {
  for (const [index, statement] of statements.entries()) {
    const { operation, value } = statement;
    const asked = readActivity(statement);
    if (asked) {
      const message = activityProblem(asked, operation, String(value).trim());
      if (message !== undefined) return { index, message };
      continue;
    }
    const base = readOperation(operation)?.base;
    if (base === undefined) return { index, message: `Operation "${operation}" does not exist` };
    if (!operators[base].sql) return { index, message: `Operation "${operation}" cannot be used to select contacts` };
    if (needsValue(operation) && (typeof value === "string" ? value.trim() === "" : value.length === 0))
      return { index, message: "Value is required" };
  }
  return undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is wrong with a statement about an activity. */
function activityProblem(
  { scope }: NonNullable<ReturnType<typeof readActivity>>,
  operation: string,
  value: string,
): string | undefined {
  if (scope === undefined) return `Operation "${operation}" does not exist for activities`;
  if (scope === "days") return isDays(value) ? undefined : `Days must be a whole number from 1 to ${mostDays}`;
  if (scope === "template") return value !== "" && value.length <= 200 ? undefined : "Choose an e-mail template";
  return uuid.test(value) ? undefined : "Choose a workflow";
}

/** The first statement that asks for something which no contact of the account has, with its place in the list. */
export async function findUnknownVariable(
  q: Query,
  account: string,
  statements: readonly Statement[],
): Promise<{ index: number; variable: string; customFields: string[] } | undefined> {
  const custom = statements.flatMap((statement, index) => {
    const { variable } = statement;
    const name = fieldName(variable);
    return columnOf(name) === undefined && !readActivity(statement) ? [{ index, variable, name }] : [];
  });
  if (custom.length === 0) return undefined;
  const customFields = await listCustomFields(q, account);
  for (const { index, variable, name } of custom)
    if (!customFields.includes(name) && !(await hasField(q, account, withoutNul(name))))
      return { index, variable, customFields };
  return undefined;
}

/** A workflow may have written a field that is not in the account's settings. */
const hasField = async (q: Query, account: string, name: string): Promise<boolean> =>
  (await q.one("select from contact where account_id = $1 and extdata ? $2 limit 1", [account, name])) !== null;
