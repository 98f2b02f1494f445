import type pg from "pg";
import { quoted } from "../backup/savedTables.ts";

/** What a server of the cluster says of itself. */
export interface NodeHealth {
  host: string;
  port: number;
  /** Of tables by account. */
  shards: number;
  /** Null: it does not answer. */
  settings: NodeSettings | null;
}

interface NodeSettings {
  walLevel: string;
  preparedTransactions: number;
  /** Transactions over several nodes that wait for their end for minutes. */
  leftPrepared: number;
  /** Whether trunkline_runtime may connect. */
  runtimeMayConnect: boolean;
  /** Whether row security applies to trunkline_runtime. */
  runtimeIsLimited: boolean;
  /** Plugins that may read the log, and so move shards; null: any may. */
  outputPlugins: string | null;
  /** Whether it has the functions of transactions. */
  isPrepared: boolean;
  /** Its clock against the coordinator's. */
  secondsAhead: number;
}

const askNode = `select json_build_object('walLevel', current_setting('wal_level'),
  'outputPlugins', current_setting('output_plugin_libraries', true),
  'preparedTransactions', current_setting('max_prepared_transactions')::int,
  'leftPrepared', (select count(*) from pg_prepared_xacts where database = current_database() and prepared < now() - interval '5 minutes'),
  'runtimeMayConnect', coalesce((select rolcanlogin from pg_roles where rolname = 'trunkline_runtime'), false),
  'runtimeIsLimited', coalesce((select not r.rolsuper and not r.rolbypassrls and not pg_has_role(r.oid, c.relowner, 'usage')
    from pg_roles r, pg_class c where r.rolname = 'trunkline_runtime' and c.oid = to_regclass('public.contact')), false),
  'isPrepared', to_regprocedure('public.trunkline_only()') is not null and to_regprocedure('trunkline_cluster.now()') is not null,
  'at', extract(epoch from clock_timestamp()))`;

/** Asks every server of the cluster. */
export async function listNodeHealth(client: pg.ClientBase): Promise<NodeHealth[]> {
  const { rows } = await client.query<{
    host: string;
    port: number;
    shards: string;
    success: boolean;
    result: string;
    now: number;
  }>(
    `select n.nodename host, n.nodeport port, r.success, r.result, date_part('epoch', clock_timestamp()) now,
       (select count(*) from pg_dist_placement p join pg_dist_shard s using (shardid)
         join pg_dist_partition d using (logicalrelid) where d.partmethod = 'h' and p.groupid = n.groupid) shards
     from run_command_on_all_nodes($1, give_warning_for_connection_errors => true) r
     join pg_dist_node n using (nodeid) order by n.groupid`,
    [askNode],
  );
  return rows.map(({ host, port, shards, success, result, now }) => ({
    host,
    port,
    shards: Number(shards),
    settings: success ? readSettings(result, now) : null,
  }));
}

function readSettings(result: string, now: number): NodeSettings {
  const { at, ...settings } = JSON.parse(result) as Omit<NodeSettings, "secondsAhead"> & { at: number };
  return { ...settings, secondsAhead: at - now };
}

/** Rows of tables with accounts whose account does not exist: no foreign key prevents them on a cluster. Table and count. */
export async function listOrphans(client: pg.ClientBase): Promise<{ table: string; rows: number }[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and (not c.relrowsecurity or c.relname = 'email_template') and c.relname <> 'account' order by 1`,
  );
  const found: { table: string; rows: number }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) n from ${quoted(name)} t left join account a on a.account_id = t.account_id
       where t.account_id is not null and a.account_id is null`,
    );
    const count = Number(rows[0]?.n);
    if (count > 0) found.push({ table: name, rows: count });
  }
  return found;
}
