import { Readable } from "node:stream";
import {
  type ContactImport,
  contactRoutes,
  type Statement,
  tagOfAudience,
} from "@trunkline/contract/contacts/contact.ts";
import { CsvFault } from "../../csv/csvFault.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound, Problem } from "../../http/problem.ts";
import { receiveContacts } from "../../inbound/receiveContacts.ts";
import { audit } from "../../store/audit/audit.ts";
import { findAudienceNamed, insertAudience } from "../../store/contacts/audience.ts";
import {
  type ContactImportRow,
  cancelContactImport,
  findContactImport,
  type ImportReject,
  listContactImports,
  listImportRejects,
  setImportAudience,
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
    const { fileName, duplicates, mapping, consentSource } = call.query;
    const createdBy = `${call.actor.kind}:${call.actor.id}`;
    const { tag, audience } = await readFilling(call);
    const queued = async (q: Query, id: string) => {
      if (audience !== null) await fillAudience(q, call, id, audience);
      await call.key.settle(q, [await showFound(q, call.account, id)]);
    };
    const options = {
      fileName,
      duplicates,
      mapping: readMapping(mapping),
      tag,
      consentSource,
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

/** The tag of an import, and the audience that it fills by it. A new one has a null id until the file is there. */
async function readFilling({
  db,
  account,
  query: { tag, audience: name },
}: {
  db: Database;
  account: string;
  query: { tag?: string | undefined; audience?: string | undefined };
}): Promise<{ tag: string | undefined; audience: { audienceId: string | null; name: string; tag: string } | null }> {
  if (name === undefined) return { tag, audience: null };
  if (tag !== undefined) throw invalid("Send either tag or audience", "query.tag");
  const known = await db.tx([account], (q) => findAudienceNamed(q, account, name));
  if (known === null)
    return { tag: tagOfAudience(name), audience: { audienceId: null, name, tag: tagOfAudience(name) } };
  const own = tagOf(known.statements);
  if (own === null)
    throw conflict(
      `The audience "${known.name}" is not made of one tag, so an import cannot fill it. Choose another name`,
      "query.audience",
      "not_by_tag",
    );
  return { tag: own, audience: { audienceId: known.audienceId, name: known.name, tag: own } };
}

/** The tag that all contacts of an audience have, if that is all that it asks for. */
function tagOf([first, ...more]: readonly Statement[]): string | null {
  if (first === undefined || more.length > 0 || first.negated) return null;
  const isByTag = first.variable.toLowerCase() === "tags" && first.operation === "CONTAINS";
  return isByTag && /^[^,;|]{1,60}$/.test(first.value.trim()) ? first.value.trim() : null;
}

/** Creates the audience of an import where it is new, and notes it with the import. */
async function fillAudience(
  q: Query,
  call: Call,
  importId: string,
  { audienceId, name, tag }: { audienceId: string | null; name: string; tag: string },
): Promise<void> {
  const statements = [{ variable: "tags", operation: "CONTAINS", value: tag, negated: false }];
  const made = audienceId ?? (await insertAudience(q, call.account, { name, statements }));
  // another import has made it meanwhile, with the same tag
  const id = made ?? (await findAudienceNamed(q, call.account, name))?.audienceId;
  if (id === undefined) return;
  if (audienceId === null && made !== null) await audit(q, call, "audience.create", id, { name, statements });
  await setImportAudience(q, call.account, importId, id);
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
