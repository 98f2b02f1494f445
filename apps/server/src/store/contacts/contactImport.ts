import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { abandonedAfter } from "../workQueue.ts";

/** A column of an import: its header, the field it fills (null: left out), and whether that custom field is new. */
export interface ImportColumn {
  header: string;
  field: string | null;
  added: boolean;
}

/** How a stored file is read, and where its rows begin. */
export interface ImportFormat {
  delimiter: string;
  newline: "\n" | "\r";
  dataFrom: number;
  line: number;
}

/** How far a lane has come: the part it has done, and where the next row begins. */
export interface LaneProgress {
  part: number;
  bytes: number;
  line: number;
}

export interface ContactImportRow {
  id: string;
  fileName: string | null;
  status: "receiving" | "queued" | "running" | "done" | "failed" | "cancelled";
  duplicates: "update" | "skip";
  columns: ImportColumn[];
  format: ImportFormat;
  bytes: number;
  lanes: LaneProgress[];
  total: number;
  imported: number;
  updated: number;
  skipped: number;
  rejectedCount: number;
  problem: string | null;
  tag: string | null;
  consentSource: string | null;
  audience: { audienceId: string; name: string } | null;
  createdBy: string | null;
  created: Date;
  finished: Date | null;
}

const columns = `import_id id, file_name "fileName", status, duplicates, columns, format, bytes, lanes, total, imported, updated,
  skipped, rejected "rejectedCount", problem, tag, consent_source "consentSource",
  (select jsonb_build_object('audienceId', a.audience_id, 'name', a.name) from audience a
    where a.account_id = contact_import.account_id and a.audience_id = contact_import.audience_id) audience, created_by "createdBy", created, finished`;

/** Any number, the same in every worker. */
const claimLock = 7_461_205;
/** An upload that brings nothing for this long is over. */
const abandoned = "interval '10 minutes'";

/** One import, or null. */
export const findContactImport = (q: Query, account: string, id: string): Promise<ContactImportRow | null> =>
  q.one(`select ${columns} from contact_import where account_id = $1 and import_id = $2`, [account, id]);

/** Imports of the account, newest first, from before an id on. */
export const listContactImports = (
  q: Query,
  account: string,
  before: string | undefined,
  limit: number,
): Promise<ContactImportRow[]> =>
  q.rows(
    `select ${columns} from contact_import where account_id = $1 and ($2::uuid is null or import_id < $2)
     order by import_id desc limit $3`,
    [account, before ?? null, limit],
  );

/** Begins an import: its file is about to arrive. */
export async function insertContactImport(
  q: Query,
  account: string,
  {
    fileName,
    duplicates,
    tag,
    consentSource,
    createdBy,
  }: Pick<ContactImportRow, "fileName" | "duplicates" | "tag" | "consentSource"> & { createdBy: string },
): Promise<string> {
  const id = newId();
  await q.run(
    `insert into contact_import (account_id, import_id, file_name, status, duplicates, tag, consent_source, created_by)
     values ($1, $2, $3, 'receiving', $4, $5, $6, $7)`,
    [account, id, fileName, duplicates, tag, consentSource, createdBy],
  );
  await q.run("insert into contact_import_queue (account_id, import_id) values ($1, $2)", [account, id]);
  return id;
}

/** Notes the audience that an import fills by its tag. */
export const setImportAudience = (q: Query, account: string, id: string, audienceId: string): Promise<number> =>
  q.run("update contact_import set audience_id = $3 where account_id = $1 and import_id = $2", [
    account,
    id,
    audienceId,
  ]);

/** Keeps a part of the file. */
export async function insertContactImportPart(
  q: Query,
  account: string,
  id: string,
  part: number,
  bytes: Buffer,
): Promise<void> {
  await q.run("insert into contact_import_chunk (account_id, import_id, part, bytes) values ($1, $2, $3, $4)", [
    account,
    id,
    part,
    bytes,
  ]);
  await q.run("update contact_import_queue set seen_at = now() where account_id = $1 and import_id = $2", [
    account,
    id,
  ]);
}

/** The file is there whole: the workers may begin. New custom fields become the account's. */
export async function queueContactImport(
  q: Query,
  account: string,
  id: string,
  file: { columns: ImportColumn[]; format: ImportFormat; bytes: number; customFields: readonly string[] },
): Promise<void> {
  const lane: LaneProgress = { part: -1, bytes: file.format.dataFrom, line: file.format.line };
  await q.run(
    `update contact_import set status = 'queued', columns = $3, format = $4, bytes = $5, lanes = $6
     where account_id = $1 and import_id = $2`,
    [account, id, JSON.stringify(file.columns), JSON.stringify(file.format), file.bytes, JSON.stringify([lane, lane])],
  );
  await q.run(
    "update contact_import_queue set ready = true, seen_at = now() where account_id = $1 and import_id = $2",
    [account, id],
  );
  await addCustomFields(q, account, file.customFields);
}

/** Adds names to the account's custom fields; those that are there stay. */
export async function addCustomFields(q: Query, account: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await q.run(
    `update account set custom_fields = custom_fields || array(
       select name from unnest($2::text[]) with ordinality n (name, place) where not name = any (custom_fields) order by place)
     where account_id = $1`,
    [account, names],
  );
}

/** The names of the account's custom fields. */
export async function listCustomFields(q: Query, account: string): Promise<string[]> {
  const row = await q.one<{ names: string[] }>("select custom_fields names from account where account_id = $1", [
    account,
  ]);
  return row?.names ?? [];
}

