import type { FileLimits } from "../csv/fileLimits.ts";
import { mapColumns } from "../csv/mapColumns.ts";
import { type CsvHead, readCsvParts } from "../csv/readCsvParts.ts";
import {
  insertContactImport,
  insertContactImportPart,
  listCustomFields,
  queueContactImport,
  removeContactImport,
} from "../store/contacts/contactImport.ts";
import type { Database, Query } from "../store/database.ts";

/** How a file is to be imported. */
export interface ReceiveOptions {
  fileName?: string | undefined;
  /** Whether a contact that is there already is changed. Default update. */
  duplicates?: "update" | "skip" | undefined;
  /** Header to field, custom field or `-`; headers that it leaves out are matched by name. */
  mapping?: Readonly<Record<string, string>> | undefined;
  /** In whose name, as audit writes it: user:{id}, key:{id}, worker. */
  /** Given to every contact that the file adds or changes. */
  tag?: string | undefined;
  /** Where the consent of its contacts comes from. */
  consentSource?: string | undefined;
  createdBy: string;
  limits?: FileLimits | undefined;
  /** Runs in the transaction that queues the import. */
  queued?: ((q: Query, importId: string) => Promise<void>) | undefined;
}

/**
 * Takes a file in, part by part, and queues its import. A file that cannot be imported throws a CsvFault, and nothing
 * of it stays.
 */
export async function receiveContacts(
  db: Database,
  account: string,
  source: AsyncIterable<Buffer | string>,
  { fileName, duplicates = "update", mapping, tag, consentSource, createdBy, limits, queued }: ReceiveOptions,
): Promise<string> {
  const customFields = await db.tx([account], (q) => listCustomFields(q, account));
  let head: CsvHead | undefined;
  const columnsOf = ({ headers }: CsvHead) => mapColumns(headers, customFields, mapping);
  const parts = readCsvParts(
    source,
    (found) => {
      // Validated as soon as it is there: a wrong file is refused before gigabytes of it have come.
      columnsOf(found);
      head = found;
    },
    limits,
  );
  const id = await db.tx([account], (q) =>
    insertContactImport(q, account, {
      fileName: fileName ?? null,
      duplicates,
      tag: tag ?? null,
      consentSource: consentSource ?? null,
      createdBy,
    }),
  );
  try {
    let bytes = 0;
    let part = 0;
    for await (const piece of parts) {
      await db.tx([account], (q) => insertContactImportPart(q, account, id, part, piece));
      bytes += piece.length;
      part += 1;
    }
    if (!head) throw new Error("A file without a header was taken");
    const columns = columnsOf(head);
    const { delimiter, newline, dataFrom, line } = head;
    const added = columns.flatMap((column) => (column.added && column.field !== null ? [column.field] : []));
    await db.tx([account], async (q) => {
      const format = { delimiter, newline, dataFrom, line };
      await queueContactImport(q, account, id, { columns, format, bytes, customFields: added });
      await queued?.(q, id);
    });
    return id;
  } catch (error) {
    await db.tx([account], (q) => removeContactImport(q, account, id));
    throw error;
  }
}
