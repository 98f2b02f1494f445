import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { contactTexts } from "./contactTexts.ts";
import { isEmail } from "./isEmail.ts";
import type { Column } from "./mapColumns.ts";
import { withoutGuard } from "./writeCsv.ts";

/** A rejected row. */
export interface Reject {
  line: number;
  reason: string;
  text: string;
}

/** Rows of one lane, ready for COPY into the staging table (store/contactImportSlice.ts). */
interface LaneRows {
  copy: Uint8Array<ArrayBuffer>;
  rows: number;
  /** Rows identified only by their e-mail address. */
  emailOnly: number;
  /** Rows that repeat a contact of the same slice. */
  repeated: number;
  /** Updates by repeated rows, one row per contact. Empty when duplicates are skipped. */
  again: Uint8Array<ArrayBuffer>;
}

/** The contents of one slice of the file. */
export interface Slice {
  lanes: [LaneRows, LaneRows];
  rejects: Reject[];
}

/** Settings for reading rows. */
export interface RowOptions {
  columns: readonly Column[];
  duplicates: "update" | "skip";
  /** Field labels for the reasons of rejected rows. */
  delimiter: string;
}

/** A row has its fields in this order, followed by its custom fields. */
const rowFields = [...contactTexts.map(({ field }) => field), "timezone", "tags"] as const;
const positionOf = (field: (typeof rowFields)[number]): number => rowFields.indexOf(field);
const phone = positionOf("phone");
const email = positionOf("email");
const state = positionOf("state");
const postalCode = positionOf("postalCode");
const timezone = positionOf("timezone");
const tags = positionOf("tags");
const firstCustom = rowFields.length;
const mostCustomCharacters = 10_000;
const mostRejectCharacters = 1_000;
const null_ = "\\N";

/** Collects rows slice by slice. Rejected rows are listed with a reason and left out. */
export class ContactRows {
  readonly #targets: readonly number[];
  readonly #customNames: readonly string[];
  readonly #width: number;
  readonly #options: RowOptions;
  readonly #newId: () => string;
  readonly #lanes: [Lane, Lane] = [new Lane(), new Lane()];
  #rejects: Reject[] = [];

  /** `newId` makes the ids that contacts get if they are new. */
  constructor(options: RowOptions, newId: () => string) {
    const custom: string[] = [];
    this.#targets = options.columns.map(({ field }) => {
      if (field === null) return -1;
      const known = (rowFields as readonly string[]).indexOf(field);
      return known >= 0 ? known : firstCustom + custom.push(field) - 1;
    });
    this.#customNames = custom;
    this.#width = firstCustom + custom.length;
    this.#options = options;
    this.#newId = newId;
  }

  record(fields: string[], line: number): void {
    if (fields.length !== this.#targets.length) {
      const has = `${fields.length} ${fields.length === 1 ? "column" : "columns"}`;
      this.#reject(fields, line, `The row has ${has} but the header has ${this.#targets.length}`);
      return;
    }
    const row = new Array<string>(this.#width).fill("");
    for (let index = 0; index < fields.length; index++) {
      const target = this.#targets[index] ?? -1;
      if (target >= 0) row[target] = withoutGuard((fields[index] ?? "").trim());
    }
    const problem = checkRow(row);
    if (problem === undefined) this.#keep(row);
    else this.#reject(fields, line, problem);
  }

  /** A line that could not be split. */
  fault(line: number, reason: string, text: string): void {
    this.#rejects.push({ line, reason, text: text.slice(0, mostRejectCharacters) });
  }

  /** Returns the slice and starts the next. */
  take(): Slice {
    const write = (row: readonly string[]): string => this.#copyLine(row);
    const slice: Slice = { lanes: [this.#lanes[0].take(write), this.#lanes[1].take(write)], rejects: this.#rejects };
    this.#rejects = [];
    return slice;
  }

  #reject(fields: readonly string[], line: number, reason: string): void {
    this.#rejects.push({ line, reason, text: fields.join(this.#options.delimiter).slice(0, mostRejectCharacters) });
  }

  #keep(row: string[]): void {
    const key = row[phone] || (row[email] ?? "").toLowerCase();
    // A contact always maps to the same lane, so that its rows keep their order.
    const lane = this.#lanes[(key.charCodeAt(key.length - 1) & 1) as 0 | 1];
    if (lane.isNew(key)) lane.add(this.#copyLine(row), row[phone] === "");
    else lane.addAgain(key, row, this.#options.duplicates === "update");
  }

  #copyLine(row: readonly string[]): string {
    let line = "";
    for (let index = 0; index < contactTexts.length; index++) line += `${copyText(row[index] ?? "")}\t`;
    // the database takes several times as long to make an id
    return `${line}${row[timezone] || null_}\t${zonesOf(row)}\t${copyTags(row[tags] ?? "")}\t${this.#custom(row)}\t${this.#newId()}\n`;
  }

  #custom(row: readonly string[]): string {
    let json = "";
    for (let index = firstCustom; index < row.length; index++) {
      const value = row[index] ?? "";
      if (value !== "")
        json += `${json === "" ? "" : ","}"${this.#customNames[index - firstCustom]}":${jsonText(value)}`;
    }
    return `{${json}}`;
  }
}

