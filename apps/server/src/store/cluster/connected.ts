import type pg from "pg";

/** How many connections of processes of the product the database has, but for those of commands. */
export async function countProcesses(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select count(*) n from pg_stat_activity
     where datname = current_database() and application_name = 'trunkline' and pid <> pg_backend_pid()`,
  );
  return Number(rows[0]?.n);
}

/** Whether the role may do everything. */
export async function isSuperuser(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'select rolsuper "is" from pg_roles where rolname = current_user',
  );
  return rows[0]?.is ?? false;
}

/** Lets one command at a time distribute; false if another does. It ends with the connection. */
export async function lockDistribution(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>("select pg_try_advisory_lock(7461209) has");
  return rows[0]?.has ?? false;
}
