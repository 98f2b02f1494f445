import { type DncFileRow, DncRows, type RejectedRow } from "../csv/dncRows.ts";
import { FederalNumbers } from "../csv/federalNumbers.ts";
import { readRows } from "../csv/readRows.ts";
import type { Database } from "../store/database.ts";
import { insertDncImport, updateDncImport } from "../store/dncImport.ts";
import { insertDncChunk, queueDncImport, removeDncChunks } from "../store/dncImportQueue.ts";
import { insertFederalArea, useFederalImport } from "../store/federalDnc.ts";

/** A file that arrives, in whose name. */
export interface DncFile {
  fileName: string | null;
  createdBy: string;
  source: AsyncIterable<Buffer | string>;
}

/** Rows that are written in one transaction. */
const rowsAtOnce = 5_000;
const rejectsKept = 50;

/**
 * Takes a file of numbers in, piece by piece, and queues it: the worker stops them. A file that breaks off, or is none,
 * stops nobody.
 */
export async function receiveDnc(
  db: Database,
  account: string,
  { fileName, createdBy, source }: DncFile,
  without: Pick<DncFileRow, "type" | "reason">,
): Promise<string> {
  const id = await db.tx([account], (q) => insertDncImport(q, account, { kind: "account", fileName, createdBy }));
  const progress = { total: 0, added: 0, rejectedCount: 0, rejected: [] as RejectedRow[] };
  const reader = new DncRows(without);
  let n = 0;
  try {
    for await (const rows of readRows(source)) {
      const { taken, rejected } = reader.read(rows);
      progress.total += taken.length + rejected.length;
      progress.rejectedCount += rejected.length;
      progress.rejected.push(...rejected.slice(0, rejectsKept - progress.rejected.length));
      for (let at = 0; at < taken.length || at === 0; at += rowsAtOnce) {
        const piece = { taken: taken.slice(at, at + rowsAtOnce), rejected: at === 0 ? rejected : [] };
        await db.tx([account], async (q) => {
          await insertDncChunk(q, account, id, n, piece);
          await updateDncImport(q, account, id, progress);
        });
        n += 1;
      }
    }
    await db.tx([account], (q) => queueDncImport(q, account, id));
    return id;
  } catch (error) {
    await db.tx([account], (q) => removeDncChunks(q, account, id));
    await end(db, account, id, progress, error);
    throw error;
  }
}

/** Loads area codes of the federal list; they take the place of what was loaded once the file has come whole. */
export async function receiveFederal(
  db: Database,
  account: string,
  { fileName, createdBy, source }: DncFile,
): Promise<string> {
  const id = await db.tx([account], (q) => insertDncImport(q, account, { kind: "federal", fileName, createdBy }));
  const numbers = new FederalNumbers();
  const areas: { areaCode: string; numbers: number }[] = [];
  const progressOf = () => ({
    total: numbers.total + numbers.rejectedCount,
    added: numbers.total,
    rejectedCount: numbers.rejectedCount,
    rejected: numbers.rejected,
    areaCodes: areas.map(({ areaCode }) => areaCode),
  });
  const keep = async (complete: ReturnType<FederalNumbers["take"]>): Promise<void> => {
    for (const area of complete) {
      areas.push({ areaCode: area.areaCode, numbers: area.numbers });
      await db.tx([account], async (q) => {
        await insertFederalArea(q, account, id, area);
        await updateDncImport(q, account, id, progressOf());
      });
    }
  };
  try {
    for await (const data of source) await keep(numbers.take(typeof data === "string" ? Buffer.from(data) : data));
    await keep(numbers.end());
    await db.tx([account], async (q) => {
      await useFederalImport(q, account, id, areas);
      await updateDncImport(q, account, id, progressOf(), { problem: null });
    });
    return id;
  } catch (error) {
    await end(db, account, id, progressOf(), error);
    throw error;
  }
}

const end = (
  db: Database,
  account: string,
  id: string,
  progress: Parameters<typeof updateDncImport>[3],
  error: unknown,
): Promise<void> =>
  db.tx([account], (q) =>
    updateDncImport(q, account, id, progress, { problem: error instanceof Error ? error.message : "It broke off" }),
  );
