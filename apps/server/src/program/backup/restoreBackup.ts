import type { Readable } from "node:stream";
import { Refusal } from "../../refusal.ts";
import type { HeldWork } from "../../store/backup/holdRestored.ts";
import { beginLoading, hasAccounts, type Loading } from "../../store/backup/loadTables.ts";
import type { Database } from "../../store/database.ts";
import { listMigrations, listPendingMigrations, type Migration, migrate } from "../../store/migrate.ts";
import { type ArchiveEntry, type BackupHeader, type BackupSummary, readArchive } from "./archive.ts";
import type { Progress } from "./progress.ts";

/** What was restored. */
export interface Restored {
  made: string;
  rows: number;
  held: HeldWork;
}

/** Whether the master key in use opens what was backed up. */
type OpensSecrets = (installation: { keyCheck: Buffer; tokenKey: string | null }) => boolean;

/** Fills an empty database from a backup: everything, or nothing. */
export async function restoreBackup(
  db: Database,
  bytes: Readable,
  { opens, progress }: { opens: OpensSecrets; progress: Progress },
): Promise<Restored> {
  if (await hasAccounts(db.url))
    throw new Refusal("The database has accounts. Restore into an empty database or an empty data directory.");
  const entries = readArchive(bytes);
  const { header, known } = await readHeader(entries, opens);
  const last = header.migrations.at(-1)?.version ?? 0;
  await refuseNewer(db, header, known);
  await migrate(
    db,
    known.filter(({ version }) => version <= last),
  );
  const loading = await beginLoading(db.url, header);
  let held: HeldWork;
  let rows: number;
  try {
    rows = await loadAll(entries, header, loading, progress);
    held = await loading.finish();
  } catch (error) {
    await loading.cancel();
    throw error;
  }
  await migrate(db, known);
  return { made: header.made, rows, held };
}

/** Reads a backup to its end and checks every part and count, without a database. Answers its date and rows. */
export async function checkBackup(bytes: Readable, progress: Progress): Promise<{ made: string; rows: number }> {
  const entries = readArchive(bytes);
  const { header } = await readHeader(entries, () => true);
  const rows = await loadAll(entries, header, nowhere, progress);
  return { made: header.made, rows };
}

/** Takes rows and counts them. */
const nowhere: Pick<Loading, "open"> = {
  open() {
    let rows = 0;
    return {
      write: async (lines) => {
        rows += lines.toString("latin1").split("\n").length - 1;
      },
      end: async () => rows,
    };
  },
};

async function readHeader(
  entries: AsyncGenerator<ArchiveEntry, void, void>,
  opens: OpensSecrets,
): Promise<{ header: BackupHeader; known: Migration[] }> {
  const first = (await entries.next()).value;
  if (first?.is !== "header" || first.header.format !== "trunkline-backup-1")
    throw new Refusal("This is not a backup of this version of Trunkline.");
  const { header } = first;
  const known = await listMigrations();
  const unknown = header.migrations.find(
    ({ version, checksum }) => known.find((one) => one.version === version)?.checksum !== checksum,
  );
  if (unknown)
    throw new Refusal(
      `The backup was made by a newer Trunkline (${header.program}): this program does not know the migration ${unknown.name}. Restore it with that version.`,
    );
  const { installation } = header;
  if (installation && !opens({ ...installation, keyCheck: Buffer.from(installation.keyCheck, "hex") }))
    throw new Refusal(
      "The backup was made with another master key. Set TRUNKLINE_MASTER_KEY to that key: without it, stored secrets cannot be read and no one can sign in. Nothing was changed.",
    );
  return { header, known };
}

async function refuseNewer(db: Database, header: BackupHeader, known: readonly Migration[]): Promise<void> {
  const pending = new Set(await listPendingMigrations(db, [...known]));
  const newer = known.find(
    ({ version, name }) => !pending.has(name) && header.migrations.every((one) => one.version !== version),
  );
  if (newer)
    throw new Refusal(
      `The database is newer than the backup: it has the migration ${newer.name} already. Restore into an empty database.`,
    );
}

/** Loads every part in order and compares the counts. Returns all rows. */
async function loadAll(
  entries: AsyncGenerator<ArchiveEntry, void, void>,
  header: BackupHeader,
  loading: Pick<Loading, "open">,
  progress: Progress,
): Promise<number> {
  const tables = new Map(header.tables.map((table) => [table.name, table]));
  const found: BackupSummary = [];
  let summary: BackupSummary | undefined;
  let open: { count: BackupSummary[number]; target: ReturnType<Loading["open"]> } | undefined;
  const close = async (): Promise<void> => {
    if (open) open.count.rows = await open.target.end();
    open = undefined;
  };
  progress.begin(header.tables.reduce((sum, { rows }) => sum + rows, 0));
  for await (const entry of entries) {
    if (entry.is === "summary") summary = entry.summary;
    if (entry.is !== "rows") continue;
    const table = tables.get(entry.table);
    if (table === undefined)
      throw new Refusal(`The backup is damaged: it has rows of an unknown table ${entry.table}.`);
    if (open?.count.table !== table.name) {
      await close();
      open = { count: { table: table.name, rows: 0, parts: 0 }, target: loading.open(table) };
      found.push(open.count);
    }
    open.count.parts += 1;
    await open.target.write(entry.lines);
    progress.add(table.name, 0);
  }
  await close();
  return compare(summary, found);
}

function compare(summary: BackupSummary | undefined, found: BackupSummary): number {
  if (summary === undefined) throw new Refusal("The backup is incomplete: it ends before its summary.");
  let all = 0;
  for (const { table, rows, parts } of summary) {
    const ours = found.find((one) => one.table === table);
    if ((ours?.rows ?? 0) !== rows || (ours?.parts ?? 0) !== parts)
      throw new Refusal(`The backup is damaged: ${table} should have ${rows} rows, but ${ours?.rows ?? 0} were found.`);
    all += rows;
  }
  return all;
}
