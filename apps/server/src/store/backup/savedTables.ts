import type pg from "pg";

/** A table whose rows belong to a backup. */
export interface SavedTable {
  name: string;
  /** The columns that are stored. Generated ones are computed again. */
  columns: string[];
  /** Whether row security limits it to the accounts of the transaction. */
  isTenant: boolean;
  /** What PostgreSQL believes that it holds, to say how far a backup is. */
  rows: number;
}

/** A monthly partition of a table of history. */
export interface SavedPartition {
  table: string;
  name: string;
  /** `FOR VALUES FROM (…) TO (…)` */
  bound: string;
  /** `fillfactor=70`, or "". */
  options: string;
}

/** Tables that hold nothing of the installation: what was migrated is in the header, the rest is not logged either. */
const isSaved = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relpersistence = 'p' and c.relname <> 'trunkline_migration'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Every table of a backup by name, with its columns. */
export async function listSavedTables(client: pg.ClientBase): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable>(
    `select c.relname name, c.relrowsecurity "isTenant",
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) columns,
       (select coalesce(sum(greatest(p.reltuples, 0)), 0)::float8 from pg_class p
         where p.oid = c.oid or p.oid in (select inhrelid from pg_inherits where inhparent = c.oid)) rows
     from pg_class c where ${isSaved} order by 1`,
  );
  return rows;
}

/** The partitions of these tables but for the default ones, which every database has. */
export async function listSavedPartitions(client: pg.ClientBase): Promise<SavedPartition[]> {
  const { rows } = await client.query<SavedPartition>(
    `select p.relname "table", c.relname name, pg_get_expr(c.relpartbound, c.oid) bound,
       coalesce(array_to_string(c.reloptions, ', '), '') options
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
       and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by 1, 2`,
  );
  return rows;
}

/** An identifier as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Its columns as SQL. */
export const columnsOf = ({ columns }: Pick<SavedTable, "columns">): string => columns.map(quoted).join(", ");
