import { importFields } from "@trunkline/contract/contacts/contact.ts";
import { CsvFault } from "./csvFault.ts";

type ImportField = (typeof importFields)[number];

/** Where a column goes: a field, a custom field, or null for a column that is left out. */
export interface Column {
  header: string;
  field: string | null;
  /** A custom field that the account did not have. */
  added: boolean;
}

/** Most custom fields that an account may have (contract, account). */
export const maxCustomFields = 200;

const builtIn: ReadonlySet<string> = new Set(importFields);
/** What a custom field may be called (contract, account). */
export const customFieldForm = /^[a-z][a-z0-9_]{0,39}$/;

/** How files name the fields, letters and digits alone; the first of a list wins where a file has several. */
const synonyms: Record<ImportField, readonly string[]> = {
  phone: [
    "phone",
    "phonenumber",
    "phonenumber1",
    "phone1",
    "mobile",
    "mobilephone",
    "mobilenumber",
    "mobilephonenumber",
    "cell",
    "cellphone",
    "cellnumber",
    "cellphonenumber",
    "primaryphone",
    "telephone",
    "telephonenumber",
    "tel",
    "msisdn",
    "number",
    "contactnumber",
    "phoneno",
    "mobileno",
    "workphone",
    "homephone",
  ],
  email: ["email", "emailaddress", "mail", "email1", "primaryemail", "workemail"],
  firstName: ["firstname", "first", "fname", "givenname", "forename"],
  lastName: ["lastname", "last", "lname", "surname", "familyname"],
  address: ["address", "address1", "addressline1", "street", "streetaddress", "street1", "mailingaddress"],
  city: ["city", "town", "locality", "suburb"],
  state: ["state", "province", "region", "stateprovince", "stateregion", "st"],
  postalCode: ["postalcode", "zip", "zipcode", "postcode", "postal", "zippostalcode"],
  country: ["country", "countrycode", "countryname"],
  timezone: ["timezone", "timezoneid", "tz"],
  tags: ["tags", "tag", "labels", "label", "lists"],
};

const bare = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Which field each column fills: as the mapping says, else by name, else a custom field. A name that no custom field of
 * the account has becomes a new one, so that nothing of a file is lost unasked.
 */
export function mapColumns(
  headers: readonly string[],
  customFields: readonly string[],
  mapping: Readonly<Record<string, string>> | undefined,
): Column[] {
  const columns = headers.map((header): Column => ({ header, field: null, added: false }));
  const taken = new Set<string>();
  const asked = mapping ? applyMapping(columns, mapping, taken) : new Set<Column>();
  const open = columns.filter((column) => !asked.has(column) && column.header !== "");
  for (const field of importFields) {
    if (taken.has(field)) continue;
    const found = synonyms[field]
      .map((name) => open.find((column) => column.field === null && bare(column.header) === name))
      .find((column) => column !== undefined);
    if (!found) continue;
    found.field = field;
    taken.add(field);
  }
  for (const column of open)
    if (column.field === null && !ownColumns.has(column.header))
      column.field = freeName(customName(column.header), taken);
  for (const { header, field } of columns) checkName(header, field);
  for (const column of columns)
    column.added = column.field !== null && !builtIn.has(column.field) && !customFields.includes(column.field);
  checkColumns(columns, headers, customFields.length);
  return columns;
}

/** The columns that the mapping speaks of; the others are left to their names. */
function applyMapping(columns: Column[], mapping: Readonly<Record<string, string>>, taken: Set<string>): Set<Column> {
  const asked = new Set<Column>();
  for (const [header, target] of Object.entries(mapping)) {
    const column =
      columns.find((one) => one.header === header.trim()) ?? columns.find((one) => bare(one.header) === bare(header));
    if (!column)
      throw new CsvFault(`The mapping names a column "${header}" that the file does not have`, {
        where: "query.mapping",
      });
    asked.add(column);
    if (target === "-" || target === "") continue;
    const field =
      importFields.find((name) => name.toLowerCase() === target.trim().toLowerCase()) ?? target.trim().toLowerCase();
    if (taken.has(field))
      throw new CsvFault(`Two columns are mapped to "${field}": leave one out`, { where: "query.mapping" });
    taken.add(field);
    column.field = field;
  }
  return asked;
}

function checkName(header: string, field: string | null): void {
  if (field === null || builtIn.has(field) || customFieldForm.test(field)) return;
  throw new CsvFault(
    `"${field}" (column "${header}") is no name for a custom field: it begins with a letter and holds letters, digits and _, at most 40`,
    { where: "query.mapping" },
  );
}

function checkColumns(columns: readonly Column[], headers: readonly string[], known: number): void {
  if (!columns.some(({ field }) => field === "phone" || field === "email")) {
    const names = headers.map((header) => `"${header}"`).join(", ");
    throw new CsvFault(`No column holds a phone or an e-mail address. The columns are: ${names}`, { where: "line 1" });
  }
  const added = columns.filter((column) => column.added).length;
  if (known + added > maxCustomFields)
    throw new CsvFault(
      `The file would bring ${added} new custom fields, and an account has at most ${maxCustomFields}`,
    );
}

/** A header as the name of a custom field. */
function customName(header: string): string {
  const name = header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40);
  return name === "" ? "column" : name;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free) || builtInLower.has(free); count++) free = `${name.slice(0, 36)}_${count}`;
  taken.add(free);
  return free;
}

/** Columns of our own export that the server owns: they are left out when it comes back. */
const ownColumns: ReadonlySet<string> = new Set(["contactId", "dnc", "created", "archived"]);

// a custom field named as a field would never be seen behind it
export const builtInLower: ReadonlySet<string> = new Set(
  [...importFields, "contactId", "phonenumber1"].map((field) => field.toLowerCase()),
);
