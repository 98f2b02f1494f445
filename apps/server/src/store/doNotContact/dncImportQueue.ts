import type { DncTypeName } from "@trunkline/contract/doNotContact/dnc.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { workQueue } from "../workQueue.ts";

/** A number of a file, what is stopped of it, and why. */
export interface DncImportEntry {
  phone: string;
  type: DncTypeName;
  reason: string | null;
}

/** A row that was not taken. */
export interface DncReject {
  line: number;
  reason: string;
  text: string;
}

/** Keeps the next piece of a file with its rejected rows. */
export async function insertDncChunk(
  q: Query,
  account: string,
  id: string,
  n: number,
  { taken, rejected }: { taken: readonly DncImportEntry[]; rejected: readonly DncReject[] },
): Promise<void> {
  if (taken.length > 0)
    await q.run("insert into dnc_import_chunk (account_id, import_id, n, rows) values ($1, $2, $3, $4::jsonb)", [
      account,
      id,
      n,
      JSON.stringify(taken.map(({ phone, type, reason }) => [phone, type, reason])),
    ]);
  if (rejected.length > 0)
    await q.run(
      `insert into dnc_import_reject (account_id, import_id, line, reason, text)
       select $1, $2, l, r, t from unnest($3::int[], $4::text[], $5::text[]) u (l, r, t) on conflict do nothing`,
      [
        account,
        id,
        plainColumn(rejected, (one) => one.line),
        textArray(rejected.map(({ reason }) => reason)),
        textArray(rejected.map(({ text }) => text)),
      ],
    );
}

/** The file is there whole: the workers may begin. False when it was given up as cut off. */
export async function queueDncImport(
  q: Query,
  account: string,
  id: string,
  queue: "dnc_import_queue" | "federal_dnc_queue",
): Promise<boolean> {
  const begun = await q.run(
    `update dnc_import set status = 'running', touched = now()
     where account_id = $1 and import_id = $2 and status = 'receiving'`,
    [account, id],
  );
  if (begun > 0) await q.run(`insert into ${queue} (account_id, import_id) values ($1, $2)`, [account, id]);
  return begun > 0;
}

const partTables = ["dnc_import_queue", "dnc_import_chunk", "federal_dnc_queue", "federal_dnc_chunk"] as const;

/** Forgets what a file asked for; its counts stay. */
export async function removeDncParts(q: Query, account: string, id: string): Promise<void> {
  for (const table of partTables)
    await q.run(`delete from ${table} where account_id = $1 and import_id = $2`, [account, id]);
}

/** The files under way, for the workers to find. */
export const dncImportQueue = workQueue("dnc_import_queue", "import_id");

/** Holds a file until the transaction ends; false when it is not under way. */
export const lockDncImport = async (q: Query, account: string, id: string): Promise<boolean> =>
  (await q.one("select from dnc_import where account_id = $1 and import_id = $2 and status = 'running' for update", [
    account,
    id,
  ])) !== null;

/** Takes the next piece out of a file; null at its end. */
export async function claimDncChunk(q: Query, account: string, id: string): Promise<DncImportEntry[] | null> {
  const row = await q.one<{ rows: [string, DncTypeName, string | null][] }>(
    `delete from dnc_import_chunk where account_id = $1 and import_id = $2
       and n = (select min(n) from dnc_import_chunk where account_id = $1 and import_id = $2) returning rows`,
    [account, id],
  );
  return row?.rows.map(([phone, type, reason]) => ({ phone, type, reason })) ?? null;
}

/** So many rows more were done, and so many entries were new. */
export const moveDncImport = (
  q: Query,
  account: string,
  id: string,
  step: { done: number; added: number },
): Promise<number> =>
  q.run(
    `update dnc_import set done = done + $3, added = added + $4, touched = now()
     where account_id = $1 and import_id = $2`,
    [account, id, step.done, step.added],
  );

/** The file has ended; of a federal list nothing stays unless it is done. False if it had ended already. */
export async function endDncImport(
  q: Query,
  account: string,
  id: string,
  status: "done" | "failed" | "cancelled",
  problem: string | null = null,
): Promise<boolean> {
  const ended = await q.run(
    `update dnc_import set status = $3, problem = $4, finished = now()
     where account_id = $1 and import_id = $2 and status in ('receiving', 'running')`,
    [account, id, status, problem],
  );
  await removeDncParts(q, account, id);
  if (ended > 0 && status !== "done")
    await q.run("delete from federal_dnc where account_id = $1 and import_id = $2", [account, id]);
  return ended > 0;
}

/** Rejected rows in the order of the file, from behind a line on. */
export const listDncRejects = (
  q: Query,
  account: string,
  id: string,
  afterLine: number,
  limit: number,
): Promise<DncReject[]> =>
  q.rows(
    `select line, reason, text from dnc_import_reject where account_id = $1 and import_id = $2 and line > $3
     order by line limit $4`,
    [account, id, afterLine, limit],
  );
