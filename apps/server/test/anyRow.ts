import type { Database } from "../src/store/database.ts";

/** Columns whose checks accept only certain values. */
const values: Record<string, string> = {
  "dnc.type": "'sms'",
  "consent.action": "'out'",
  "carrier_connection.kind": "'smpp'",
};

const valueOfType: Record<string, string> = {
  uuid: "trunkline_uuid7()",
  text: "'x'",
  boolean: "false",
  jsonb: "'{}'",
  bytea: "''",
  "timestamp with time zone": "now()",
  date: "current_date",
  "text[]": "'{}'",
};

/** A row with something in every column that must have something; references are not followed. */
export async function insertAnyRow(db: Database, table: string, account: string): Promise<object> {
  return db.owner(async (q) => {
    const columns = await q.rows<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef`,
      [`"${table}"`],
    );
    const given = columns.map(({ name, type }) =>
      name === "account_id" ? `'${account}'` : (values[`${table}.${name}`] ?? valueOfType[type] ?? "1"),
    );
    // for the nodes of a cluster too
    await q.run("set local citus.propagate_set_commands = 'local'");
    await q.run("set local session_replication_role = replica");
    const names = columns.map(({ name }) => `"${name}"`);
    const made = await q.one<{ row: object }>(
      `with any_row as (insert into "${table}" (${names.join(", ")}) values (${given.join(", ")}) returning *)
       select to_jsonb(any_row) as row from any_row`,
    );
    return made?.row ?? {};
  });
}
