import type pg from "pg";
import { quoted } from "../backup/savedTables.ts";
import { distributeFunctions, prepareNodes } from "./clusterFunctions.ts";
import { type ClusterState, type ClusterTable, isDistributed, readCluster, underWayTable } from "./clusterState.ts";

/** Begins: nothing is moved yet, but foreign keys are noted and off until the end, so that tables come in any order. */
export async function beginDistribution(client: pg.ClientBase): Promise<void> {
  await prepareNodes(client);
  await inTransaction(client, async () => {
    await client.query(
      `create table if not exists ${underWayTable} (table_name text, key_name text, definition text, primary key (table_name, key_name))`,
    );
    await client.query(
      `insert into ${underWayTable}
       select c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 on conflict do nothing`,
    );
    const { rows } = await client.query<{ table: string; key: string }>(
      `select conrelid::regclass::text "table", conname key from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    );
    for (const { table, key } of rows) await client.query(`alter table ${table} drop constraint ${quoted(key)}`);
    await exemptOwner(client);
  });
  await distributeFunctions(client);
}

/**
 * Row security is not forced upon the owner on a cluster: PostgreSQL replicates into no table whose owner it applies to, and
 * so no shard could move while the program works. Transactions run as trunkline_runtime, which owns nothing (decision 0117).
 */
export async function exemptOwner(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1",
  );
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} no force row level security`);
}

/** Where it is put, with the number of shards for the first of the tables by account. */
interface Place {
  table: ClusterTable;
  shards: number;
  /** A table by account that is distributed already; null: this is the first. */
  anchor: string | null;
}

/** Puts a table where it belongs, in one transaction, and answers its rows. They are counted before and after. */
export async function placeTable(client: pg.ClientBase, { table, shards, anchor }: Place): Promise<number> {
  const name = quoted(table.name);
  const rows = await inTransaction(client, async () => {
    await client.query(`lock table ${name} in share row exclusive mode`);
    const count = async (): Promise<number> =>
      Number((await client.query<{ n: string }>(`select count(*) n from ${name}`)).rows[0]?.n);
    if (table.belongs === "byAccount") {
      await client.query("call trunkline_protect($1)", [table.name]);
      // a shard moves by its log
      if (table.isUnlogged) await client.query(`alter table ${name} set logged`);
    }
    const before = await count();
    await place(client, table, shards, anchor);
    const after = await count();
    if (after !== before)
      throw new Error(`${table.name} had ${before} rows and has ${after} on the cluster. Nothing of it was changed.`);
    return before;
  });
  if (rows > 0 && table.belongs !== "coordinator") await removeLocalRows(client, table.name);
  return rows;
}

async function place(client: pg.ClientBase, table: ClusterTable, shards: number, anchor: string | null): Promise<void> {
  if (table.belongs === "everyNode") await client.query("select create_reference_table($1::regclass)", [table.name]);
  else if (table.belongs === "coordinator")
    await client.query("select citus_add_local_table_to_metadata($1::regclass)", [table.name]);
  else if (anchor === null)
    await client.query(
      "select create_distributed_table($1::regclass, 'account_id', colocate_with => 'none', shard_count => $2)",
      [table.name, shards],
    );
  else
    await client.query("select create_distributed_table($1::regclass, 'account_id', colocate_with => $2)", [
      table.name,
      anchor,
    ]);
}

/** Citus copies the rows to the nodes and leaves the old ones on the disk, where no statement sees them. */
const removeLocalRows = (client: pg.ClientBase, name: string): Promise<unknown> =>
  client.query("select truncate_local_data_after_distributing_table($1::regclass)", [name]);

/** A death between the two steps has left rows behind. */
async function removeAllLocalRows(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct coalesce(pg_partition_root(c.oid), c.oid)::regclass::text name
     from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where (d.partmethod = 'h' or d.repmodel = 't') and c.relkind = 'r' and pg_relation_size(c.oid) > 0`,
  );
  for (const { name } of rows) await removeLocalRows(client, name);
}

/** Makes the foreign keys again and takes the mark away. */
export async function finishDistribution(client: pg.ClientBase): Promise<void> {
  await removeAllLocalRows(client);
  const { rows: keys } = await client.query<{ table: string; key: string; definition: string }>(
    `select table_name "table", key_name key, definition from ${underWayTable} order by 1, 2`,
  );
  for (const { table, key, definition } of keys) {
    const there = await client.query("select from pg_constraint where conrelid = $1::regclass and conname = $2", [
      table,
      key,
    ]);
    if (there.rowCount === 0) await client.query(`alter table ${table} add constraint ${quoted(key)} ${definition}`);
  }
  await client.query(`drop table ${underWayTable}`);
}

/** Puts tables and functions where they belong that a migration has made since the installation was distributed. Returns the tables. */
export async function placeNewTables(client: pg.ClientBase): Promise<string[]> {
  const state = await readCluster(client);
  if (state === null || !isDistributed(state)) return [];
  await distributeFunctions(client);
  const misplaced = listMisplaced(state);
  for (const table of misplaced) await placeTable(client, { table, shards: 0, anchor: "contact" });
  await exemptOwner(client);
  return misplaced.map(({ name }) => name);
}

/** Tables that are not where they belong. */
export const listMisplaced = ({ tables }: Pick<ClusterState, "tables">): ClusterTable[] =>
  tables.filter(({ belongs, is }) => belongs !== is);

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
