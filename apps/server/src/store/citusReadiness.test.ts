import { join } from "node:path";
import { expect, it } from "vitest";
import { isOnCluster } from "../../test/clusterDatabases.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { globalTables } from "../../test/globalTables.ts";
import { listStatements } from "../../test/statementsInSources.ts";
import { onlyFunction } from "./cluster/clusterFunctions.ts";
import { blankQuoted, endOf, outerOf } from "./cluster/statementParts.ts";
import { type JourneyUpdate, journeyWrites } from "./journeys/journey.ts";
import { listMigrations } from "./migrate.ts";

// Architecture, One program: the schema can be distributed by account_id on Citus. This is what Citus demands of it.
// Keys and foreign keys of tenant tables are checked in catalogue.test.ts.

const db = await freshDatabase();
const list = (sql: string, values: unknown[] = []) =>
  db.owner(async (q) => (await q.rows<{ wrong: string }>(sql, values)).map(({ wrong }) => wrong));

class Undone extends Error {}

it("protects every table of accounts without a subquery where the database is a cluster's", async () => {
  let policies: string[] = [];
  const tried = db.owner(async (q) => {
    // what `trunkline distribute` makes on every node
    await q.run(onlyFunction);
    const tables = await q.rows<{ name: string }>(
      "select tablename name from pg_policies where policyname = 'account'",
    );
    for (const { name } of tables) await q.run("call trunkline_protect($1)", [name]);
    const rows = await q.rows<{ policy: string }>(
      `select pg_get_expr(polqual, polrelid) || ' / ' || coalesce(pg_get_expr(polwithcheck, polrelid), '') policy
       from pg_policy where polname = 'account'`,
    );
    policies = rows.map(({ policy }) => policy);
    throw new Undone();
  });
  await expect(tried).rejects.toThrow(Undone);
  expect(policies.length).toBeGreaterThan(50);
  expect(policies.filter((policy) => /\bselect\b/i.test(policy) || !policy.includes("trunkline_only()"))).toEqual([]);
});

