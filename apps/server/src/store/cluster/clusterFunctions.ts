import type pg from "pg";

/**
 * Functions of PostgreSQL that statements use in what they write, and that Citus refuses there because their result is not
 * always the same. On a cluster the schema trunkline_cluster has them under the same names as immutable, and transactions
 * find them first: every statement is planned when it runs, so nothing old is used (decision 0114).
 */
const names = [
  "anytextcat",
  "array_to_string",
  "clock_timestamp",
  "concat",
  "concat_ws",
  "date_part",
  "date_trunc",
  "format",
  "jsonb_build_array",
  "jsonb_build_object",
  "jsonb_strip_nulls",
  "now",
  "textanycat",
  "timestamptz_mi_interval",
  "timestamptz_pl_interval",
  "to_char",
  "to_json",
  "to_jsonb",
];

/** Those that PostgreSQL writes in SQL. */
const ofSql = [
  `create or replace function trunkline_cluster.textanycat(text, anynonarray) returns text language sql immutable strict parallel safe
   as 'select $1 operator(pg_catalog.||) $2::pg_catalog.text'`,
  `create or replace function trunkline_cluster.anytextcat(anynonarray, text) returns text language sql immutable strict parallel safe
   as 'select $1::pg_catalog.text operator(pg_catalog.||) $2'`,
];

const operators = [
  { name: "+", left: "timestamptz", right: "interval", by: "timestamptz_pl_interval" },
  { name: "-", left: "timestamptz", right: "interval", by: "timestamptz_mi_interval" },
  { name: "||", left: "text", right: "anynonarray", by: "textanycat" },
  { name: "||", left: "anynonarray", right: "text", by: "anytextcat" },
];

/** The account of a transaction that has exactly one. Called immutable, so that it is a constant of the plan: see 0119_cluster.sql. */
export const onlyFunction = `create or replace function public.trunkline_only() returns uuid language plpgsql immutable parallel safe as $only$
  begin
    return case when length(current_setting('trunkline.accounts', true)) = 38
      then substr(current_setting('trunkline.accounts', true), 2, 36)::uuid end;
  end $only$`;

/** The nodes connect to each other as the role of the transaction. */
const runtimeMayConnect = `
  if not exists (select from pg_roles where rolname = 'trunkline_runtime') then create role trunkline_runtime nologin; end if;
  alter role trunkline_runtime login`;

/** Makes on every node what transactions need there, also on those that were added since. */
export async function prepareNodes(client: pg.ClientBase): Promise<void> {
  const { rows: functions } = await client.query<{ statement: string }>(
    `select format('create or replace function trunkline_cluster.%I(%s) returns %s language internal immutable %s parallel safe as %L',
       proname, pg_get_function_arguments(oid), pg_get_function_result(oid), case when proisstrict then 'strict' else '' end, prosrc) statement
     from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname = any ($1) and provolatile <> 'i' and not proretset
       and prolang = (select oid from pg_language where lanname = 'internal') order by 1`,
    [names],
  );
  const made = [
    "create schema if not exists trunkline_cluster",
    ...functions.map(({ statement }) => statement),
    ...ofSql,
    onlyFunction,
    "grant usage on schema trunkline_cluster to public",
  ];
  const body = [runtimeMayConnect, ...made, ...operators.map(makeOperator)].join(";\n");
  await onEveryNode(
    client,
    `do $all$ begin
       perform set_config('citus.enable_ddl_propagation', 'off', true);
       ${body};
     end $all$`,
  );
}

const makeOperator = ({ name, left, right, by }: (typeof operators)[number]): string =>
  `if not exists (select from pg_operator where oprnamespace = 'trunkline_cluster'::regnamespace and oprname = '${name}'
     and oprleft = '${left}'::regtype and oprright = '${right}'::regtype) then
     create operator trunkline_cluster.${name} (leftarg = ${left}, rightarg = ${right}, function = trunkline_cluster.${by});
   end if`;

async function onEveryNode(client: pg.ClientBase, command: string): Promise<void> {
  await client.query(command);
  const { rows } = await client.query<{ success: boolean; result: string }>(
    "select success, result from run_command_on_workers($1)",
    [command],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`A worker node cannot be prepared: ${failed.result}`);
}

/** Lets the nodes have the functions of migrations, those that are added later too. */
export async function distributeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
       and not exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid) order by 1`,
  );
  for (const { name } of rows) await client.query("select create_distributed_function($1::regprocedure)", [name]);
}
