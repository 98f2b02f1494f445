import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A file of numbers, and what became of it. */
export interface DncImportRow {
  id: string;
  kind: "account" | "federal";
  fileName: string | null;
  status: "receiving" | "running" | "done" | "failed" | "cancelled";
  total: number;
  /** Rows that were come to. */
  done: number;
  added: number;
  rejectedCount: number;
  rejected: { line: number; reason: string; text: string }[];
  areaCodes: string[];
  problem: string | null;
  createdBy: string;
  created: Date;
  finished: Date | null;
}

/** A file of which nothing has come for this long was cut off. */
const cutOff = "status = 'receiving' and touched < now() - interval '2 minutes'";
/** The import has failed for good. */
const abandoned = "status = 'receiving' and touched < now() - interval '10 minutes'";
const notWhole = "'The upload was not completed'";
const select = `select import_id id, kind, file_name "fileName", case when ${cutOff} then 'failed' else status end status,
    total, done, added, rejected "rejectedCount", rejects rejected, area_codes "areaCodes", created_by "createdBy", created,
    finished,
    case when ${cutOff} then ${notWhole} else problem end problem
  from dnc_import where account_id = $1`;

/** One file, or null. */
export const findDncImport = (q: Query, account: string, id: string): Promise<DncImportRow | null> =>
  q.one(`${select} and import_id = $2`, [account, id]);

/** Files, newest first, from before an id on. */
export const listDncImports = (
  q: Query,
  account: string,
  { kind, before, limit }: { kind?: DncImportRow["kind"] | undefined; before?: string | undefined; limit: number },
): Promise<DncImportRow[]> =>
  q.rows(
    `${select} and ($2::text is null or kind = $2) and ($3::uuid is null or import_id < $3) order by import_id desc limit $4`,
    [account, kind ?? null, before ?? null, limit],
  );

/** A file begins to arrive. */
export async function insertDncImport(
  q: Query,
  account: string,
  of: { kind: DncImportRow["kind"]; fileName: string | null; createdBy: string },
): Promise<string> {
  const id = newId();
  await q.run(
    `insert into dnc_import (account_id, import_id, kind, file_name, created_by, status)
     values ($1, $2, $3, $4, $5, 'receiving')`,
    [account, id, of.kind, of.fileName, of.createdBy],
  );
  return id;
}

/** How far a file has come. */
export interface DncImportProgress {
  total: number;
  added: number;
  rejectedCount: number;
  rejected: readonly { line: number; reason: string; text: string }[];
  areaCodes?: readonly string[];
}

/** Stores how much of a file has arrived; `end` when it is incomplete or no list of numbers. */
export async function updateDncImport(
  q: Query,
  account: string,
  id: string,
  progress: DncImportProgress,
  end?: { problem: string },
): Promise<void> {
  await q.run(
    `update dnc_import set total = $3, added = $4, rejected = $5, rejects = $6, area_codes = $7, touched = now(),
       status = case when $8 then 'failed' else status end,
       problem = $9, finished = case when $8 then now() end
     where account_id = $1 and import_id = $2`,
    [
      account,
      id,
      progress.total,
      progress.added,
      progress.rejectedCount,
      JSON.stringify(progress.rejected),
      progress.areaCodes ?? [],
      end !== undefined,
      end?.problem ?? null,
    ],
  );
}

/** Parts of uploaded files, deleted when the file has ended. */
const pieceTables = ["dnc_import_chunk", "federal_dnc_chunk"] as const;

/** Deletes the parts of files of numbers that never arrived completely, a bounded part of each account. Returns how many rows. */
export async function purgeDncImports(q: Query, accounts: [ids: string, most: number]): Promise<number> {
  const [ids] = accounts;
  let gone = await q.run(
    `update dnc_import set status = 'failed', problem = ${notWhole}, finished = now()
     where account_id = any ($1::uuid[]) and ${abandoned}`,
    [ids],
  );
  for (const table of pieceTables)
    gone += await q.run(
      `with old as materialized (
         select c.account_id, c.import_id, c.n from unnest($1::uuid[]) a cross join lateral (
           select c.account_id, c.import_id, c.n from ${table} c
           join dnc_import i on i.account_id = c.account_id and i.import_id = c.import_id
           where c.account_id = a and i.status not in ('receiving', 'running')
           order by c.import_id, c.n limit $2 for update of c skip locked) c)
       delete from ${table} c using old where c.account_id = old.account_id and c.import_id = old.import_id and c.n = old.n`,
      accounts,
    );
  const bits = await q.run(
    `delete from federal_dnc f using dnc_import i
     where f.account_id = any ($1::uuid[]) and i.account_id = f.account_id and i.import_id = f.import_id
       and i.status in ('failed', 'cancelled')`,
    [ids],
  );
  return gone + bits;
}