/** Forgets an import of which nothing was taken. */
export async function removeContactImport(q: Query, account: string, id: string): Promise<void> {
  await q.run("delete from contact_import_queue where account_id = $1 and import_id = $2", [account, id]);
  await q.run("delete from contact_import_chunk where account_id = $1 and import_id = $2", [account, id]);
  await q.run("delete from contact_import where account_id = $1 and import_id = $2", [account, id]);
}

/** An import that a worker has taken, or an upload that was given up. */
export interface ClaimedImport {
  accountId: string;
  importId: string;
  ready: boolean;
}

/**
 * Claims the oldest import of the account that was served least recently and has no other one running: two files of one
 * account must not race for the same contacts. Uploads that were given up are claimed as well, to be cleared away.
 */
export async function claimContactImport(q: Query, worker: string): Promise<ClaimedImport | null> {
  // two workers that look at once would not see what the other takes
  await q.run("select pg_advisory_xact_lock($1)", [claimLock]);
  return q.one(
    // chosen once: a subquery in FROM may run again for every row, and then locks one more each time
    `with due as materialized (
       select c.account_id, c.import_id from contact_import_queue c
       left join contact_import_turn t on t.account_id = c.account_id
       where (c.ready and (c.worker is null or c.seen_at < now() - ${abandonedAfter})
           and not exists (select from contact_import_queue o where o.account_id = c.account_id and o.import_id <> c.import_id
             and o.worker is not null and o.seen_at >= now() - ${abandonedAfter}))
         or (not c.ready and c.seen_at < now() - ${abandoned})
       order by coalesce(t.served, '-infinity'), c.import_id limit 1 for update of c skip locked
     ), turn as (
       insert into contact_import_turn (account_id, served) select account_id, clock_timestamp() from due
       on conflict (account_id) do update set served = excluded.served
     )
     update contact_import_queue q set worker = $1, seen_at = now() from due
     where q.account_id = due.account_id and q.import_id = due.import_id
     returning q.account_id "accountId", q.import_id "importId", q.ready`,
    [worker],
  );
}

/** Takes one import by name: the terminal works at its own. */
export const claimOneContactImport = (q: Query, worker: string, importId: string): Promise<ClaimedImport | null> =>
  q.one(
    `update contact_import_queue set worker = $1, seen_at = now() where import_id = $2 and worker is null
     returning account_id "accountId", import_id "importId", ready`,
    [worker, importId],
  );

/** Gives an import back, for any worker to go on with. */
export async function releaseContactImport(q: Query, worker: string, importId: string): Promise<void> {
  await q.run("update contact_import_queue set worker = null where import_id = $1 and worker = $2", [importId, worker]);
}

/** The import is under way. */
export async function startContactImport(q: Query, account: string, id: string): Promise<void> {
  await q.run("update contact_import set status = 'running' where account_id = $1 and import_id = $2", [account, id]);
}

/** A part of the file, or null behind the last. */
export async function findContactImportPart(
  q: Query,
  account: string,
  id: string,
  part: number,
): Promise<Buffer | null> {
  const row = await q.one<{ bytes: Buffer }>(
    "select bytes from contact_import_chunk where account_id = $1 and import_id = $2 and part = $3",
    [account, id, part],
  );
  return row?.bytes ?? null;
}

/** The import has ended and its file is no longer needed. False if another worker has claimed it. */
export async function finishContactImport(
  q: Query,
  account: string,
  id: string,
  worker: string,
  problem: string | null,
): Promise<boolean> {
  const mine = await q.run(
    "delete from contact_import_queue where account_id = $1 and import_id = $2 and worker = $3",
    [account, id, worker],
  );
  if (mine === 0) return false;
  await q.run(
    `update contact_import set status = case when $3::text is null then 'done' else 'failed' end, problem = $3, finished = now()
     where account_id = $1 and import_id = $2`,
    [account, id, problem],
  );
  await q.run("delete from contact_import_chunk where account_id = $1 and import_id = $2", [account, id]);
  return true;
}

/**
 * Cancels an import: what is imported so far stays and is counted, and the worker lets go at its next chunk. False: it
 * was over, or its file is still arriving.
 */
export async function cancelContactImport(q: Query, account: string, id: string): Promise<boolean> {
  // the queue first, as a chunk does that is being written: it is waited for
  const queued = await q.run("delete from contact_import_queue where account_id = $1 and import_id = $2 and ready", [
    account,
    id,
  ]);
  if (queued === 0) return false;
  await q.run("delete from contact_import_chunk where account_id = $1 and import_id = $2", [account, id]);
  await q.run(
    `update contact_import set status = 'cancelled', finished = now() where account_id = $1 and import_id = $2`,
    [account, id],
  );
  return true;
}

/** Whether other accounts have a file that no worker is at. */
export const isImportAwaited = async (q: Query, account: string): Promise<boolean> =>
  (await q.one("select 1 from contact_import_queue where ready and worker is null and account_id <> $1 limit 1", [
    account,
  ])) !== null;

/** A rejected row as it is listed. */
export interface ImportReject {
  line: number;
  reason: string;
  text: string;
}

/** Rejected rows in the order of the file, from behind a line on. */
export const listImportRejects = (
  q: Query,
  account: string,
  id: string,
  afterLine: number,
  limit: number,
): Promise<ImportReject[]> =>
  q.rows(
    `select line, reason, text from contact_import_reject where account_id = $1 and import_id = $2 and line > $3
     order by line limit $4`,
    [account, id, afterLine, limit],
  );
