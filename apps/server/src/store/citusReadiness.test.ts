import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { globalTables } from "../../test/globalTables.ts";
import { type JourneyUpdate, journeyWrites } from "./journeys/journey.ts";

// Architecture, One program: the schema can be distributed by account_id on Citus. This is what Citus demands of it.
// Keys and foreign keys of tenant tables are checked in catalogue.test.ts.

const db = await freshDatabase();
const list = (sql: string, values: unknown[] = []) =>
  db.owner(async (q) => (await q.rows<{ wrong: string }>(sql, values)).map(({ wrong }) => wrong));

it("has no policy with a subquery", async () => {
  const policies = await list(
    `select polrelid::regclass || ': ' || pg_get_expr(polqual, polrelid) || ' / ' || coalesce(pg_get_expr(polwithcheck, polrelid), '') as wrong
     from pg_policy`,
  );
  expect(policies.length).toBeGreaterThan(50);
  expect(policies.filter((policy) => /\bselect\b/i.test(policy))).toEqual([]);
});

it("has no trigger and no rule on a table", async () => {
  expect(
    await list(`
      select tgrelid::regclass || '.' || tgname as wrong from pg_trigger where not tgisinternal
      union all select ev_class::regclass || '.' || rulename from pg_rewrite r
        join pg_class c on c.oid = r.ev_class and c.relkind in ('r', 'p')`),
  ).toEqual([]);
});

it("has account_id first in every key of a table with accounts, apart from the global tables", async () => {
  expect(
    await list(
      `select i.indexrelid::regclass::text as wrong from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and c.relnamespace = 'public'::regnamespace and not (c.relname = any ($1::text[]))
         and not c.relispartition
         and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) is distinct from 'account_id'`,
      [Object.keys(globalTables)],
    ),
  ).toEqual([]);
});

it("has account_id first in the key of the binds of connections", async () => {
  expect(
    await list(
      `select pg_get_constraintdef(oid) as wrong from pg_constraint where conrelid = 'carrier_bind'::regclass and contype = 'p'`,
    ),
  ).toEqual(["PRIMARY KEY (account_id, connection_id)"]);
});

it("has no foreign key from a tenant table whose columns lack the account on either side", async () => {
  expect(
    await list(
      `select c.relname || '.' || f.conname as wrong from pg_constraint f join pg_class c on c.oid = f.conrelid
       where f.contype = 'f' and not c.relispartition and not (c.relname = any ($1::text[])) and not (
         (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) = 'account_id'
         and (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) = 'account_id')`,
      [Object.keys(globalTables)],
    ),
  ).toEqual([]);
});

const account = "0198c0de-0000-7000-8000-00000000000a";
const update: JourneyUpdate = {
  place: account,
  journey: { journeyId: account, at: 2, revision: 1, status: "moving", visits: 1, since: 0, vars: {}, depth: 0 },
  was: 0,
  dueAtMs: undefined,
  class: 2,
  vars: undefined,
};

it.each([
  ["a plain update", update],
  ["an update with variables", { ...update, vars: "{}" }],
])("names the account and the id, not the ctid, in %s of a journey when claims are made by account", (_, one) => {
  const [write] = journeyWrites([one], account);
  expect(write?.text).not.toMatch(/ctid|::tid/);
  expect(write?.text).toMatch(/j\.journey_id = .* and j\.account_id = \$\d+::uuid$/s);
});

/** The texts of the statements that connections prepare by name: the hot paths. */
async function listHotStatements(): Promise<{ name: string; text: string }[]> {
  const folder = import.meta.dirname;
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const found: { name: string; text: string }[] = [];
  for (const file of files)
    for (const [, name = "", text = ""] of (await readFile(join(folder, file), "utf8")).matchAll(
      /\bname: ([^\n]*?"[^\n]*?),\s*(?:\/\/[^\n]*\s*)?text:\s*(?:\w+\(\s*)?([`"][\s\S]*?[`"]),?\s*[\n})]/g,
    ))
      if (/\b(select|insert|update|delete)\b/.test(text)) found.push({ name, text });
  return found;
}

it("names the account in every statement of a hot path that reads or writes tenant tables", async () => {
  const statements = await listHotStatements();
  expect(statements.length).toBeGreaterThan(40);
  const tables = (
    await list(
      `select relname as wrong from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace = 'public'::regnamespace`,
    )
  ).filter((table) => !(table in globalTables));
  const ofTenants = new RegExp(`\\b(from|join|into|update) (${tables.join("|")})\\b`);
  const wrong = statements.filter(({ text }) => ofTenants.test(text) && !/account_id/.test(text));
  expect(wrong).toEqual([]);
});
