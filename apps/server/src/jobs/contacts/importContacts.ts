import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { partBytes } from "../../csv/readCsvParts.ts";
import type { ReadSlice } from "../../csv/sliceReader.ts";
import { type ReceiveOptions, receiveContacts } from "../../inbound/receiveContacts.ts";
import { actorOf, audit } from "../../store/audit/audit.ts";
import {
  type ClaimedImport,
  type ContactImportRow,
  claimContactImport,
  claimOneContactImport,
  findContactImport,
  findContactImportPart,
  finishContactImport,
  isImportAwaited,
  type LaneProgress,
  releaseContactImport,
  startContactImport,
} from "../../store/contacts/contactImport.ts";
import { ImportClaimedElsewhere, writeImportSlice } from "../../store/contacts/contactImportSlice.ts";
import { codeOf, type Database, isDataError, isRepeatable } from "../../store/database.ts";
import { syncDncSince } from "../../store/doNotContact/dnc.ts";
import { notify, userOf } from "../../store/notifications/notify.ts";
import { openSliceSource } from "./sliceSource.ts";

/** How many slices may be read ahead of the slower lane. */
const slicesAhead = 2;
const uniqueViolation = "23505";
/** Parts of a file after which other accounts have their turn. */
const partsPerTurn = 4;

/** The background job: claims one import and completes it. True: there may be more to do. */
export const importContactsJob = {
  name: "importContacts",
  everyMs: 500,
  wakesUp: true,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    const worker = randomUUID();
    const claimed = await db.global((q) => claimContactImport(q, worker));
    if (!claimed) return false;
    if (claimed.ready) await work(db, worker, claimed, { inTurns: true, signal });
    else await endImport(db, worker, claimed, "The upload was cut off before its end");
    return true;
  },
};

/** Imports a file to its end and returns the result, for the terminal and the benchmark. */
export async function importFile(
  db: Database,
  account: string,
  source: string | AsyncIterable<Buffer | string>,
  options: Partial<ReceiveOptions> = {},
): Promise<ContactImportRow> {
  const stream = typeof source === "string" ? createReadStream(source, { highWaterMark: 1024 * 1024 }) : source;
  const fileName = options.fileName ?? (typeof source === "string" ? basename(source) : undefined);
  const id = await receiveContacts(db, account, stream, { createdBy: "worker", ...options, fileName });
  const worker = randomUUID();
  const claimed = await db.global((q) => claimOneContactImport(q, worker, id));
  if (claimed) await work(db, worker, claimed, { inTurns: false });
  return waitForEnd(db, account, id);
}

