import { importFields } from "@trunkline/contract/contacts/contact.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The head of a file: column names and sample values. */
export interface CsvHead {
  headers: string[];
  /** The first rows, cell by cell. */
  rows: string[][];
}

/** How many bytes of a file are read to show its columns. */
export const headBytes = 64 * 1024;
const mostRows = 5;

/** Reads the header and first rows of a CSV text, which may end within a row. Null without a header. */
export function readHead(text: string): CsvHead | null {
  const body = text.replace(/^\uFEFF/, "");
  const [headers = [], ...rows] = readRows(body, guessDelimiter(body.split(/[\r\n]/, 1)[0] ?? ""), mostRows + 1);
  if (headers.every((header) => header.trim() === "")) return null;
  return { headers: headers.map((header) => header.trim()), rows };
}

const guessDelimiter = (line: string): string =>
  [",", ";", "\t", "|"].reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best), ",");

function readRows(text: string, delimiter: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(at++);
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === delimiter) {
      row.push(cell);
      cell = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && text.charAt(at + 1) === "\n") at++;
      row.push(cell);
      if (row.some((one) => one !== "")) rows.push(row);
      row = [];
      cell = "";
    } else cell += character;
  }
  row.push(cell);
  if (rows.length < most && row.some((one) => one !== "")) rows.push(row);
  return rows;
}

/** The value for a column that is not imported. */
export const leaveOut = "-";

const usual: Readonly<Record<string, (typeof importFields)[number]>> = {
  phonenumber: "phone",
  mobile: "phone",
  mobilephone: "phone",
  cell: "phone",
  cellphone: "phone",
  telephone: "phone",
  tel: "phone",
  number: "phone",
  emailaddress: "email",
  mail: "email",
  first: "firstName",
  fname: "firstName",
  givenname: "firstName",
  last: "lastName",
  lname: "lastName",
  surname: "lastName",
  familyname: "lastName",
  address1: "address",
  street: "address",
  streetaddress: "address",
  town: "city",
  province: "state",
  region: "state",
  zip: "postalCode",
  zipcode: "postalCode",
  postcode: "postalCode",
  tz: "timezone",
  tag: "tags",
  labels: "tags",
};
const bare = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, "");
/** Columns of our export that can't be imported. */
const ownColumns = new Set(["contactId", "dnc", "created", "archived", "consentSource", "consentAt"]);

/** Guesses the field of each column by its name, else a custom field of that name. Each field is used once. */
export function guessMapping(headers: readonly string[], customFields: readonly string[]): string[] {
  const taken = new Set<string>();
  const guesses = headers.map((header) => {
    const name = bare(header);
    const field =
      ownColumns.has(header) || header === ""
        ? leaveOut
        : (importFields.find((one) => one.toLowerCase() === name) ?? ownValue(usual, name));
    if (field === undefined || field === leaveOut) return field;
    if (taken.has(field)) return undefined;
    taken.add(field);
    return field;
  });
  return guesses.map((field, index) => {
    if (field !== undefined) return field;
    const wanted = customFields.find((one) => one === bare(headers[index] ?? "")) ?? customName(headers[index] ?? "");
    const name = taken.has(wanted) || isBuiltIn(wanted) ? freeName(wanted, taken) : wanted;
    taken.add(name);
    return name;
  });
}

const isBuiltIn = (name: string): boolean => importFields.some((field) => field.toLowerCase() === name.toLowerCase());
function freeName(name: string, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(`${name}_${count}`)) count++;
  return `${name}_${count}`;
}

/** A header as the name of a custom field. */
export function customName(header: string): string {
  const name = header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40);
  return name === "" ? "column" : name;
}

/** The issue of a mapping. Undefined if it can be imported. */
export function mappingProblem(mapping: readonly string[]): string | undefined {
  const used = mapping.filter((field) => field !== leaveOut);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) return `Two columns go to "${twice}". Leave one of them out.`;
  return used.includes("phone") || used.includes("email")
    ? undefined
    : "Choose the column that holds the phone or the email.";
}
