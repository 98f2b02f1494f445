import { importFields } from "@trunkline/contract/contacts/contact.ts";
import { CsvFault } from "./csvFault.ts";

type ImportField = (typeof importFields)[number];

/** The target of a column: a field, a custom field, or null to leave the column out. */
export interface Column {
  header: string;
  field: string | null;
  /** A custom field that is new in the account. */
  added: boolean;
}

/** The most custom fields per account (contract, account). */
export const maxCustomFields = 200;

const builtIn: ReadonlySet<string> = new Set(importFields);
/** Valid names of custom fields (contract, account). */
export const customFieldForm = /^[a-z][a-z0-9_]{0,39}$/;

/** Known column names per field, reduced to letters and digits. If a file has several, the first in the list wins. */
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
 * Maps each column to a field: by the mapping, or else by name, or else to a custom field. Unknown names create a custom field, so that no data is lost.
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

/** The columns in the mapping. The others are matched by name. */
function applyMapping(columns: Column[], mapping: Readonly<Record<string, string>>, taken: Set<string>): Set<Column> {
  const asked = new Set<Column>();
  for (const [header, target] of Object.entries(mapping)) {
    const column =
      columns.find((one) => one.header === header.trim()) ?? columns.find((one) => bare(one.header) === bare(header));
    if (!column)
      throw new CsvFault(`The mapping has the column "${header}", which is not in the file`, {
        where: "query.mapping",
      });
    asked.add(column);
    if (target === "-" || target === "") continue;
    const field =
      importFields.find((name) => name.toLowerCase() === target.trim().toLowerCase()) ?? target.trim().toLowerCase();
    if (taken.has(field))
      throw new CsvFault(`Two columns are mapped to "${field}". Leave one out`, { where: "query.mapping" });
    taken.add(field);
    column.field = field;
  }
  return asked;
}

function checkName(header: string, field: string | null): void {
  if (field === null || builtIn.has(field) || customFieldForm.test(field)) return;
  throw new CsvFault(
    `"${field}" (column "${header}") is not a valid custom field name. Start with a letter and use at most 40 letters, digits and underscores`,
    { where: "query.mapping" },
  );
}

function checkColumns(columns: readonly Column[], headers: readonly string[], known: number): void {
  if (!columns.some(({ field }) => field === "phone" || field === "email")) {
    const names = headers.map((header) => `"${header}"`).join(", ");
    throw new CsvFault(`No column contains a phone number or an e-mail address. The columns are: ${names}`, {
      where: "line 1",
    });
  }
  const added = columns.filter((column) => column.added).length;
  if (known + added > maxCustomFields)
    throw new CsvFault(`The file would add ${added} custom fields. An account can have at most ${maxCustomFields}`);
}

/** Converts a header to a custom field name. */
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

/** Columns of our export that the server computes. They are ignored on import. */
const ownColumns: ReadonlySet<string> = new Set([
  "contactId",
  "dnc",
  "created",
  "archived",
  "consentSource",
  "consentAt",
]);

// A custom field with the name of a field would be hidden by that field.
export const builtInLower: ReadonlySet<string> = new Set(
  [...importFields, "contactId", "phonenumber1"].map((field) => field.toLowerCase()),
);
