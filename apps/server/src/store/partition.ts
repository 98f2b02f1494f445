import { codeOf, type Database, type Query } from "./database.ts";

/** Of the largest histories: their new rows say nothing new about their columns. */
const rarelyAnalyzed = "autovacuum_analyze_scale_factor = 0.5";

/** Tables of history and the column whose time-ordered ids they are cut by. */
const histories = [
  { table: "step", column: "journey_id", options: ` with (${rarelyAnalyzed})` },
  { table: "message", column: "message_id", options: ` with (fillfactor = 70, ${rarelyAnalyzed})` },
  { table: "receipt", column: "message_id", options: "" },
  { table: "effect", column: "effect_id", options: " with (fillfactor = 70)" },
  { table: "email", column: "email_id", options: " with (fillfactor = 70)" },
  { table: "webhook_delivery", column: "delivery_id", options: "" },
  { table: "call", column: "call_id", options: " with (fillfactor = 60)" },
  { table: "call_event", column: "call_id", options: "" },
  { table: "route_decision", column: "subject_id", options: "" },
] as const;

/**
 * Makes the monthly partitions of history from the month of `days` days ago on, as the owner. A month whose rows already lie
 * in the default partition stays there. Returns the names of those made.
 */
export async function insertPartitions(q: Query, monthsAhead: number, days = 0): Promise<string[]> {
  await q.run("select pg_advisory_xact_lock(7461206)");
  const made: string[] = [];
  const months = await q.rows<{ name: string; first: string; last: string; start: Date }>(
    `select to_char(m, 'YYYYMM') as name, trunkline_first_id(m)::text as first,
       trunkline_first_id(m + interval '1 month')::text as last, m as start
     from generate_series(date_trunc('month', (now() - $2 * interval '1 day') at time zone 'UTC') at time zone 'UTC',
       now() + $1 * interval '1 month', interval '1 month') m`,
    [monthsAhead, days],
  );
  for (const { name, first, last } of months)
    for (const { table, column, options } of histories) {
      const partition = `${table}_${name}`;
      const there = await q.one(`select from pg_class where oid = to_regclass($1)`, [partition]);
      if (there || (await hasRows(q, table, column, first, last))) continue;
      // a row of that month may be on its way into the default partition, whose lock the creation needs as well
      await q.run(`lock table ${table}_else in access exclusive mode`);
      if (await hasRows(q, table, column, first, last)) continue;
      await q.run(
        `create table ${partition} partition of ${table} for values from ('${first}') to ('${last}')${options}`,
      );
      made.push(partition);
    }
  return made;
}

async function hasRows(q: Query, table: string, column: string, first: string, last: string): Promise<boolean> {
  // a column and no EXISTS in what is selected: so that it can ask every node of a cluster
  const row = await q.one(`select 1 as found from ${table}_else where ${column} >= $1 and ${column} < $2 limit 1`, [
    first,
    last,
  ]);
  return row !== null;
}

/** The longest that writers wait for a partition to be removed. */
const timeBudgetMs = 200;

/**
 * Drops empty monthly partitions, as the owner, because they still cost every statement that reads all months. This month
 * and the two before stay. A partition that is in use is left for the next time. Returns the names of those dropped.
 */
export async function removeEmptyPartitions(db: Database): Promise<string[]> {
  const old = await db.owner((q) =>
    q.rows<{ name: string; parent: string }>(
      `select c.relname as name, p.relname as parent from pg_inherits i
       join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where p.relname = any ($1::text[]) and c.relname ~ '_[0-9]{6}$'
         and right(c.relname, 6) < to_char(now() at time zone 'UTC' - interval '2 months', 'YYYYMM')
       order by 1`,
      [histories.map(({ table }) => table)],
    ),
  );
  const gone: string[] = [];
  for (const { name, parent } of old) if (await removeWhenEmpty(db, name, parent)) gone.push(name);
  return gone;
}

const removeWhenEmpty = (db: Database, name: string, parent: string): Promise<boolean> =>
  db
    .owner(async (q) => {
      const isEmpty = async () => (await q.one(`select 1 as found from ${name} limit 1`)) === null;
      if (!(await isEmpty())) return false;
      await q.run(`set local lock_timeout = ${timeBudgetMs}`);
      await q.run(`lock table only ${parent}, ${name} in access exclusive mode`);
      if (!(await isEmpty())) return false;
      await q.run(`drop table ${name}`);
      return true;
    })
    .catch((error: unknown) => {
      if (codeOf(error) === "55P03") return false;
      throw error;
    });
