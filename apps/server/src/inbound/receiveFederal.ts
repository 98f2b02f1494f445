import { CsvFault } from "../csv/csvFault.ts";
import type { RejectedRow } from "../csv/dncRows.ts";
import { FederalNumbers } from "../csv/federalNumbers.ts";
import { withinLimits } from "../csv/fileLimits.ts";
import type { Database, Query } from "../store/database.ts";
import { insertDncImport, updateDncImport } from "../store/doNotContact/dncImport.ts";
import { insertDncChunk, queueDncImport, removeDncParts } from "../store/doNotContact/dncImportQueue.ts";
import { findRunningFederalImport, insertFederalChunk, lockFederal } from "../store/doNotContact/federalImport.ts";
import { type DncFile, endReceiving, storedRejects } from "./receiveDnc.ts";

/** Lines that are written in one transaction. */
const linesAtOnce = 100_000;
/** Area codes that are listed by name; the others are only counted. */
const codesNamed = 5;

/** Area codes of a file are being loaded from another one. */
export class FederalImportRunning extends Error {
  override name = "FederalImportRunning";
}

/**
 * Receives a file of the federal list in chunks and queues it. The worker loads its area codes; the previous file applies
 * until they are complete. A file that breaks off, or is not a federal list, changes nothing.
 */
export async function receiveFederal(
  db: Database,
  account: string,
  { fileName, createdBy, source, limits, queued }: DncFile,
): Promise<string> {
  const id = await db.tx([account], (q) => insertDncImport(q, account, { kind: "federal", fileName, createdBy }));
  const numbers = new FederalNumbers();
  const shown: RejectedRow[] = [];
  const progressOf = () => ({
    total: numbers.total + numbers.rejectedCount,
    added: 0,
    rejectedCount: numbers.rejectedCount,
    rejected: shown,
    areaCodes: numbers.areaCodes,
  });
  let n = 0;
  const keep = (): Promise<void> => {
    const { areas, rejected } = numbers.give();
    const piece = n++;
    shown.push(...rejected.slice(0, storedRejects - shown.length));
    return db.tx([account], async (q) => {
      await refuseUnderWay(q, account, numbers.areaCodes);
      await insertFederalChunk(q, account, id, piece, areas);
      await insertDncChunk(q, account, id, piece, { taken: [], rejected });
      await updateDncImport(q, account, id, progressOf());
    });
  };
  try {
    for await (const piece of withinLimits(source, limits)) {
      numbers.take(piece);
      if (numbers.held >= linesAtOnce) await keep();
    }
    numbers.end();
    await keep();
    await db.tx([account], async (q) => {
      await lockFederal(q, account);
      await refuseUnderWay(q, account, numbers.areaCodes);
      if (!(await queueDncImport(q, account, id, "federal_dnc_queue")))
        throw new CsvFault("The upload was not completed");
      await queued?.(q, id);
    });
    return id;
  } catch (error) {
    shown.push(...numbers.give().rejected.slice(0, storedRejects - shown.length));
    await db.tx([account], (q) => removeDncParts(q, account, id));
    await endReceiving(db, account, id, progressOf(), error);
    throw error;
  }
}

/** An area code is loaded from one file at a time. */
async function refuseUnderWay(q: Query, account: string, areaCodes: readonly string[]): Promise<void> {
  const other = await findRunningFederalImport(q, account, areaCodes);
  if (!other) return;
  const { codes, fileName } = other;
  const named = codes.slice(0, codesNamed).join(", ") + (codes.length > codesNamed ? " and more" : "");
  const are = codes.length > 1 ? `Area codes ${named} are` : `Area code ${named} is`;
  throw new FederalImportRunning(
    `${are} already being loaded from ${fileName ?? "another file"}. Wait until it finishes, or cancel it`,
  );
}
