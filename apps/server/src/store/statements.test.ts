import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { type DescribedColumn, describeColumns } from "../../test/describedColumns.ts";
import { dynamicStatements } from "../../test/dynamicStatements.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type ExpectedColumn, listRowTypes } from "../../test/rowTypes.ts";
import { listStatements } from "../../test/statementsInSources.ts";
import { clusterStatement } from "./cluster/clusterText.ts";
import { codeOf } from "./database.ts";

// Every statement whose text the sources fix is prepared against the migrated schema: a wrong name or type fails here,
// whether or not a test runs the statement.

const db = await freshDatabase();
const client = new pg.Client({ connectionString: db.url });
await client.connect();
afterAll(() => client.end());

const statements = await listStatements(join(import.meta.dirname, ".."));
const fixed = statements.filter(({ texts }) => texts.length > 0);
const indeterminateType = "42P18";

/** What PostgreSQL says against a statement; null if it can be prepared. Commands such as `set` cannot be prepared at all. */
async function findProblem(text: string): Promise<string | null> {
  if (!/^\s*(select|insert|update|delete|merge|with|values|\()/i.test(text)) return null;
  try {
    await client.query(`prepare checked as ${text}`);
    await client.query("deallocate checked");
    return null;
  } catch (error) {
    return codeOf(error) === indeterminateType ? null : (error as Error).message;
  }
}

it("prepares every statement of the sources against the migrated schema", async () => {
  expect(fixed.length).toBeGreaterThan(700);
  const wrong: string[] = [];
  for (const { place, line, texts } of fixed)
    for (const text of texts) {
      const problem = await findProblem(text);
      if (problem !== null) wrong.push(`${place}, line ${line}: ${problem}`);
    }
  expect(wrong).toEqual([]);
});

it("prepares every statement as it is written for a cluster, and the inserts that follow it", async () => {
  const wrong: string[] = [];
  for (const { place, line, texts } of fixed)
    for (const { text, later } of texts.map(clusterStatement))
      for (const one of [text, ...later.map((insert) => insert.text)]) {
        const problem = await findProblem(one);
        if (problem !== null) wrong.push(`${place}, line ${line}: ${problem}`);
      }
  expect(wrong).toEqual([]);
});

it("finds a column that does not exist", async () => {
  expect(await findProblem("select c.phones from contact c where c.account_id = $1")).toBe(
    "column c.phones does not exist",
  );
});

it("finds a parameter of a type that its column does not have", async () => {
  expect(await findProblem("update contact set tags = $1::int where account_id = $2")).toMatch(
    /"tags" is of type text\[\]/,
  );
});

it("names every statement whose text is only known at run time", () => {
  const found = [...new Set(statements.filter(({ texts }) => texts.length === 0).map(({ place }) => place))].sort();
  expect(found).toEqual([...dynamicStatements].sort());
});

const catalogue = await db.owner(async (q) => ({
  types: await q.rows<{ oid: number; category: string; name: string }>(
    "select oid::int, typcategory as category, typname as name from pg_type",
  ),
  nullable: await q.rows<{ column: string }>(
    "select attrelid::bigint || '.' || attnum as column from pg_attribute where attnum > 0 and not attnotnull",
  ),
}));
const nullable = new Set(catalogue.nullable.map(({ column }) => column));
const kinds = new Map(catalogue.types.map(({ oid, category, name }) => [oid, kindOf(category, name)]));

/** How a type of PostgreSQL arrives (`store/database.ts`): numbers of every type as numbers, a `date` as text, instants as dates. */
function kindOf(category: string, name: string): ExpectedColumn["kind"] | "json" {
  if (name === "json" || name === "jsonb") return "json";
  if (category === "N") return "number";
  if (category === "B") return "boolean";
  if (category === "A") return "list";
  return (category === "D" && name !== "date") || name === "bytea" ? "other" : "string";
}

/** What the columns of a statement and the row that TypeScript expects disagree about. */
function listDifferences(columns: readonly DescribedColumn[], expected: readonly ExpectedColumn[]): string[] {
  return expected.flatMap(({ name, kind, isOptional, isNullable }) => {
    const column = columns.find((one) => one.name === name);
    if (column === undefined) return isOptional ? [] : [`${name} is not selected`];
    const found = kinds.get(column.type);
    if (found !== "json" && found !== kind) return [`${name} is ${found}, not ${kind}`];
    return !isNullable && nullable.has(`${column.table}.${column.column}`) ? [`${name} may be null`] : [];
  });
}

/** Columns that may be null in their table, but not in the rows that the statement selects. */
const neverNull: Record<string, string> = {
  "store/agents/phone.ts closeSilentPhones: changed may be null": "the statement has just set it",
  "store/messages/doubt.ts listNamedRefs: ref may be null": "selected by the provider's id",
  "store/registration/tenDlcCampaign.ts listTemplatesOfSets: numberSetId may be null": "selected by number set",
  "store/routing/inbound.ts findTextingContacts: phone may be null": "selected by phone",
  "store/runs/schedule.ts listNextSlots: nextSlot may be null": "the condition excludes null",
  "store/runs/schedule.ts listNextSlots: nextAt may be null": "a schedule with a next slot has its time",
};

it("returns the columns, types and nulls that TypeScript expects of each row", async () => {
  const rows = listRowTypes(join(import.meta.dirname, ".."));
  const differences: string[] = [];
  let compared = 0;
  for (const { place, start, constant, texts } of fixed) {
    const expected = rows.filter(
      ({ file, start: from, name }) =>
        file === place.split(" ")[0] && (from === start || (constant !== null && name === constant)),
    );
    for (const { columns } of expected)
      for (const text of texts) {
        compared++;
        for (const difference of listDifferences(await describeColumns(client, text), columns))
          differences.push(`${place}: ${difference}`);
      }
  }
  expect(compared).toBeGreaterThan(300);
  expect([...new Set(differences)].sort()).toEqual(Object.keys(neverNull).sort());
});

it("finds a column that TypeScript expects and the statement does not select, one of another type and one that may be null", async () => {
  const expected = (name: string, kind: ExpectedColumn["kind"]) => ({
    name,
    kind,
    isOptional: false,
    isNullable: false,
  });
  const columns = await describeColumns(
    client,
    "select contact_id as id, created, phone from contact where account_id = $1",
  );
  expect(
    listDifferences(columns, [
      expected("id", "string"),
      expected("contactId", "string"),
      expected("created", "string"),
      expected("phone", "string"),
    ]),
  ).toEqual(["contactId is not selected", "created is other, not string", "phone may be null"]);
});
