import type { Query } from "./database.ts";
import { newId } from "./newId.ts";

/** A file of numbers, and what became of it. */
export interface DncImportRow {
  id: string;
  kind: "account" | "federal";
  fileName: string | null;
  status: "receiving" | "running" | "done" | "failed" | "cancelled";
  total: number;
  /** Rows that were come to, of the account's own list. */
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
const cutOff =
  "status = case kind when 'account' then 'receiving' else 'running' end and touched < now() - interval '2 minutes'";
const select = `select import_id id, kind, file_name "fileName", case when ${cutOff} then 'failed' else status end status,
    total, done, added, rejected "rejectedCount", rejects rejected, area_codes "areaCodes", created_by "createdBy", created,
    finished,
    case when ${cutOff} then 'The file did not arrive whole' else problem end problem
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

/** A file begins to arrive. What is left of files of the federal list that never came whole goes. */
export async function insertDncImport(
  q: Query,
  account: string,
  of: { kind: DncImportRow["kind"]; fileName: string | null; createdBy: string },
): Promise<string> {
  const id = newId();
  await q.run(
    `insert into dnc_import (account_id, import_id, kind, file_name, created_by, status)
     values ($1, $2, $3, $4, $5, case $3 when 'account' then 'receiving' else 'running' end)`,
    [account, id, of.kind, of.fileName, of.createdBy],
  );
  await q.run(
    `delete from federal_dnc f using dnc_import i where f.account_id = $1 and i.account_id = f.account_id
       and i.import_id = f.import_id and (i.status = 'failed' or ${cutOff.replaceAll(/\b(status|touched|kind)\b/g, "i.$1")})`,
    [account],
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

/** Writes down how far a file has come; `end` when it is over. */
export async function updateDncImport(
  q: Query,
  account: string,
  id: string,
  progress: DncImportProgress,
  end?: { problem: string | null },
): Promise<void> {
  await q.run(
    `update dnc_import set total = $3, added = $4, rejected = $5, rejects = $6, area_codes = $7, touched = now(),
       status = case when not $8 then status when $9::text is null then 'done' else 'failed' end,
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
