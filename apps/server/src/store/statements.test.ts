import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { dynamicStatements } from "../../test/dynamicStatements.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { listStatements } from "../../test/statementsInSources.ts";
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
