import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Refusal } from "../../refusal.ts";
import {
  columnsOf,
  listSavedPartitions,
  listSavedTables,
  quoted,
  type SavedPartition,
  type SavedTable,
} from "./savedTables.ts";

/** What is read of a database in one snapshot. */
export interface Snapshot {
  migrations: { version: number; name: string; checksum: string }[];
  /** What shows whether a master key is the installation's; null before the first start. */
  installation: SavedInstallation | null;
  tables: SavedTable[];
  partitions: SavedPartition[];
  /** The rows of a table as lines of COPY's text format. */
  rowsOf(table: SavedTable): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** The check of the master key as hex, and the sealed key of tokens once the master key was changed. */
export interface SavedInstallation {
  keyCheck: string;
  tokenKey: string | null;
}

/** Accounts visible at once, where the role of the database obeys row security. */
const accountsAtOnce = 100;

/** Opens one repeatable-read snapshot of everything. It holds back vacuum until it is closed, and nothing else. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: "trunkline backup" });
  // a statement in progress reports a broken connection
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    const { rows: there } = await client.query("select to_regclass('installation') is not null is");
    if (!there[0].is)
      throw new Refusal("There is nothing to back up: the database has no tables. Check DATABASE_URL or --data-dir.");
    const { rows: cluster } = await client.query("select to_regprocedure('trunkline_only()') is not null is");
    if (cluster[0].is)
      throw new Refusal(
        "The database is distributed over several servers, which have no common moment to read. Archive the log of every server instead (docs/operating.md, More than one database server).",
      );
    const { rows: migrations } = await client.query(
      "select version, name, checksum from trunkline_migration order by version",
    );
    const { rows: installations } = await client.query<SavedInstallation>(
      `select encode(key_check, 'hex') "keyCheck", token_key "tokenKey" from installation`,
    );
    const accounts = await accountGroups(client);
    return {
      migrations,
      installation: installations[0] ?? null,
      tables: await listSavedTables(client),
      partitions: await listSavedPartitions(client),
      rowsOf: (table) => readRows(client, table, accounts),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Lists of accounts for `trunkline.accounts`; one empty list where the role sees all rows. */
async function accountGroups(client: pg.ClientBase): Promise<string[]> {
  const { rows: roles } = await client.query<{ seesAll: boolean }>(
    `select rolsuper or rolbypassrls "seesAll" from pg_roles where rolname = current_user`,
  );
  if (roles[0]?.seesAll) return [""];
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(account_id::text, ',') list
     from (select account_id, (row_number() over (order by account_id) - 1) / $1 part from account) a group by part order by part`,
    [accountsAtOnce],
  );
  return rows.map(({ list }) => `{${list}}`);
}

async function* readRows(
  client: pg.ClientBase,
  table: SavedTable,
  accounts: readonly string[],
): AsyncGenerator<Buffer, void, void> {
  for (const list of table.isTenant ? accounts : [""]) {
    await client.query("select set_config('trunkline.accounts', $1, true)", [list]);
    // of a query and not of the table, because COPY of a partitioned table reads none of its partitions
    yield* client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`));
  }
}
