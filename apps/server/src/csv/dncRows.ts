import { type DncTypeName, dncTypes } from "@trunkline/contract/doNotContact/dnc.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import type { CsvRow } from "./readRows.ts";
import { withoutGuard } from "./writeCsv.ts";

/** A number to add to the do-not-contact list. */
export interface DncFileRow {
  phone: string;
  type: DncTypeName;
  reason: string | null;
}

/** A rejected row. */
export interface RejectedRow {
  line: number;
  reason: string;
  text: string;
}

/** Column positions. Without a header, the number is the first column. */
interface Places {
  phone: number;
  type: number;
  reason: number;
}

const phoneHeaders = ["phone", "phonenumber", "number", "mobile", "cell", "telephone", "tel", "msisdn"];

/** Reads rows of numbers. The first row may be a header. */
export class DncRows {
  readonly #without: Pick<DncFileRow, "type" | "reason">;
  #places: Places | undefined;

  constructor(without: Pick<DncFileRow, "type" | "reason">) {
    this.#without = without;
  }

  read(rows: readonly CsvRow[]): { taken: DncFileRow[]; rejected: RejectedRow[] } {
    const taken: DncFileRow[] = [];
    const rejected: RejectedRow[] = [];
    for (const row of rows) {
      if (this.#places === undefined) {
        const places = headerOf(row.fields);
        this.#places = places ?? { phone: 0, type: -1, reason: -1 };
        if (places) continue;
      }
      const read = this.#readRow(row, this.#places);
      if (typeof read === "string")
        rejected.push({ line: row.line, reason: read, text: row.fields.join(",").slice(0, 200) });
      else taken.push(read);
    }
    return { taken, rejected };
  }

  #readRow({ fields, fault }: CsvRow, places: Places): DncFileRow | string {
    if (fault !== undefined) return fault;
    const cell = (place: number): string => withoutGuard(fields[place]?.trim() ?? "");
    const parsed = parsePhone(cell(places.phone));
    if ("problem" in parsed) return `Phone: ${parsed.problem}`;
    const type = cell(places.type).toLowerCase();
    if (type !== "" && !isType(type)) return `Type "${type.slice(0, 40)}" is not one of ${dncTypes.join(", ")}`;
    return {
      phone: parsed.e164,
      type: type === "" ? this.#without.type : (type as DncTypeName),
      reason: cell(places.reason).slice(0, 200) || this.#without.reason,
    };
  }
}

const isType = (text: string): text is DncTypeName => (dncTypes as readonly string[]).includes(text);

function headerOf(fields: readonly string[]): Places | null {
  const names = fields.map((field) => field.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const phone = names.findIndex((name) => phoneHeaders.includes(name));
  return phone < 0 ? null : { phone, type: names.indexOf("type"), reason: names.indexOf("reason") };
}
