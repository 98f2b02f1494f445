import type { Query } from "./database.ts";

/** Tables of history and the column whose time-ordered ids they are cut by. */
const histories = [
  { table: "step", column: "journey_id", options: "" },
  { table: "message", column: "message_id", options: " with (fillfactor = 70)" },
  { table: "receipt", column: "message_id", options: "" },
  { table: "effect", column: "effect_id", options: " with (fillfactor = 70)" },
  { table: "email", column: "email_id", options: " with (fillfactor = 70)" },
  { table: "webhook_delivery", column: "delivery_id", options: "" },
  { table: "call", column: "call_id", options: " with (fillfactor = 60)" },
  { table: "call_event", column: "call_id", options: "" },
  { table: "route_decision", column: "subject_id", options: "" },
] as const;

/**
 * Makes the monthly partitions of history from this month on, as the owner. A month whose rows already lie in the default
 * partition stays there. Answers the names of those made.
 */
export async function insertPartitions(q: Query, monthsAhead: number): Promise<string[]> {
  await q.run("select pg_advisory_xact_lock(7461206)");
  const made: string[] = [];
  const months = await q.rows<{ name: string; first: string; last: string; start: Date }>(
    `select to_char(m, 'YYYYMM') as name, trunkline_first_id(m)::text as first,
       trunkline_first_id(m + interval '1 month')::text as last, m as start
     from generate_series(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC',
       now() + $1 * interval '1 month', interval '1 month') m`,
    [monthsAhead],
  );
  for (const { name, first, last } of months)
    for (const { table, column, options } of histories) {
      const partition = `${table}_${name}`;
      const there = await q.one(`select from pg_class where oid = to_regclass($1)`, [partition]);
      if (there || (await hasRows(q, table, column, first, last))) continue;
      await q.run(
        `create table ${partition} partition of ${table} for values from ('${first}') to ('${last}')${options}`,
      );
      made.push(partition);
    }
  return made;
}

async function hasRows(q: Query, table: string, column: string, first: string, last: string): Promise<boolean> {
  const row = await q.one<{ found: boolean }>(
    `select exists (select from ${table}_else where ${column} >= $1 and ${column} < $2) as found`,
    [first, last],
  );
  return row?.found ?? false;
}
