import { Readable } from "node:stream";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { CsvFault } from "../../csv/csvFault.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound, Problem } from "../../http/problem.ts";
import { receiveContacts } from "../../inbound/receiveContacts.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  type ContactImportRow,
  cancelContactImport,
  findContactImport,
  type ImportReject,
  listContactImports,
  listImportRejects,
} from "../../store/contacts/contactImport.ts";
import type { Database, Query } from "../../store/database.ts";
import { syncDncSince } from "../../store/doNotContact/dnc.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { sendRejects } from "./sendRejects.ts";

/** Rejected rows shown with an import. The full list is a file. */
const rejectsShown = 50;

/** Contact import (readings, Requests without a path). */
export function registerContactImport(api: Api): void {
  handle(api, contactRoutes.import, async (call) => {
    const { fileName, duplicates, mapping, tag } = call.query;
    const createdBy = `${call.actor.kind}:${call.actor.id}`;
    const queued = async (q: Query, id: string) => call.key.settle(q, [await showFound(q, call.account, id)]);
    const options = {
      fileName,
      duplicates,
      mapping: readMapping(mapping),
      tag,
      createdBy,
      limits: call.config.importLimits,
      queued,
    };
    const id = await receiveContacts(call.db, call.account, bodyOf(call), options).catch(refuseFile);
    call.wakeUp();
    return [await findShown(call.db, call.account, id)];
  });
  handle(api, contactRoutes.imports, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor } = query;
      const rows = await listContactImports(q, account, readIdCursor(cursor), limit);
      return { payload: rows.map((row) => show(row, [])), next: nextCursor(rows, limit, (row) => row.id) };
    }),
  );
  handle(api, contactRoutes.findImport, async ({ db, account, params }) => [
    await findShown(db, account, params.importId),
  ]);
  handle(api, contactRoutes.cancelImport, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params } = call;
      await needImport(q, account, params.importId);
      if (await cancelContactImport(q, account, params.importId)) {
        const row = await needImport(q, account, params.importId);
        await syncDncSince(q, account, row.created);
        const { imported, updated } = row;
        await audit(q, call, "contact.import.cancel", params.importId, { fileName: row.fileName, imported, updated });
      }
      return [await showFound(q, account, params.importId)];
    }),
  );
  handle(api, contactRoutes.rejected, async ({ db, account, params, reply }) => {
    await db.tx([account], (q) => needImport(q, account, params.importId));
    return sendRejects(reply, (line, limit) =>
      db.tx([account], (q) => listImportRejects(q, account, params.importId, line, limit)),
    );
  });
}

function bodyOf(call: Call): AsyncIterable<Buffer> {
  if (call.body instanceof Readable) return call.body;
  throw invalid("The file is empty", "body");
}

function refuseFile(error: unknown): never {
  if (!(error instanceof CsvFault)) throw error;
  if (error.isTooLarge) throw new Problem(413, { code: "too_large", message: error.message });
  throw invalid(error.message, error.where ?? "body", "bad_csv");
}

function readMapping(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const entries = Object.entries(value);
      if (entries.every(([, field]) => typeof field === "string")) return Object.fromEntries(entries);
    }
  } catch {
    // said below
  }
  throw invalid('mapping must be a JSON object of header to field, such as {"Cell": "phone"}', "query.mapping");
}

async function needImport(q: Query, account: string, id: string): Promise<ContactImportRow> {
  const row = await findContactImport(q, account, id);
  if (!row) throw notFound("import");
  return row;
}

const findShown = (db: Database, account: string, id: string): Promise<ContactImport> =>
  db.tx([account], (q) => showFound(q, account, id));

const showFound = async (q: Query, account: string, id: string): Promise<ContactImport> =>
  show(await needImport(q, account, id), await listImportRejects(q, account, id, 0, rejectsShown));

/** An import in wire form. Its position is that of the slower lane (readings, Answers). */
function show(row: ContactImportRow, rejected: ImportReject[]): ContactImport {
  const { format: _format, lanes, duplicates: _duplicates, tag: _tag, createdBy: _createdBy, ...rest } = row;
  const isOver = row.status === "done";
  const { status } = row;
  return {
    ...rest,
    status: status === "done" || status === "failed" || status === "cancelled" ? status : "running",
    bytesDone: isOver ? row.bytes : Math.min(row.bytes, ...lanes.map((lane) => (lane.part < 0 ? 0 : lane.bytes))),
    rejected,
    created: row.created.toISOString(),
    finished: row.finished?.toISOString() ?? null,
  };
}
