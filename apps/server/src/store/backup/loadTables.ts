import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type HeldWork, holdRestored } from "./holdRestored.ts";
import { columnsOf, listSavedTables, quoted, type SavedPartition, type SavedTable } from "./savedTables.ts";

/** The one transaction that fills a database from a backup. */
export interface Loading {
  /** Opens a table for lines of COPY's text format, one table at a time. `end` answers how many rows arrived. */
  open(table: SavedTable): { write(lines: Buffer): Promise<void>; end(): Promise<number> };
  /** Checks the keys between the tables, holds what was on its way, and commits. */
  finish(): Promise<HeldWork>;
  /** Leaves the database as it was. */
  cancel(): Promise<void>;
}

/** Whether a database holds an account. */
export async function hasAccounts(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('public.account') is not null there");
    if (!rows[0].there) return false;
    return ((await client.query("select from account limit 1")).rowCount ?? 0) > 0;
  });
}

/** Begins to fill a migrated database without accounts. Foreign keys are off until the end, so that tables come in any order. */
export async function beginLoading(
  url: string,
  { tables, partitions }: { tables: readonly SavedTable[]; partitions: readonly SavedPartition[] },
): Promise<Loading> {
  const client = await connected(url);
  try {
    await client.query("begin");
    const own = await listSavedTables(client);
    const missing = tables.filter(({ name }) => own.every((one) => one.name !== name)).map(({ name }) => name);
    if (missing.length > 0) throw new Error(`The database lacks the tables ${missing.join(", ")}`);
    await client.query(`truncate ${own.map(({ name }) => quoted(name)).join(", ")}`);
    const keys = await dropForeignKeys(client);
    const forced = await liftRowSecurity(client);
    for (const partition of partitions) await makePartition(client, partition);
    return {
      open: (table) => openTable(client, table),
      async finish() {
        for (const key of keys) await client.query(key);
        const held = await holdRestored(client);
        for (const name of forced) await client.query(`alter table ${quoted(name)} force row level security`);
        await client.query("commit");
        await client.query("analyze");
        await client.end();
        return held;
      },
      cancel: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "trunkline restore" });
  // a statement in progress reports a broken connection
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops every foreign key and returns the statements that make them again. */
async function dropForeignKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text "table", c.conname name, pg_get_constraintdef(c.oid) definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`);
}

/** Lets the owner write rows of every account; returns the tables to protect again. */
async function liftRowSecurity(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} no force row level security`);
  return rows.map(({ name }) => name);
}

async function makePartition(client: pg.ClientBase, { table, name, bound, options }: SavedPartition): Promise<void> {
  const storage = options === "" ? "" : ` with (${options})`;
  await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(table)} ${bound}${storage}`);
}

function openTable(client: pg.ClientBase, table: SavedTable): ReturnType<Loading["open"]> {
  const target = client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
  // the next write or the end reports a row that PostgreSQL refuses
  const failed = new Promise<never>((_, reject) => target.once("error", reject));
  failed.catch(() => {});
  return {
    async write(lines) {
      if (!target.write(lines)) await Promise.race([once(target, "drain"), failed]);
    },
    async end() {
      target.end();
      await Promise.race([once(target, "finish"), failed]);
      return target.rowCount;
    },
  };
}
