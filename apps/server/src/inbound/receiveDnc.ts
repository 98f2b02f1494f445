import { CsvFault } from "../csv/csvFault.ts";
import { type DncFileRow, DncRows, type RejectedRow } from "../csv/dncRows.ts";
import { type FileLimits, withinLimits } from "../csv/fileLimits.ts";
import { readRows } from "../csv/readRows.ts";
import type { Database, Query } from "../store/database.ts";
import { insertDncImport, updateDncImport } from "../store/doNotContact/dncImport.ts";
import { insertDncChunk, queueDncImport, removeDncParts } from "../store/doNotContact/dncImportQueue.ts";

/** A file that arrives, in whose name. */
export interface DncFile {
  fileName: string | null;
  createdBy: string;
  source: AsyncIterable<Buffer | string>;
  limits: FileLimits;
  /** Runs in the transaction that queues the file. */
  queued?: ((q: Query, importId: string) => Promise<void>) | undefined;
}

/** Rows that are written in one transaction. */
const rowsAtOnce = 5_000;
/** Rejected rows that are stored with the file. */
export const storedRejects = 50;

/**
 * Receives a file of numbers in chunks and queues it for the worker. A file that breaks off, or is not a list of numbers,
 * stops no number.
 */
export async function receiveDnc(
  db: Database,
  account: string,
  { fileName, createdBy, source, limits, queued }: DncFile,
  without: Pick<DncFileRow, "type" | "reason">,
): Promise<string> {
  const id = await db.tx([account], (q) => insertDncImport(q, account, { kind: "account", fileName, createdBy }));
  const progress = { total: 0, added: 0, rejectedCount: 0, rejected: [] as RejectedRow[] };
  const reader = new DncRows(without);
  let n = 0;
  try {
    for await (const rows of readRows(withinLimits(source, limits))) {
      const { taken, rejected } = reader.read(rows);
      progress.total += taken.length + rejected.length;
      progress.rejectedCount += rejected.length;
      progress.rejected.push(...rejected.slice(0, storedRejects - progress.rejected.length));
      for (let at = 0; at < taken.length || at === 0; at += rowsAtOnce) {
        const piece = { taken: taken.slice(at, at + rowsAtOnce), rejected: at === 0 ? rejected : [] };
        await db.tx([account], async (q) => {
          await insertDncChunk(q, account, id, n, piece);
          await updateDncImport(q, account, id, progress);
        });
        n += 1;
      }
    }
    await db.tx([account], async (q) => {
      if (!(await queueDncImport(q, account, id, "dnc_import_queue")))
        throw new CsvFault("The upload was not completed");
      await queued?.(q, id);
    });
    return id;
  } catch (error) {
    await db.tx([account], (q) => removeDncParts(q, account, id));
    await endReceiving(db, account, id, progress, error);
    throw error;
  }
}

/** A file that is incomplete or is not a list of numbers keeps the reason. */
export const endReceiving = (
  db: Database,
  account: string,
  id: string,
  progress: Parameters<typeof updateDncImport>[3],
  error: unknown,
): Promise<void> =>
  db.tx([account], (q) =>
    updateDncImport(q, account, id, progress, { problem: error instanceof Error ? error.message : "It broke off" }),
  );
