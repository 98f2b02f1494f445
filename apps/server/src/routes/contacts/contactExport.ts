import { Readable } from "node:stream";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { byteOrderMark, csvRow } from "../../csv/writeCsv.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import type { ContactRow } from "../../store/contacts/contact.ts";
import { listCustomFields } from "../../store/contacts/contactImport.ts";
import { type ContactPlace, type ContactSelection, listContacts } from "../../store/contacts/contactSearch.ts";
import type { Database } from "../../store/database.ts";
import { channelsOf } from "./channelsOf.ts";
import { checkSelection, refuseUnknownVariables } from "./checkSelection.ts";

const pageRows = 2_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const fixed = [
  "contactId",
  "phone",
  "email",
  "firstName",
  "lastName",
  "address",
  "city",
  "state",
  "postalCode",
  "country",
  "timezone",
  "tags",
  "dnc",
  "created",
  "archived",
  "consentSource",
  "consentAt",
] as const;

/** Exports the filtered contacts page by page, which needs little memory and no long snapshot. */
export function registerContactExport(api: Api): void {
  handle(api, contactRoutes.export, async ({ db, account, query, reply }) => {
    const { contactIds, bom, ...filter } = query;
    const selection = checkSelection({ ...filter, contactIds: readIds(contactIds) }, "query");
    const customFields = await db.tx([account], async (q) => {
      await refuseUnknownVariables(q, account, selection, "query");
      return listCustomFields(q, account);
    });
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="contacts.csv"')
      .header("cache-control", "no-store")
      .send(Readable.from(writeContacts(db, account, selection, customFields, bom === "true")));
  });
}

function readIds(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = text.split(",").map((id) => id.trim());
  const wrong = ids.find((id) => !uuid.test(id));
  if (wrong !== undefined) throw invalid(`"${wrong}" is not a contact id`, "query.contactIds");
  return ids;
}

async function* writeContacts(
  db: Database,
  account: string,
  selection: ContactSelection,
  customFields: readonly string[],
  hasMark: boolean,
): AsyncGenerator<string> {
  yield (hasMark ? byteOrderMark : "") + csvRow([...fixed, ...customFields]);
  let after: ContactPlace | undefined;
  for (;;) {
    const rows = await db.tx([account], (q) =>
      listContacts(q, account, selection, { sort: "created", order: "asc", limit: pageRows, after }),
    );
    if (rows.length > 0) yield rows.map((row) => csvRow(cellsOf(row, customFields))).join("");
    const last = rows.at(-1);
    if (rows.length < pageRows || !last) return;
    after = last;
  }
}

function cellsOf(row: ContactRow, customFields: readonly string[]): (string | null)[] {
  const { contactId, phone, email, firstName, lastName, address, city, state, postalCode, country } = row;
  return [
    ...[contactId, phone, email, firstName, lastName, address, city, state, postalCode, country],
    row.timezone === null ? null : String(row.timezone),
    row.tags.join(";"),
    channelsOf(row.dncBits).join(" "),
    row.created.toISOString(),
    row.archived?.toISOString() ?? null,
    row.consentSource,
    row.consentAt?.toISOString() ?? null,
    ...customFields.map((name) => ownValue(row.extdata, name) ?? null),
  ];
}
