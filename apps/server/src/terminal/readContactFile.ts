import { readFile } from "node:fs/promises";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { CsvFault } from "../csv/csvFault.ts";
import { type Column, mapColumns } from "../csv/mapColumns.ts";
import { type CsvHead, readCsvParts } from "../csv/readCsvParts.ts";
import { splitRecords } from "../csv/splitRecords.ts";
import { Refusal } from "../refusal.ts";
import { fileRefusal } from "./fileRefusal.ts";

/** The contacts of a file and the rejected rows by line. */
export interface ContactFile {
  contacts: Contact[];
  rejected: { line: number; reason: string }[];
}

/** Reads a contact file into memory with the rules of the import. Throws a Refusal with file and line. */
export async function readContactFile(path: string, seed: string): Promise<ContactFile> {
  const read: ContactFile = { contacts: [], rejected: [] };
  const file = await readCsvFile(path);
  const known = new Set<string>();
  for (const { line, fields, fault } of file.rows) {
    const contact = fault === undefined ? contactOf(file.columns, fields, `${seed}-${line}`) : { reason: fault };
    if ("reason" in contact) read.rejected.push({ line, reason: contact.reason });
    else if (contact.phone !== null && known.has(contact.phone))
      read.rejected.push({ line, reason: `${contact.phone} is a duplicate` });
    else {
      if (contact.phone !== null) known.add(contact.phone);
      read.contacts.push(contact);
    }
  }
  return read;
}

interface CsvFile {
  columns: Column[];
  rows: { line: number; fields: string[]; fault?: string }[];
}

/** Reads a CSV file as rows with mapped columns. */
export async function readCsvFile(path: string): Promise<CsvFile> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw fileRefusal(path, error);
  });
  try {
    let head: CsvHead | undefined;
    const parts: Buffer[] = [];
    for await (const part of readCsvParts(single(bytes), (found) => {
      head = found;
    }))
      parts.push(part);
    if (!head) throw new CsvFault("The file has no header row");
    const file: CsvFile = { columns: mapColumns(head.headers, [], undefined), rows: [] };
    const text = Buffer.concat(parts).subarray(head.dataFrom).toString("utf8");
    splitRecords(
      text,
      head,
      { line: head.line, final: true },
      {
        record: (fields, line) => file.rows.push(checkedRow(fields, line, file.columns.length)),
        fault: (line, reason) => file.rows.push({ line, fields: [], fault: reason }),
      },
    );
    return file;
  } catch (error) {
    if (error instanceof CsvFault)
      throw new Refusal(`${path}${error.where ? `, ${error.where}` : ""}: ${error.message}`);
    throw error;
  }
}

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const checkedRow = (fields: string[], line: number, columns: number) =>
  fields.length === columns
    ? { line, fields: [...fields] }
    : { line, fields: [], fault: `The row has ${fields.length} columns but the header has ${columns}` };

const named = ["email", "firstName", "lastName", "address", "city", "state", "postalCode", "country"] as const;

function contactOf(
  columns: readonly Column[],
  fields: readonly string[],
  contactId: string,
): Contact | { reason: string } {
  const values = new Map<string, string>();
  columns.forEach(({ field }, index) => {
    const value = fields[index]?.trim() ?? "";
    if (field !== null && value !== "") values.set(field, value);
  });
  const written = values.get("phone");
  const phone = written === undefined ? null : parsePhone(written);
  if (phone !== null && "problem" in phone) return { reason: phone.problem };
  if (phone === null && !values.has("email")) return { reason: "The row has neither a phone nor an e-mail address" };
  const e164 = phone?.e164 ?? null;
  const { zones, from } = recipientZones({
    timezone: values.get("timezone") ?? null,
    postalCode: values.get("postalCode") ?? null,
    state: values.get("state") ?? null,
    phone: e164,
  });
  const own = new Set<string>([...named, "phone", "timezone", "tags"]);
  return {
    contactId,
    phone: e164,
    ...(Object.fromEntries(named.map((name) => [name, values.get(name) ?? null])) as Record<
      (typeof named)[number],
      string | null
    >),
    tags: (values.get("tags") ?? "")
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    extdata: Object.fromEntries([...values].filter(([name]) => !own.has(name))),
    zones,
    zonesFrom: from,
    dnc: 0,
  };
}