/** The rows of a lane, encoded as they arrive. Only a row's bytes and key are retained. */
class Lane {
  #bytes: Buffer = Buffer.allocUnsafe(1024 * 1024);
  #length = 0;
  #keys = new Set<string>();
  #again = new Map<string, string[]>();
  #emailOnly = 0;
  #repeated = 0;

  /** Adds the key and returns whether it is new in this slice. */
  isNew(key: string): boolean {
    const before = this.#keys.size;
    return this.#keys.add(key).size > before;
  }

  add(line: string, isEmailOnly: boolean): void {
    // A UTF-16 code unit needs at most three bytes.
    const most = this.#length + line.length * 3;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(most, this.#bytes.length * 2));
    this.#length += this.#bytes.write(line, this.#length);
    if (isEmailOnly) this.#emailOnly += 1;
  }

  addAgain(key: string, row: string[], changes: boolean): void {
    this.#repeated += 1;
    if (!changes) return;
    const before = this.#again.get(key);
    if (before === undefined) this.#again.set(key, row);
    else for (let index = 0; index < row.length; index++) if (row[index] !== "") before[index] = row[index] ?? "";
  }

  take(write: (row: readonly string[]) => string): LaneRows {
    const again = new TextEncoder().encode([...this.#again.values()].map(write).join(""));
    const rows: LaneRows = {
      copy: Uint8Array.from(this.#bytes.subarray(0, this.#length)),
      rows: this.#keys.size,
      emailOnly: this.#emailOnly,
      repeated: this.#repeated,
      again,
    };
    this.#length = 0;
    this.#keys = new Set();
    this.#again = new Map();
    this.#emailOnly = 0;
    this.#repeated = 0;
    return rows;
  }
}

/** Normalizes a row for storage, or returns what is wrong with it. */
function checkRow(row: string[]): string | undefined {
  let index = 0;
  for (const { label, most } of contactTexts) {
    if ((row[index] ?? "").length > most) return `${label} has more than ${most} characters`;
    index++;
  }
  for (let index = firstCustom; index < row.length; index++)
    if ((row[index] ?? "").length > mostCustomCharacters)
      return `A field has more than ${mostCustomCharacters} characters`;
  const number = row[phone] ?? "";
  if (number !== "") {
    const parsed = parsePhone(number);
    if ("problem" in parsed) return `Phone "${number}": ${parsed.problem}`;
    row[phone] = parsed.e164;
  }
  const address = row[email] ?? "";
  if (address === "" && number === "") return "The row has neither a phone nor an e-mail address";
  if (address !== "" && !isEmail(address)) return `E-mail "${address}" is not an e-mail address`;
  if (row[timezone] !== "") {
    const id = timezoneId(row[timezone] ?? "");
    if (id === undefined) return `Time zone "${row[timezone]}" is not known`;
    row[timezone] = id;
  }
  return undefined;
}

const timezoneIds = new Map<string, string>();
for (const { timezoneId: id, name, zone } of timezones)
  for (const key of [String(id), name.toLowerCase(), zone.toLowerCase()]) timezoneIds.set(key, String(id));

/** Finds a time zone by id, name or IANA name. */
const timezoneId = (text: string): string | undefined => timezoneIds.get(text.toLowerCase());

const zoneCache = new Map<string, string>();

/** The time zones and their source as two columns, cached per place. */
function zonesOf(row: readonly string[]): string {
  const number = row[phone] ?? "";
  const place = `${row[timezone]}|${row[postalCode]}|${row[state]}|${number.slice(0, 5)}${number.length}`;
  const known = zoneCache.get(place);
  if (known !== undefined) return known;
  if (zoneCache.size > 100_000) zoneCache.clear();
  const { zones, from } = recipientZones({
    timezone: row[timezone],
    postalCode: row[postalCode],
    state: row[state],
    phone: number,
  });
  const text = `{${zones.map((zone) => `"${zone}"`).join(",")}}\t${from}`;
  zoneCache.set(place, text);
  return text;
}

const copySpecial = /[\\\t\n\r]/;
const everyCopySpecial = /[\\\t\n\r]/g;
const copyEscapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function copyText(value: string): string {
  if (value === "") return null_;
  return copySpecial.test(value)
    ? value.replace(everyCopySpecial, (found) => ownValue(copyEscapes, found) ?? found)
    : value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const jsonSpecial = /["\\\u0000-\u001f]/;

const jsonText = (value: string): string =>
  jsonSpecial.test(value) ? JSON.stringify(value).replaceAll("\\", "\\\\") : `"${value}"`;

function copyTags(text: string): string {
  if (text === "") return "{}";
  const items = [...new Set(text.split(/[,;|\n]/).map((tag) => tag.trim().slice(0, 60)))].filter((tag) => tag !== "");
  return copyText(
    `{${items
      .slice(0, 100)
      .map((tag) => `"${tag.replace(/["\\]/g, "\\$&")}"`)
      .join(",")}}`,
  );
}