/** A worker of the running program may have claimed it first. */
async function waitForEnd(db: Database, account: string, id: string): Promise<ContactImportRow> {
  for (;;) {
    const row = await db.tx([account], (q) => findContactImport(q, account, id));
    if (!row) throw new Error(`Import ${id} no longer exists`);
    if (row.finished !== null) return row;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** How far a worker continues an import. */
interface Turn {
  /** Lets imports of other accounts run in between, so that an import of millions does not delay them. */
  inTurns: boolean;
  signal?: AbortSignal | undefined;
}

async function work(db: Database, worker: string, claimed: ClaimedImport, turn: Turn): Promise<void> {
  const { accountId, importId } = claimed;
  try {
    const row = await db.tx([accountId], async (q) => {
      await startContactImport(q, accountId, importId);
      return findContactImport(q, accountId, importId);
    });
    if (!row) return;
    if (await importRows(db, worker, accountId, row, turn)) await endImport(db, worker, claimed, null);
    else await db.global((q) => releaseContactImport(q, worker, importId));
  } catch (error) {
    if (error instanceof ImportClaimedElsewhere) return;
    if (isDataError(error))
      return endImport(db, worker, claimed, `The database refused a row: ${(error as Error).message}`);
    // The next claim continues after the last slice that was committed.
    await db.global((q) => releaseContactImport(q, worker, importId)).catch(() => {});
    throw error;
  }
}

/** Continues reading where the lanes are. False: it stopped before the end. */
async function importRows(
  db: Database,
  worker: string,
  account: string,
  row: ContactImportRow,
  { inTurns, signal }: Turn,
): Promise<boolean> {
  const lastPart = Math.ceil(row.bytes / partBytes) - 1;
  const [one, other] = row.lanes as [LaneProgress, LaneProgress];
  const from = one.part <= other.part ? one : other;
  const { delimiter, newline } = row.format;
  const source = openSliceSource(
    {
      columns: row.columns,
      duplicates: row.duplicates,
      delimiter,
      format: { delimiter, newline },
      bytes: from.bytes,
      line: from.line,
    },
    row.bytes,
  );
  const lanes = new Lanes(db, worker, account, row);
  try {
    for (let part = from.part + 1; part <= lastPart; part++) {
      if (signal?.aborted) return false;
      const isTurnOver = inTurns && part > from.part + 1 && (part - from.part - 1) % partsPerTurn === 0;
      if (isTurnOver && (await db.global((q) => isImportAwaited(q, account)))) return false;
      const bytes = await readPart(db, account, row.id, part, part === from.part + 1 ? from : undefined);
      const slice = await source.read(bytes, part === lastPart);
      await lanes.write(part, slice);
    }
    return true;
  } finally {
    await lanes.settle();
    await source.close();
  }
}

/** A part's bytes; the first one read begins where the next row does, which may be in the part before. */
async function readPart(
  db: Database,
  account: string,
  id: string,
  part: number,
  from: LaneProgress | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const [before, bytes] = await db.tx([account], async (q) => [
    from && from.bytes < part * partBytes ? await findContactImportPart(q, account, id, part - 1) : null,
    await findContactImportPart(q, account, id, part),
  ]);
  if (!bytes) throw new ImportClaimedElsewhere(`Import ${id} was cancelled`);
  if (before) return copyOf(Buffer.concat([before.subarray((from?.bytes ?? 0) % partBytes), bytes]));
  return copyOf(from ? bytes.subarray(Math.max(0, from.bytes - part * partBytes)) : bytes);
}

/** A copy of the bytes, which can be transferred to the thread. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

/** The two lanes write side by side, each in the order of the file; a contact's rows are all in one of them. */
class Lanes {
  readonly #db: Database;
  readonly #worker: string;
  readonly #account: string;
  readonly #row: ContactImportRow;
  #tails: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  #under: Promise<unknown>[] = [];
  #areNew: [boolean, boolean] = [false, false];

  constructor(db: Database, worker: string, account: string, row: ContactImportRow) {
    this.#db = db;
    this.#worker = worker;
    this.#account = account;
    this.#row = row;
  }

  /** Takes a slice; waits when the lanes are too far behind. */
  async write(part: number, slice: ReadSlice): Promise<void> {
    for (const lane of [0, 1] as const) {
      if (part <= (this.#row.lanes[lane]?.part ?? -1)) continue;
      this.#tails[lane] = this.#tails[lane].then(() => this.#writeLane(lane, part, slice));
    }
    const both = Promise.all(this.#tails);
    both.catch(() => {});
    this.#under.push(both);
    if (this.#under.length > slicesAhead) await this.#under.shift();
    if (part === Math.ceil(this.#row.bytes / partBytes) - 1) await both;
  }

  /** Waits for what is under way, whether it succeeds or fails. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#tails);
  }

  async #writeLane(lane: 0 | 1, part: number, slice: ReadSlice): Promise<void> {
    const { copy, rows, emailOnly, repeated, again } = slice.lanes[lane];
    for (let attempt = 1; ; attempt++) {
      try {
        const { areNew } = await this.#db.tx([this.#account], (q) =>
          writeImportSlice(q, {
            account: this.#account,
            importId: this.#row.id,
            worker: this.#worker,
            lane,
            duplicates: this.#row.duplicates,
            tag: this.#row.tag,
            consentSource: this.#row.consentSource,
            copy,
            rows,
            emailOnly,
            repeated,
            again,
            rejects: lane === 0 ? slice.rejects : [],
            areNew: this.#areNew[lane],
            progress: { part, bytes: slice.bytes, line: slice.line },
          }),
        );
        this.#areNew[lane] = areNew;
        return;
      } catch (error) {
        // One of these contacts was created meanwhile. The next attempt finds it.
        if (attempt >= 10 || (codeOf(error) !== uniqueViolation && !isRepeatable(error))) throw error;
      }
    }
  }
}

async function endImport(db: Database, worker: string, claimed: ClaimedImport, problem: string | null): Promise<void> {
  const { accountId, importId } = claimed;
  await db.tx([accountId], async (q) => {
    const row = await findContactImport(q, accountId, importId);
    if (!row || !(await finishContactImport(q, accountId, importId, worker, problem))) return;
    // Numbers that opted out while the rows were being imported.
    await syncDncSince(q, accountId, row.created);
    const { fileName, imported, updated, skipped, rejectedCount } = row;
    await audit(q, { account: accountId, actor: actorOf(row.createdBy ?? "worker") }, "contact.import", importId, {
      fileName,
      imported,
      updated,
      skipped,
      rejected: rejectedCount,
      ...(problem === null ? {} : { problem }),
    });
    await notify(
      q,
      accountId,
      {
        kind: "import",
        tone: problem === null && !isAllRejected(row) ? "done" : "failed",
        sentence: problem === null ? describeImport(row) : `The import of ${nameOfFile(fileName)} failed: ${problem}`,
        path: "/contacts/import",
        search: { id: importId },
      },
      { author: userOf(row.createdBy), privilege: "contact-admin" },
    );
  });
}

const nameOfFile = (fileName: string | null): string => (fileName === null ? "contacts" : `“${fileName}”`);
const figure = (count: number): string => count.toLocaleString("en-US");

const isAllRejected = ({ imported, updated, skipped, rejectedCount }: ContactImportRow): boolean =>
  rejectedCount > 0 && imported + updated + skipped === 0;

function describeImport({ fileName, imported, updated, skipped, rejectedCount }: ContactImportRow): string {
  const counts = [
    `${figure(imported)} new`,
    `${figure(updated)} updated`,
    ...(skipped > 0 ? [`${figure(skipped)} skipped`] : []),
    ...(rejectedCount > 0 ? [`${figure(rejectedCount)} rejected`] : []),
  ];
  return `The import of ${nameOfFile(fileName)} has finished: ${counts.join(", ")}`;
}