it("has no trigger and no rule on a table", async () => {
  expect(
    await list(`
      select tgrelid::regclass || '.' || tgname as wrong from pg_trigger join pg_class c on c.oid = tgrelid
        where not tgisinternal and c.relnamespace = 'public'::regnamespace
      union all select ev_class::regclass || '.' || rulename from pg_rewrite r
        join pg_class c on c.oid = r.ev_class and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`),
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
       where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition
         and not (c.relname = any ($1::text[])) and not (
         (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) = 'account_id'
         and (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) = 'account_id')`,
      [Object.keys(globalTables)],
    ),
  ).toEqual([]);
});

it("has no foreign key from a table of accounts to the accounts or users themselves", async () => {
  expect(
    await list(`
      select c.relname || '.' || f.conname as wrong from pg_constraint f join pg_class c on c.oid = f.conrelid
      where f.contype = 'f' and c.relrowsecurity and f.confrelid = any (array['account', 'auth_user']::regclass[])`),
  ).toEqual([]);
});

it("has no foreign key from a global table to a table of accounts", async () => {
  expect(
    await list(`
      select c.relname || '.' || f.conname as wrong from pg_constraint f join pg_class c on c.oid = f.conrelid
      join pg_class t on t.oid = f.confrelid where f.contype = 'f' and not c.relrowsecurity and t.relrowsecurity`),
  ).toEqual([]);
});

it("has a primary key on every table, so that a shard can move while the program works", async () => {
  expect(
    await list(`
      select c.relname as wrong from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`),
  ).toEqual([]);
});

const migrations = (await listMigrations()).filter(({ version }) => version > 119);

/** The statements of a migration without comments. */
const statementsOf = (sql: string): string[] => sql.replace(/--[^\n]*/g, "").split(/;\s*\n/);

it("adds foreign keys between tables of accounts after the table is one: on a cluster it is distributed first", () => {
  const wrong = migrations.flatMap(({ name, sql }) =>
    statementsOf(sql)
      .filter((one) => /^\s*create\s+table/i.test(one) && /foreign\s+key\s*\(\s*account_id/i.test(one))
      .map((one) => `${name}: ${one.trim().split("\n")[0]}`),
  );
  expect(wrong).toEqual([]);
});

const statements = await listStatements(join(import.meta.dirname, ".."));

it("has no CASE over a value in a statement that writes: Citus compares nothing with it", () => {
  const writes = statements.flatMap(({ place, source, texts }) =>
    (texts.length > 0 ? texts : [source])
      .filter(
        (text) =>
          /\b(insert\s+into\s|update\s+[a-z_]+\s+([a-z]+\s+)?set\b|delete\s+from\s)/.test(text) &&
          /\bcase\s+(?!\s|when\b)/.test(text),
      )
      .map(() => place),
  );
  // by ctid, and so never on a cluster
  expect([...new Set(writes)]).toEqual(["store/journeys/journey.ts plainWrite"]);
});

/** What the updates of a statement assign, each with its column and with what is in parentheses left out. */
function listAssignments(text: string): string[] {
  const bare = blankQuoted(text);
  return [...bare.matchAll(/\bupdate\s+(?:[a-z_0-9]+\s+(?:as\s+)?(?:[a-z_0-9]+\s+)?)?set\b/gi)].flatMap((found) => {
    const from = found.index + found[0].length;
    const outer = outerOf(bare.slice(from, endOf(bare, from))).replace(/\barray\s*\[[^[\]]*\]|\[\]/gi, "");
    return (outer.split(/\b(?:from|where|returning)\b/i)[0] ?? "").split(",").map((one) => one.trim());
  });
}

const assignsElement = (text: string): boolean => listAssignments(text).some((one) => one.endsWith("]"));

it("assigns no element of an array as it is: the coordinator of a cluster dies of it", () => {
  const wrong = statements.filter(({ source, texts }) => (texts.length > 0 ? texts : [source]).some(assignsElement));
  expect(wrong.map(({ place }) => place)).toEqual([]);
});

it("finds an assigned element of an array", () => {
  expect(assignsElement("with a as (update t u set x = 1, y = ($1::text[])[2] from b) select 1")).toBe(true);
  expect(assignsElement("insert into t (x) values (1) on conflict (x) do update set y = excluded.z[1]")).toBe(true);
  expect(assignsElement("update t set x = array[1, 2], y = $1::text[], z = coalesce(a[1], 2) where b = c[1]")).toBe(
    false,
  );
});

const allTexts = statements.flatMap(({ source, texts }) => (texts.length > 0 ? texts : [source]));

it("writes the times that a transaction finds again by now(): a default is the time of the node", () => {
  const found = allTexts.flatMap((text) =>
    [...text.matchAll(/\bfrom\s+([a-z_]+)\s+where\b(?:(?!\bset\b)[\s\S])*?\b([a-z_]+) = now\(\)/g)].map(
      ([, table = "", column = ""]) => ({ table, column }),
    ),
  );
  expect(found).toContainEqual({ table: "batch_filtered", column: "at" });
  const wrong = found.flatMap(({ table, column }) =>
    allTexts
      .flatMap((text) => [...text.matchAll(new RegExp(`\\binsert into ${table}\\b[^(]*\\(([^)]*)\\)`, "g"))])
      .filter(([, columns = ""]) => !columns.split(/,\s*/).includes(column))
      .map(([insert]) => insert),
  );
  expect(wrong).toEqual([]);
});

it("leaves the procedure that distributes new tables as it is", () => {
  expect(migrations.filter(({ sql }) => /procedure\s+trunkline_tenant\b/i.test(sql)).map(({ name }) => name)).toEqual(
    [],
  );
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

interface PlanNode {
  [detail: string]: unknown;
  "Node Type": string;
  Alias?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];
const conditionsOf = (node: PlanNode): string =>
  Object.entries(node)
    .filter(([detail]) => /Cond$|Filter$/.test(detail))
    .map(([, condition]) => String(condition))
    .join(" ");

/** Reads of tables of tenants in a plan that no condition limits to an account. The owner's plans contain no policies. */
function listUnlimited(plan: PlanNode, tenantTables: ReadonlySet<string>): string[] {
  const nodes = listNodes(plan);
  const all = nodes.map(conditionsOf).join(" ");
  return nodes
    .filter((node) => {
      if (!tenantTables.has(node["Relation Name"] ?? "") || node["Node Type"] === "ModifyTable") return false;
      const own = listNodes({
        ...node,
        Plans: (node.Plans ?? []).filter((inner) => inner["Node Type"] === "Bitmap Index Scan"),
      });
      return !/account_id/.test(own.map(conditionsOf).join(" ")) && !all.includes(`${node.Alias}.account_id`);
    })
    .map((node) => `${node["Relation Name"]} ${node.Alias}`);
}

/** Statements that connections prepare by name: the hot paths. */
const hot = statements.filter(
  // finds journeys by ctid, and is not used where claims are made by account
  ({ name, place }) => name !== null && place !== "store/journeys/journey.ts plainWrite",
);

/** What the plan of a statement by key reads of tables of tenants without limiting it to an account. */
function planUnlimited(text: string): Promise<string[]> {
  return db.owner(async (q) => {
    await q.run(
      "set local plan_cache_mode = force_generic_plan; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off",
    );
    await q.run(`prepare hot as ${text}`);
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const nulls = parameters === 0 ? "" : `(${new Array(parameters).fill("null").join(", ")})`;
    const found = await q.one<{ "QUERY PLAN": { Plan: PlanNode }[] }>(`explain (format json) execute hot${nulls}`);
    await q.run("deallocate hot");
    return (found?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => listUnlimited(Plan, tenantTables));
  });
}

const tenantTables: ReadonlySet<string> = new Set(
  await list(
    `select relname as wrong from pg_class c
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not (coalesce((select relname from pg_class where oid = pg_partition_root(c.oid)), relname) = any ($1::text[]))`,
    [Object.keys(globalTables)],
  ),
);

// a transaction of a cluster's owner has no account, and its plans name shards
const planned = it.skipIf(isOnCluster());

planned("limits every read of a tenant table in a hot statement to an account", async () => {
  const wrong: string[] = [];
  const texts = hot.flatMap((statement) => statement.texts.map((text) => ({ name: statement.name, text })));
  for (const { name, text } of texts) for (const one of await planUnlimited(text)) wrong.push(`${name}: ${one}`);
  expect(texts.length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

planned("finds a read that has no account, and one whose join has none", async () => {
  expect(await planUnlimited("select phone from contact c where c.contact_id = $1")).toEqual(["contact c"]);
  const joined = "select 1 from batch b join workflow_version v on v.version = b.version where b.account_id = $1";
  expect(await planUnlimited(joined)).toEqual(["workflow_version v"]);
});

/** Hot statements whose text is made at run time and whose own source does not name the account. */
const withoutAccount: Record<string, string> = {
  "store/together.ts statementOf": "joins statements that are checked themselves",
  "store/journeys/journey.ts fullWrite":
    "finds journeys by ctid, or by account in the dialect that the cases above check",
  "store/calls/callQueue.ts moveCalls": "its update joins by account_id",
  "store/messages/message.ts moveMessages": "its update joins by account_id",
};

it("names the account in the source of every hot statement that is made at run time", () => {
  const made = hot.filter(({ texts, source }) => texts.length === 0 && !/account_id/.test(source));
  expect(made.map(({ place }) => place).sort()).toEqual(Object.keys(withoutAccount).sort());
});
