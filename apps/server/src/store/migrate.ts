import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../refusal.ts";
import { codeOf, type Database, isRepeatable, type Query } from "./database.ts";

/** One numbered file of SQL. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** Where the program's own migrations are. */
const migrationsFolder = join(import.meta.dirname, "../../migrations");

/** Any number, the same in every process that migrates this database: two that start at once take turns. */
const lockKey = 7_461_204;

/** Reads NNNN_name.sql files in order of their number. */
export async function listMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index - 1]?.version === migration.version)
      throw new Refusal(`Two migrations have the number ${migration.version}`);
  }
  return migrations;
}

/** Brings the database up to this program, one transaction per file, and returns the names applied now. */
export async function migrate(db: Database, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await listMigrations());
  const applied: string[] = [];
  for (;;) {
    const name = await db
      .owner((q) => applyNext(q, known))
      .catch((error: unknown) => {
        throw explainRights(error);
      });
    if (name === null) return applied;
    applied.push(name);
  }
}

/** The names of the migrations that the database still lacks; changes nothing. */
export async function listPendingMigrations(db: Database, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await listMigrations());
  return db.owner(async (q) => {
    const table = await q.one<{ found: string | null }>("select to_regclass('trunkline_migration')::text as found");
    if (!table?.found) return known.map((migration) => migration.name);
    return pendingAmong(await listApplied(q), known).map((migration) => migration.name);
  });
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

async function applyNext(q: Query, known: Migration[]): Promise<string | null> {
  // A transaction's lock and not a session's: it also works behind a pooler in transaction mode.
  await q.run("select pg_advisory_xact_lock($1)", [lockKey]);
  await q.run(
    "create table if not exists trunkline_migration (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())",
  );
  const next = pendingAmong(await listApplied(q), known)[0];
  if (!next) return null;
  await q.run(next.sql).catch((error: unknown) => {
    // running processes hold locks as well, and one of two that wait for each other is refused
    if (isRepeatable(error)) throw error;
    throw new Error(`Migration ${next.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  });
  await q.run("insert into trunkline_migration (version, name, checksum) values ($1, $2, $3)", [
    next.version,
    next.name,
    next.checksum,
  ]);
  return next.name;
}

const insufficientPrivilege = "42501";
const rightsNeeded =
  "The role of DATABASE_URL must own the database and be allowed to make roles (ALTER ROLE … CREATEROLE), or an administrator runs once: CREATE ROLE trunkline_runtime NOLOGIN; GRANT trunkline_runtime TO that role WITH ADMIN OPTION.";

/** What may not be done is said with what to grant. */
function explainRights(error: unknown): unknown {
  if (!(error instanceof Error) || ![codeOf(error), codeOf(error.cause)].includes(insufficientPrivilege)) return error;
  return new Refusal(`${error.message}. ${rightsNeeded}`, { cause: error });
}

/** Refuses before it starts if the role cannot migrate the database. An existing role can only be granted by a role with ADMIN OPTION on it (since PostgreSQL 16). */
export async function checkRights(db: Database): Promise<void> {
  const may = await db.owner((q) =>
    q.one<{ tables: boolean; roles: boolean }>(
      `select has_schema_privilege('public', 'create') tables,
         me.rolsuper or case
           when runtime.oid is null then me.rolcreaterole
           when current_setting('server_version_num')::int < 160000 and me.rolcreaterole then true
           else pg_has_role(runtime.oid, 'member with admin option') end roles
       from pg_roles me left join pg_roles runtime on runtime.rolname = 'trunkline_runtime' where me.rolname = current_user`,
    ),
  );
  if (!may?.tables) throw new Refusal(`It may not make tables in the schema public. ${rightsNeeded}`);
  if (!may.roles) throw new Refusal(`It may not grant trunkline_runtime. ${rightsNeeded}`);
}

function listApplied(q: Query): Promise<Applied[]> {
  return q.rows<Applied>("select version, name, checksum from trunkline_migration order by version");
}

function pendingAmong(applied: Applied[], known: Migration[]): Migration[] {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const one of applied) {
    const ours = byVersion.get(one.version);
    if (!ours)
      throw new Refusal(
        `The database is newer than this program: it has migration ${one.name}, which this program does not know. Start the newer Trunkline, or give this one another database.`,
      );
    if (ours.checksum !== one.checksum)
      throw new Refusal(
        `Migration ${one.name} has changed since it was applied to this database. A landed migration is never edited: restore the file and put the change into a new one.`,
      );
  }
  const done = new Set(applied.map((one) => one.version));
  return known.filter((migration) => !done.has(migration.version));
}
