import { beforeAll, describe, expect, it } from "vitest";
import { insertAnyRow } from "../../test/anyRow.ts";
import { isOnCluster } from "../../test/clusterDatabases.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { globalTables } from "../../test/globalTables.ts";
import { codeOf } from "./database.ts";

// Architecture, One program: every tenant table has account_id first in its keys, so that the schema can be distributed.
// Readings, Data: account-first with named exceptions, and forced row security under a role without login.

const db = await freshDatabase();
const ann = "0198c0de-0000-7000-8000-00000000000a";
const bob = "0198c0de-0000-7000-8000-00000000000b";
const runtime = "trunkline_runtime";

interface Table {
  name: string;
  secured: boolean;
  forced: boolean;
  policies: string[];
  owner: string;
}

const tables = await db.owner((q) =>
  q.rows<Table>(`
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
           pg_get_userbyid(c.relowner) as owner,
           array(select pg_get_expr(polqual, polrelid) || ' / ' || pg_get_expr(polwithcheck, polrelid)
                 from pg_policy where polrelid = c.oid and polcmd = '*' and polpermissive) as policies
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by c.relname`),
);
const tenantTables = tables.filter(({ name }) => !(name in globalTables)).map(({ name }) => name);
const isTenant = "not (c.relname = any ($1)) and not c.relispartition and c.relnamespace = 'public'::regnamespace";

/** What a query over the catalogue finds wrong, table by table. */
function listWrong(query: string): Promise<{ wrong: string }[]> {
  return db.owner((q) => q.rows<{ wrong: string }>(query, [Object.keys(globalTables)]));
}

describe("every tenant table", () => {
  it("is any table but those named as global, and each named one exists", () => {
    const names = tables.map(({ name }) => name);
    expect(Object.keys(globalTables).filter((name) => !names.includes(name))).toEqual([]);
    expect(tenantTables.length).toBeGreaterThan(15);
  });

  it("has a primary key, and account_id first in it and in every other unique index", async () => {
    const wrong = await listWrong(`
      select c.relname || coalesce('.' || i.indexrelid::regclass, ' has no primary key') as wrong
      from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisunique
      where c.relkind in ('r', 'p') and ${isTenant}
        and (i is null or not exists (select from pg_attribute a
             where a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'account_id'))`);
    expect(wrong).toEqual([]);
  });

  it("has account_id first in every foreign key, on both sides", async () => {
    const wrong = await listWrong(`
      select c.relname || '.' || f.conname as wrong
      from pg_constraint f join pg_class c on c.oid = f.conrelid
      where f.contype = 'f' and ${isTenant} and not (
        (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) = 'account_id'
        and (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) = 'account_id')`);
    expect(wrong).toEqual([]);
  });

  it("makes its ids in the program: no sequence, no identity", async () => {
    const sequences = await db.owner((q) =>
      q.rows("select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace"),
    );
    expect(sequences).toEqual([]);
  });

  it("has row security, forced but on a cluster (decision 0117), with the one policy", () => {
    const tenants = tables.filter(({ name }) => tenantTables.includes(name));
    expect(tenants.filter(({ secured, forced }) => !secured || forced === isOnCluster())).toEqual([]);
    const policies = new Set(tenants.map(({ policies: found }) => found.join(" and ")));
    expect([...policies]).toHaveLength(1);
    expect([...policies][0]).toMatch(
      isOnCluster()
        ? /^\s*CASE\s+WHEN \(trunkline_only\(\) IS NULL\) THEN \(NULLIF\(POSITION.*trunkline\.accounts.* IS NOT NULL\)\s+ELSE \(account_id = trunkline_only\(\)\)\s+END \/ \s*CASE\s.*END$/s
        : /^(\(array_position\(\( SELECT \(NULLIF\(current_setting\('trunkline\.accounts'::text, true\), ''::text\)\)::uuid\[\] AS "nullif"\), account_id\) IS NOT NULL\)) \/ \1$/,
    );
  });
});

describe("the runtime role", () => {
  it("neither logs in but between the nodes of a cluster, nor is it a superuser, nor does it pass by row security, nor makes anything", async () => {
    const role = await db.owner((q) =>
      q.one(
        "select rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = $1",
        [runtime],
      ),
    );
    expect(Object.values(role ?? { missing: true })).toEqual([isOnCluster(), false, false, false, false, false]);
    const inherited = await db.owner((q) =>
      q.rows("select roleid::regrole::text from pg_auth_members where member = $1::regrole", [runtime]),
    );
    expect(inherited).toEqual([]);
    const schema = await db.owner((q) =>
      q.one("select has_schema_privilege($1, 'public', 'create') as may", [runtime]),
    );
    expect(schema).toEqual({ may: false });
  });

  it("owns no table, and may not empty or bind one", async () => {
    expect(tables.filter(({ owner }) => owner === runtime)).toEqual([]);
    const wrong = await db.owner((q) =>
      q.rows(
        `select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and has_table_privilege($1, oid, 'truncate, references, trigger')`,
        [runtime],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("reaches a partition only through its table, where row security stands", async () => {
    const wrong = await db.owner((q) =>
      q.rows(
        `select relname from pg_class where relispartition and relkind = 'r' and not relrowsecurity
         and has_table_privilege($1, oid, 'select, insert, update, delete')`,
        [runtime],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("cannot borrow the owner's rights by a function", async () => {
    const wrong = await db.owner((q) =>
      q.rows("select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace"),
    );
    expect(wrong).toEqual([]);
  });

  it("may not change or remove what is append-only", async () => {
    const refused = await db.owner((q) =>
      q.rows(
        `select name from unnest(array['audit', 'audit_link', 'step', 'consent']) as name
         where has_table_privilege($1, name, 'update, delete')`,
        [runtime],
      ),
    );
    expect(refused).toEqual([]);
  });
});

describe.each(tenantTables)("rows of %s", (table) => {
  let row: object;

  beforeAll(async () => {
    row = await insertAnyRow(db, table, ann);
  });

  const count = async (accounts: string[]) => (await db.tx(accounts, (q) => q.rows(`select from "${table}"`))).length;

  it("are visible to their account alone, and not without an account", async () => {
    expect([await count([ann]), await count([bob, ann]), await count([bob]), await count([])]).toEqual([1, 1, 0, 0]);
  });

  it("cannot be changed, removed, added or given away by another account", async () => {
    const change = `update "${table}" set account_id = account_id`;
    const refused = [0, "42501"];
    expect(refused).toContain(await outcome(bob, change));
    expect(refused).toContain(await outcome(bob, `delete from "${table}"`));
    const columns = await writtenColumns(table);
    const copy = `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${table}", $1)`;
    expect(await outcome(bob, copy, [row])).toBe("42501");
    // Citus itself moves no row to another account
    expect(await outcome(ann, `update "${table}" set account_id = $1`, [bob])).toBe(isOnCluster() ? "0A000" : "42501");
    expect(await count([ann])).toBe(1);
  });
});

/** The columns that a statement may name: a generated one fills itself. */
async function writtenColumns(table: string): Promise<string> {
  const rows = await db.owner((q) =>
    q.rows<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    ),
  );
  return rows.map(({ name }) => `"${name}"`).join(", ");
}

/** How many rows a statement touched, or the code of its refusal. */
async function outcome(account: string, statement: string, parameters?: unknown[]): Promise<number | string> {
  try {
    return await db.tx([account], (q) => q.run(statement, parameters));
  } catch (error) {
    return codeOf(error);
  }
}
